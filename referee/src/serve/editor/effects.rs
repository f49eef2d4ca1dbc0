//! What the text of a table, an edition or house rules would change: scenarios, and answers about a held unit.

use super::{MOST_HELD, Workshop};
use crate::effects::{Case, Changed, Effects, RowChange, differing_rows};
use crate::opening::by_name;
use crate::prompt::Command;
use crate::serve::problem::Problem;
use crate::serve::questions::Asking;
use crate::serve::wire::of_core::HeldAtSchema;
use crate::serve::wire::{Drawn, Picture, Reply};
use crate::table_file::place_of;
use crate::trouble::Trouble;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, Instant};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::host::{HeldAt, Ruleset};
use umpire_core::seat::Seat;
use utoipa::ToSchema;

/// How long scenarios are run at most.
const LONGEST: Duration = Duration::from_secs(60);

/// A text whose effects are wanted.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Weigh {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// How long scenarios are run, in seconds.
    pub within: u64,
}

/// A question about units held over a map, asked before a change and after it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The file's path from the folder.
    pub path: String,
    /// What it says.
    pub text: String,
    /// The battlefield: a path in the folder, or the name of one that is built in; by default the game's first.
    #[serde(default)]
    pub on: Option<String>,
    /// The units, the one that is asked about first; without any the map alone is shown.
    #[schema(value_type = Vec<HeldAtSchema>)]
    #[serde(default)]
    pub held: Vec<HeldAt>,
    /// The question, with `UNIT` and `OTHER` for the first and second of them.
    #[serde(default)]
    pub line: String,
}

/// What is answered before a change and after it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BeforeAfter {
    /// The map.
    pub scene: Option<Picture>,
    /// The battlefields there are.
    pub fields: Vec<String>,
    /// The one that is shown.
    pub on: String,
    /// What can be held over it.
    pub units: Vec<super::wire::HeldUnit>,
    /// What can be asked.
    pub questions: Vec<super::wire::HeldQuestion>,
    /// The answer as it was.
    pub before: Option<Reply>,
    /// Why there is none.
    pub before_not: Option<String>,
    /// The answer as it would be.
    pub after: Option<Reply>,
    /// The rows that differ.
    pub differing: Vec<RowChange>,
}

impl Workshop {
    fn changed(&self, path: &str, text: &str) -> Result<Changed, Problem> {
        let source = Source::new(path, text);
        let ruleset = self.ruleset(&source);
        let inside = self.inside(&source);
        let inside = inside.or_else(|| Some((ruleset, place_of(&self.library, ruleset, &source)?)));
        Ok(Changed::of(&self.library, inside, &source, None)?)
    }

    /// Which conformance scenarios, built in or of the folder, would say otherwise if the text were saved.
    ///
    /// # Errors
    /// Where it is no table, edition or house rules, or has faults.
    pub fn effects(&self, weigh: &Weigh) -> Result<Effects, Problem> {
        let changed = self.changed(&weigh.path, &weigh.text)?;
        let mut cases = Vec::new();
        for path in self.folder.tables() {
            let Ok((text, _)) = self.folder.read(&path) else { continue };
            let source = Source::new(&path, text);
            if changed.is_case(&source) {
                cases.push(Case { beside: self.folder.beside(&path), source, path });
            }
        }
        cases.extend(changed.shipped(&self.library));
        let (begun, within) = (Instant::now(), Duration::from_secs(weigh.within).min(LONGEST));
        Ok(changed.run(&cases, &|| begun.elapsed() < within))
    }

    /// What is answered about a held unit before a change and after it.
    ///
    /// # Errors
    /// Where there is no such map, they cannot stand there, or the question means nothing.
    pub fn compare(&self, compare: &Compare) -> Result<BeforeAfter, Problem> {
        let changed = self.changed(&compare.path, &compare.text)?;
        let ruleset = changed.ruleset;
        let fields = self.fields(ruleset);
        let on = compare.on.clone().or_else(|| fields.first().cloned());
        let on = on.ok_or_else(|| Problem::says("the game has no battlefields"))?;
        let field = self.field(ruleset, &on)?;
        if compare.held.len() > MOST_HELD {
            return Err(Problem::says(format!("at most {MOST_HELD} units are held at once")));
        }
        let after = with(&changed.files_after(), &field);
        let sketch = ruleset.sketch(&after, &field, None, &[]);
        let (units, questions) = ruleset.holdable(&after);
        let mut answer = BeforeAfter {
            scene: sketch.scene.map(Picture::of),
            fields,
            on,
            units: units.into_iter().map(Into::into).collect(),
            questions: questions.into_iter().map(Into::into).collect(),
            before: None,
            before_not: None,
            after: None,
            differing: Vec::new(),
        };
        if compare.held.is_empty() {
            return Ok(answer);
        }
        // Faults are told where they stand in the map's own file.
        let named = |files: &Files| -> Vec<DataError> {
            let path = answer.on.clone();
            let here = |fault: DataError| match fault.file == field.path {
                true => DataError { file: path.clone(), ..fault },
                false => fault,
            };
            ruleset.check_file(&with(files, &field), &field).into_iter().map(here).collect()
        };
        let faults = named(&after);
        if !faults.is_empty() {
            return Err(Trouble::Faults(faults).into());
        }
        let after = self.held(&changed, &field, compare, false)?;
        match named(changed.files_before()).first() {
            Some(fault) => answer.before_not = Some(format!("not without this: {fault}")),
            None => {
                let before = self.held(&changed, &field, compare, true)?;
                answer.differing = differing_rows(&before.rows, &after.rows);
                answer.before = Some(before);
            }
        }
        answer.after = Some(after);
        Ok(answer)
    }

    fn held(
        &self,
        changed: &Changed,
        field: &Source,
        compare: &Compare,
        before: bool,
    ) -> Result<Reply, Problem> {
        let files = match before {
            true => with(changed.files_before(), field),
            false => with(&changed.files_after(), field),
        };
        let holding = changed.ruleset.holding(&files, field, &compare.held);
        let (scenario, names) = holding.map_err(Problem::says)?;
        let beside = Files::from_pairs([(field.path.as_str(), field.text.as_str())]);
        let table = match before {
            true => changed.before(&scenario, &beside)?,
            false => changed.after(&scenario, &beside)?,
        };
        self.asked_of_held(&*table, &names, &compare.held, &compare.line)
    }

    /// The battlefields of a game: those of the folder by path, those built in by name.
    fn fields(&self, ruleset: &dyn Ruleset) -> Vec<String> {
        let mut fields = Vec::new();
        for path in self.folder.tables() {
            let Ok((text, _)) = self.folder.read(&path) else { continue };
            let source = Source::new(&path, text);
            if self.kind(&source) == "battlefield" && self.ruleset(&source).name() == ruleset.name()
            {
                fields.push(path);
            }
        }
        let folder = format!("{}/battlefields", ruleset.name());
        let built_in = self.library.data.under(&folder).filter_map(|source| {
            let name = source.path.strip_prefix(&format!("{folder}/"))?.strip_suffix(".yaml")?;
            Some(name.to_string())
        });
        fields.extend(built_in);
        fields
    }

    fn field(&self, ruleset: &dyn Ruleset, name: &str) -> Result<Source, Problem> {
        if name.ends_with(".yaml") {
            let (text, _) = self.folder.read(name)?;
            return Ok(by_name(Path::new(name), Source::new(name, text)));
        }
        let path = format!("{}/battlefields/{name}.yaml", ruleset.name());
        let found = self.library.data.get(&path);
        found.ok_or_else(|| Problem::says(format!("there is no battlefield `{name}`")))
    }

    /// An answer about units that stand on a table as somebody holds them; only what it adds goes over the map.
    pub(super) fn asked_of_held(
        &self,
        table: &dyn umpire_core::host::Table,
        names: &[String],
        held: &[HeldAt],
        line: &str,
    ) -> Result<Reply, Problem> {
        let mut line = line.to_string();
        for (word, name) in ["UNIT", "OTHER"].into_iter().zip(names) {
            line = line.replace(word, name);
        }
        let speaker = Seat(held.first().map_or(0, |held| held.seat));
        let asking = Asking { table, judged: table, library: &self.library, viewer: None, speaker };
        let mut reply = asking.reply(Command::Ask(line))?;
        if let Some(answer) = reply.scene.take() {
            let before = table.scene(None);
            let own = before.things.iter().filter(|thing| names.contains(&thing.id));
            let own = own.flat_map(|thing| before.shapes[thing.shapes.0..thing.shapes.1].iter());
            let mut shapes: Vec<Drawn> = own.cloned().map(Drawn::of).collect();
            shapes.extend(answer.shapes.into_iter().skip(before.shapes.len()));
            shapes.append(&mut reply.shapes);
            reply.shapes = shapes;
        }
        // Who chose a unit by its own name has to know its pieces by it.
        for (name, held) in names.iter().zip(held).filter(|(name, held)| **name != held.unit) {
            reply.headline = reply.headline.replacen(name, &format!("{name} ({})", held.unit), 1);
        }
        Ok(reply)
    }
}

fn with(files: &Files, field: &Source) -> Files {
    let mut files = files.clone();
    files.insert(field.path.clone(), field.text.clone());
    files
}
