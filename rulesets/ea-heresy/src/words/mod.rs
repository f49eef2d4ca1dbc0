//! What is said to people, and what they type.

pub mod ask;
pub(crate) mod card;
pub(crate) mod complete;
mod cursor;
#[doc(hidden)]
pub mod examples;
pub(crate) mod facts;
pub(crate) mod hand;
pub(crate) mod names;
pub(crate) mod parse;
pub(crate) mod parse_amendment;
mod parse_contacts;
mod parse_fire;
mod parse_moves;
pub(crate) mod say;
pub(crate) mod say_action;
pub(crate) mod say_choice;
pub(crate) mod say_shortly;
pub(crate) mod standings;
pub(crate) mod stock;

use umpire_core::host::Question;

pub(crate) const QUESTIONS: &[Question] = &[
    Question::new("los A B", "who sees whom, what is in the way, who is in cover"),
    Question::new("range A B", "how far apart two units or places are"),
    Question::new("cover A from FORMATION", "what cover a unit has from a formation"),
    Question::new("fire FORMATION at FORMATION", "what would be rolled"),
    Question::new(
        "odds FORMATION engages FORMATION [invading | outside] [as if in contact]",
        "exact odds of an assault (`--assume best`: choices tried out)",
    ),
    Question::new(
        "odds FORMATION shoots TARGET [sustained | double | marshal | overwatch]",
        "exact odds of fire, by default under the order under way",
    ),
    Question::new(
        "odds FORMATION crosses GROUND [cautiously]",
        "exact odds of tests of ground, of a formation or a unit",
    ),
    Question::new(
        "odds 3 v 1",
        "exact odds of the roll that decides an assault, by what each side adds",
    ),
    Question::new("reach UNIT", "where a unit can go in one move"),
    Question::new("zones [SIDE]", "zones of control"),
    Question::new("where (x, y)", "what ground lies at a place"),
    Question::new("unit UNIT", "what a unit is and carries"),
];

pub(crate) const USAGES: &[(&str, &str)] = &[
    ("go first | go second", "the winner of the strategy roll decides"),
    (
        "FORMATION advance | engage | double | march | marshal | overwatch | sustained fire",
        "a formation acts",
    ),
    ("FORMATION engage with FORMATION", "two assault together, by their commander"),
    (
        "FORMATION march by road | FORMATION advance pop up all",
        "over roads alone; with skimmers up",
    ),
    ("move | shoot | regroup", "choose what a hold or marshal action is"),
    ("UNIT to (x, y)", "move a unit"),
    ("UNIT via (x, y) (x, y) to (x, y)", "a way round something, by places on it"),
    ("UNIT to (x, y) facing 90", "where it looks then: N, NE and so on, or degrees from east"),
    ("UNIT to (x, y) cautious", "5 cm over difficult ground, without a test"),
    ("UNIT to (x, y) along the road", "by roads alone"),
    ("UNIT 12 NE", "move a unit so far in a direction, or by degrees from east"),
    ("all 12 NE", "the whole formation keeps its shape"),
    ("UNIT enters STRONGHOLD | boards UNIT | leaves to (x, y)", "into and out of things"),
    ("UNIT charges UNIT | invades STRONGHOLD", "a charge"),
    ("UNIT hold", "a unit stays; several moves are joined by `;`"),
    ("done", "end the move"),
    ("shoot TARGET", "shoot with all that may"),
    ("shoot TARGET with UNIT gun 1 at, ..", "with some weapons alone, by AP, AT or AA"),
    ("shoot TARGET indirect", "barrages over what is in the way, as sustained fire"),
    ("shoot TARGET templates (x, y) (x, y)", "where the templates of a barrage lie"),
    ("engage FORMATION [and FORMATION]", "whom the assault is against"),
    ("tie UNIT to UNIT, ..", "tie occupants to invaders"),
    ("strike UNIT cc N ff N [at STRONGHOLD | inside STRONGHOLD]; ..", "divide attacks"),
    ("pick UNIT | pick units UNIT, UNIT", "where the rules leave a choice"),
    ("place UNIT at (x, y)", "put a unit down"),
    ("deploy FORMATION at (x, y)", "before the battle: in a row from there, or a place for each"),
    ("deploy FORMATION in STRONGHOLD | deploy FORMATION at (x, y) on overwatch", "or so"),
    ("spirit FORMATION", "before the battle: of equals, whose loss breaks the enemy's spirit"),
    ("mark FORMATION", "of equals in a stronghold, who takes the next blast marker of the walls"),
    ("support FORMATION", "which formation supports next in an assault"),
    ("rally FORMATION", "a formation tries to rally"),
    ("share MARKERS SHIELDS", "divide a regroup die"),
    ("pass | yes", "leave it, or do it"),
];

/// How changes of the position are typed.
pub(crate) const CHANGES: &[(&str, &str)] = &[
    ("place UNIT at (x, y)", "a unit stands somewhere else; in all these the name may come first"),
    ("place UNIT in STRONGHOLD | place UNIT aboard UNIT | place UNIT off", "or is in something"),
    ("place FORMATION at (x, y)", "a whole formation, as it stands or in rows, by its middle"),
    ("destroy UNIT", "a unit is destroyed"),
    ("damage NAME N | shields UNIT N", "damage taken, shields down"),
    ("markers FORMATION N | broken FORMATION yes | broken FORMATION no", "blast markers, broken"),
    ("stance FORMATION ready | acted | overwatch", "what it did this turn"),
    ("pop up UNIT | pop down UNIT", "skimmers"),
    ("objective N SIDE | points SIDE N", "who holds what"),
    ("ruin STRONGHOLD", "a stronghold falls"),
    ("sees A, B yes | sees A, B no", "what the judge sees at the table"),
    ("range A, B 30 yes | range A, B 30 no", "whether they are within so many centimetres"),
];
