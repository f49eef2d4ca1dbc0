//! Forms of small files, and what edits of them change.

use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{Files, Source, edited};
use umpire_core::edition::{HouseForm, HouseTable};
use umpire_core::form::{Control, Edit, Filled, Form, Standing, form_of};
use umpire_core::ruleset::Row;
use umpire_core::schema::FileForm;

/// A kind of ground.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Ground {
    /// What it is called.
    id: String,
    /// What a step costs (G-1).
    #[serde(default)]
    _cost: u8,
    /// Whether nobody comes in.
    #[serde(default)]
    _closed: bool,
    /// How it burns.
    #[serde(default)]
    _fire: Option<Fire>,
    /// Words for it.
    #[serde(default)]
    _tags: Vec<String>,
}

/// A fire.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fire {
    /// Dice of harm.
    _dice: u8,
    /// When it burns.
    _when: When,
}

/// When something is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum When {
    /// As one enters.
    Entered,
    /// At the end of the round.
    RoundEnd,
}

impl Row for Ground {
    fn id(&self) -> &str {
        &self.id
    }
}

umpire_core::edition! {
    /// What differs between printings.
    pub struct Edition, EditionFields {
        /// How many rounds are played.
        rounds: u8,
    }
}

const TABLE: &str = "# Ground.\nground:\n  - {id: moor, _cost: 2} # wet\n  - id: lava\n    _fire: {_dice: 3, _when: entered}\n";
const HOUSE: &str = "house_rules: club # ours\n# bogs\nground:\n  moor: {_cost: 3} # worse\n";

struct Game {
    forms: Vec<FileForm>,
    data: Files,
}

fn game() -> Game {
    let table = FileForm::rows::<Ground>("g", "ground", "the kinds of ground");
    let house = FileForm::house_rules::<EditionFields>(HouseForm {
        game: "g",
        tables: &[HouseTable { field: "ground", rows: "ground#ground" }],
    });
    let data = Files::from_pairs([("g/ground.yaml", TABLE)]);
    Game { forms: vec![table, house], data }
}

impl Game {
    fn filled<'a>(&'a self, text: &'a str) -> Filled<'a> {
        let file = Source::new("file.yaml", text);
        let form = form_of(&self.forms, None, &file).expect("a form");
        Filled::read(("g", &self.forms), form, &self.data, &file).expect("a file")
    }

    fn form(&self, text: &str, row: &str) -> Form {
        self.filled(text).form(Some(row))
    }

    fn after(&self, text: &str, open: &str, edit: Edit) -> String {
        let made = self.filled(text).edit(&edit, Some(open)).expect("an edit");
        edited(&Source::new("file.yaml", text), &made.changes).expect("a text")
    }
}

fn write(field: &str, value: &str) -> Edit {
    Edit::Write { field: field.into(), value: value.into() }
}

#[test]
fn fields_say_what_they_mean_and_may_be() {
    let form = game().form(TABLE, "ground[1]");
    assert_eq!(form.tables[0].rows[0].says, "_cost: 2");
    assert_eq!(form.tables[0].rows[1].lines, Some((4, 5)));
    let row = form.row.expect("an open row");
    let field = |name: &str| row.fields.iter().find(|field| field.name == name).expect("a field");
    assert_eq!(row.fields[0].name, "id");
    assert_eq!(field("_cost").says, "What a step costs (G-1).");
    assert_eq!(field("_cost").range, "a whole number from 0 to 255");
    assert_eq!(
        (field("_cost").value.as_deref(), field("_cost").default.as_deref()),
        (None, Some("0"))
    );
    assert_eq!(field("_closed").control, Control::Truth);
    let fire = field("_fire");
    assert_eq!((&fire.control, fire.fields[0].value.as_deref()), (&Control::Group, Some("3")));
    let Control::Choice { of, open: false } = &fire.fields[1].control else { panic!("{fire:?}") };
    assert_eq!(
        (of[1].value.as_str(), of[1].says.as_str()),
        ("round_end", "At the end of the round.")
    );
}

#[test]
fn rows_are_written_where_they_stand() {
    let game = game();
    let after = game.after(TABLE, "ground[0]", write("ground[0]._cost", "4"));
    assert_eq!(after, TABLE.replace("_cost: 2", "_cost: 4"));
    let after = game.after(TABLE, "ground[0]", write("ground[0]._tags", "wet, dark"));
    assert_eq!(after, TABLE.replace("_cost: 2", "_cost: 2, _tags: [wet, dark]"));
    // A group that is not there yet comes with what it needs.
    let after = game.after(TABLE, "ground[0]", write("ground[0]._fire._dice", "1"));
    assert_eq!(after, TABLE.replace("_cost: 2", "_cost: 2, _fire: {_when: entered, _dice: 1}"));
    let clear = Edit::Clear { field: "ground[0]._cost".into() };
    assert_eq!(game.after(TABLE, "ground[0]", clear), TABLE.replace(", _cost: 2", ""));
    let like = Some("ground[0]".to_string());
    let add = Edit::Add { list: "ground".into(), like, name: None };
    assert_eq!(game.after(TABLE, "", add), format!("{TABLE}  - {{id: moor_2, _cost: 2}}\n"));
    let remove = Edit::Remove { row: "ground[0]".into() };
    assert_eq!(
        game.after(TABLE, "", remove),
        TABLE.replace("  - {id: moor, _cost: 2} # wet\n", "")
    );
    let broken = game.filled(TABLE).edit(&write("ground[0]._tags", "[a"), Some("ground[0]"));
    assert!(broken.is_err_and(|says| says.contains("do not close")));
}

#[test]
fn house_rules_override_one_field_of_a_row() {
    let game = game();
    let form = game.form(HOUSE, "ground.lava");
    let standing: Vec<_> =
        form.tables[0].rows.iter().map(|row| (row.name.as_str(), row.standing)).collect();
    assert_eq!(standing, [("moor", Standing::Changed), ("lava", Standing::Kept)]);
    let row = form.row.expect("an open row");
    let fire = row.fields.iter().find(|field| field.name == "_fire").expect("a field");
    assert_eq!(fire.fields[0].elsewhere, [("the table".to_string(), "3".to_string())]);
    let after = game.after(HOUSE, "ground.lava", write("ground.lava._fire._dice", "1"));
    assert_eq!(after, format!("{HOUSE}  lava: {{_fire: {{_dice: 1}}}}\n"));
    // What the table leaves at its default goes under `add`.
    let after = game.after(HOUSE, "ground.moor", write("ground.moor.add._closed", "true"));
    assert!(after.contains("moor: {_cost: 3, add: {_closed: true}} # worse"), "{after}");
    let restore = Edit::Restore { row: "ground.moor".into() };
    let after = game.after(HOUSE, "", restore);
    assert!(
        !after.contains("moor") && !after.contains("ground") && after.contains("# ours"),
        "{after}"
    );
    let remove = Edit::Remove { row: "ground.lava".into() };
    let after = game.after(HOUSE, "", remove);
    assert!(after.contains("  remove: [lava]\n"), "{after}");
    let form = game.form(&after, "ground.lava");
    assert_eq!(form.tables[0].rows[1].standing, Standing::Removed);
    let restore = Edit::Restore { row: "ground.lava".into() };
    assert_eq!(game.after(&after, "", restore), HOUSE);
}

#[test]
fn house_rules_begin_with_what_encloses_a_field() {
    let game = game();
    let begun = "house_rules: club # ours\n";
    let after = game.after(begun, "ground.moor", write("ground.moor._cost", "1"));
    assert_eq!(after, format!("{begun}ground:\n  moor: {{_cost: 1}}\n"));
    let like = Some("ground.moor".to_string());
    let add = Edit::Add { list: "ground".into(), like, name: Some("mire".into()) };
    let after = game.after(begun, "", add);
    assert_eq!(after, format!("{begun}ground:\n  add:\n    - {{id: mire, _cost: 2}}\n"));
    let remove = Edit::Remove { row: "ground.add[0]".into() };
    assert_eq!(game.after(&after, "", remove), begun);
}

#[test]
fn what_stands_in_several_lines_is_shown_and_written_as_it_stands() {
    let game = game();
    let text = "ground:\n  - id: moor\n    _tags:\n      # in autumn\n      - wet\n      - dark # and cold\n  - {id: lava}\n";
    let form = game.form(text, "ground[0]");
    let row = form.row.expect("an open row");
    let tags = row.fields.iter().find(|field| field.name == "_tags").expect("a field");
    assert_eq!(tags.value.as_deref(), Some("# in autumn\n- wet\n- dark # and cold"));
    assert_eq!((&tags.control, tags.lines), (&Control::Text { of: Vec::new() }, Some((3, 6))));
    let said = "# in autumn\n- wet\n- dark # and cold\n- deep";
    let after = game.after(text, "ground[0]", write("ground[0]._tags", said));
    assert_eq!(after, text.replace("and cold\n", "and cold\n      - deep\n"));
}
