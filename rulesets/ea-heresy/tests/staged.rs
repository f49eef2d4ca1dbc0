//! Positions staged for unit tests: stated as a scenario, on the tables as shipped.

use crate::catalog::files;
use umpire_core::data::{Files, Source};
use umpire_core::dice::Face;
use umpire_core::game::{Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruling::{Broken, RuleId, Ruling, Silent};
use umpire_core::seat::Seat;
use umpire_ea_heresy::EaHeresy;
use umpire_ea_heresy::position::action::Action;
use umpire_ea_heresy::position::called;
use umpire_ea_heresy::position::event::Event;
use umpire_ea_heresy::position::setup::Setup;
use umpire_ea_heresy::position::state::{FormationNo, PieceNo, State, UnitNo};
use umpire_ea_heresy::position::units;
use umpire_ea_heresy::tables::catalog::Catalog;
use umpire_ea_heresy::tables::rule::Rule;

/// A game at a position, with what was told since.
pub struct Staged {
    pub game: EaHeresy,
    pub setup: Setup,
    pub state: State,
    pub told: Vec<Event>,
}

impl Staged {
    /// A scenario by its text, without `game:`; see `scenario/form.rs` for the fields.
    ///
    /// # Panics
    /// Where it has faults; they are shown.
    pub fn new(text: &str) -> Staged {
        Staged::with(&files(), text)
    }

    /// The same on other tables.
    ///
    /// # Panics
    /// Where it has faults; they are shown.
    pub fn with(files: &Files, text: &str) -> Staged {
        let loaded = EaHeresy::load(files, &Source::new("staged.yaml", text));
        let loaded = loaded.unwrap_or_else(|faults| {
            let lines: Vec<String> = faults.iter().map(|fault| fault.show()).collect();
            panic!("{}\n{text}", lines.join("\n"))
        });
        let state = loaded.game.start(&loaded.setup).expect("it started when it was read");
        Staged { game: loaded.game, setup: loaded.setup, state, told: Vec::new() }
    }

    /// The faults of a scenario, one a line; empty where it has none.
    pub fn faults(text: &str) -> Vec<String> {
        let loaded = EaHeresy::load(&files(), &Source::new("staged.yaml", text));
        loaded.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    /// Two sides, A near and B far, each with these lines of formations, and more lines of the
    /// scenario such as `pieces:`; an open table of 180 x 120 cm.
    pub fn of(a: &[&str], b: &[&str], more: &str) -> Staged {
        Staged::new(&text_of(a, b, more))
    }

    /// The unit with that handle.
    pub fn unit(&self, name: &str) -> UnitNo {
        let known = &self.game.unit_names;
        let at = known.iter().position(|it| it == name);
        UnitNo(at.unwrap_or_else(|| panic!("no `{name}` among {known:?}")) as u16)
    }

    /// The formation of that name.
    pub fn formation(&self, name: &str) -> FormationNo {
        called::formation_called(&self.game, name)
            .unwrap_or_else(|| panic!("no formation `{name}`"))
    }

    /// The piece of that name.
    pub fn piece(&self, name: &str) -> PieceNo {
        self.game.board.named(name).unwrap_or_else(|| panic!("no piece `{name}`"))
    }

    /// Who is asked, and by which rule.
    pub fn asked(&self) -> (Seat, Rule) {
        match self.game.pending(&self.state, &mut Silent) {
            Pending::Choice(choice) => (choice.seats.first().expect("it asks"), choice.about),
            other => panic!("nobody is asked: {other:?}"),
        }
    }

    /// What is listed for whoever is asked.
    pub fn listed(&self) -> Vec<Action> {
        let mut list = Vec::new();
        self.game.legal(&self.state, self.asked().0, &mut list);
        list
    }

    /// The one asked does this; it must be legal.
    pub fn act(&mut self, action: &Action) -> &mut Staged {
        if let Err(Broken(rule)) = self.try_act(action) {
            let (seat, _) = self.asked();
            let lines = self
                .game
                .ruling(&self.state, seat, action)
                .cited(|rule| rule.id().to_string())
                .lines(9);
            panic!("{action:?} is refused by {rule:?}:\n{}", lines.join("\n"));
        }
        self
    }

    /// The one asked tries this.
    pub fn try_act(&mut self, action: &Action) -> Result<(), Broken<Rule>> {
        let (seat, _) = self.asked();
        self.told.clear();
        self.game.act(&mut self.state, seat, action, &mut self.told).map(|_| ())
    }

    /// Why an action is, or is not, legal for whoever is asked.
    pub fn ruling(&self, action: &Action) -> Ruling<Rule> {
        self.game.ruling(&self.state, self.asked().0, action)
    }

    /// Dice fall: the numbers shown, 1 to 6, in the order of the groups asked for.
    pub fn roll(&mut self, shown: &[u8]) -> &mut Staged {
        let faces: Vec<Face> = shown.iter().map(|number| number - 1).collect();
        self.told.clear();
        let rolled = self.game.roll(&mut self.state, &faces, &mut self.told);
        assert!(rolled.is_ok(), "{shown:?}: {rolled:?} for {:?}", self.groups());
        self
    }

    /// How many dice each group of the pending roll has.
    pub fn groups(&self) -> Vec<u8> {
        match self.game.pending(&self.state, &mut Silent) {
            Pending::Roll(request) => request.groups.iter().map(|group| group.count).collect(),
            _ => Vec::new(),
        }
    }

    /// The catalog.
    pub fn catalog(&self) -> &Catalog {
        &self.game.catalog
    }
}

/// The text of a scenario of two sides, each with these formations in flow form, such as
/// `{name: wolves, units: {infantry: 3}, from: [20, 20]}`.
pub fn text_of(a: &[&str], b: &[&str], more: &str) -> String {
    let side = |name: &str, rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("      - {row}\n")).collect();
        match rows.is_empty() {
            true => format!("  {name}: {{}}\n"),
            false => format!("  {name}:\n    army: training\n    formations:\n{}", rows.concat()),
        }
    };
    format!("sides:\n{}{}{more}\n", side("A", a), side("B", b))
}

#[test]
fn a_position_is_staged_and_its_first_formation_acts() {
    use umpire_ea_heresy::position::action::Order;
    let mut staged = Staged::of(
        &["{name: wolves, units: {infantry: 3}, initiative: 1, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 2, carrier: 1}, from: [20, 80]}"],
        "pieces:\n  - {terrain: woods, rect: [50, 30, 60, 40]}",
    );
    assert_eq!(staged.asked(), (Seat(0), Rule::ActionPhase));
    let wolves = staged.formation("wolves");
    assert_eq!(staged.state.members(wolves).count(), 3);
    let activate = Action::Activate {
        formation: wolves,
        order: Order::Advance,
        road: false,
        with: None,
        pop_up: vec![],
    };
    staged.act(&activate);
    assert_eq!(units::unit_name(&staged.game, staged.unit("orks 3")), "orks 3");
    assert_eq!(staged.piece("woods"), PieceNo(0));
}
