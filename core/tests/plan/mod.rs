//! Boards written in letters, of hexes and of squares: what they are read as, where pieces go, what hides, how they look.

mod hexes;
mod squares;

use serde::Deserialize;
use umpire_core::data::{Source, read};
use umpire_core::plan::{Ground, Plan, PlanForm, Tiling, WallsForm};

#[derive(Deserialize)]
struct Form {
    board: PlanForm,
    ground: Vec<Ground>,
    walls: WallsForm,
}

const GROUND: &str = "ground:
- {id: grass, letter: ., colour: '#a9c27a'}
- {id: woods, letter: w, colour: '#5f8a4e', steps: 2, cover: true}
- {id: rock, letter: '#', colour: '#7d7d78', impassable: true, blocks_sight: true}
- {id: window, letter: o, colour: '#a0c0e0', impassable: true}
- {id: wall, letter: '|', colour: '#8a6f58', impassable: true, blocks_sight: true}
";

/// The board of these rows and walls; else every fault.
fn laid_of<T: Tiling>(rows: &[&str], walls: &[&str]) -> Result<Plan<T>, Vec<String>> {
    let lines = |lines: &[&str]| -> String {
        if lines.is_empty() {
            " []\n".to_string()
        } else {
            lines.iter().map(|line| format!("\n- '{line}'")).collect::<String>() + "\n"
        }
    };
    let text = format!("{GROUND}board:{}walls:{}", lines(rows), lines(walls));
    let form = read::<Form>(&Source::new("board.yaml", text)).expect("it has the form of a board");
    let mut faults = Vec::new();
    let laid = form.value.board.lay(&form.value.ground, "board", &form.places);
    let laid = laid.map_err(|found| faults.extend(found)).ok().map(|mut plan: Plan<T>| {
        form.value.walls.build(&mut plan, "walls", &form.places, &mut faults);
        plan
    });
    let told = faults.iter().map(ToString::to_string).collect();
    laid.filter(|_| faults.is_empty()).ok_or(told)
}
