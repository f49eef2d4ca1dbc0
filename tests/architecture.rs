//! The shape of the project: which crate knows which, what no rule may do, words that core must not know.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use umpire_tests::{project, told_path};

/// What is built, and what the fuzzer finds and keeps.
const MADE: [&str; 7] =
    ["target", "corpus", "artifacts", "coverage", "node_modules", "dist", "pictures"];

/// Every file of the project's own, sorted; what is made and what is hidden are left out, but for `.ci`.
fn files(under: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
        let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if MADE.contains(&&*name) || (name.starts_with('.') && name != ".ci") {
                continue;
            }
            match path.is_dir() {
                true => collect(&path, into),
                false => into.push(path),
            }
        }
    }
    let mut found = Vec::new();
    collect(&project().join(under), &mut found);
    found.sort();
    found
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path:?}: {e}"))
}

/// Rust files under a folder with their texts.
fn rust(under: &str) -> Vec<(String, String)> {
    let rust = files(under).into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    rust.map(|path| (told_path(&path), text(&path))).collect()
}

/// The crates of rulesets, by folder.
fn rulesets() -> Vec<String> {
    let entries = std::fs::read_dir(project().join("rulesets")).expect("there are rulesets");
    let folders = entries.flatten().filter(|entry| entry.path().join("Cargo.toml").exists());
    folders.map(|entry| format!("rulesets/{}", entry.file_name().to_string_lossy())).collect()
}

/// The packages of the project that a crate names among its dependencies, those of its tests too.
fn own_dependencies(folder: &str) -> BTreeSet<String> {
    let manifest = text(&project().join(folder).join("Cargo.toml"));
    let (mut section, mut name) = (String::new(), String::new());
    let mut named = BTreeSet::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').to_string();
        } else if section == "package"
            && let Some(value) = line.strip_prefix("name = ")
        {
            name = value.trim_matches('"').to_string();
        } else if section.ends_with("dependencies") {
            let key = line.split(['.', ' ', '=']).next().unwrap_or_default();
            named.insert(key.to_string());
        }
    }
    named.retain(|other| other.starts_with("umpire") && *other != name);
    named
}

fn assert_none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn dependencies_point_one_way() {
    let only = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(own_dependencies("core"), only(&[]), "core depends on no crate of the project");
    let rulesets = rulesets();
    assert!(!rulesets.is_empty(), "there is a ruleset");
    for ruleset in &rulesets {
        assert_eq!(own_dependencies(ruleset), only(&["umpire-core"]), "{ruleset} knows only core");
    }
    assert!(!own_dependencies("referee").contains("umpire-tests"), "programs know no tests");
    let root = text(&project().join("Cargo.toml"));
    let (_, members) = root.split_once("\nmembers").expect("a workspace");
    let (members, _) = members.split_once(']').expect("the end of its members");
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(members.len() > rulesets.len() + 3, "{members:?}");
    let known = [
        "core",
        "core/tests",
        "referee",
        "referee/template",
        "referee/template-table",
        "tests",
        "tests/benches",
    ];
    let known = known.map(ToString::to_string);
    for member in members {
        let known = known.iter().chain(&rulesets).any(|folder| folder == member);
        assert!(known, "`{member}` is in no layer");
    }
}

/// Lines of code, without comments and without inline tests, that hold one of the words.
fn code_with(under: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in rust(under) {
        if path.contains("/tests/") || path.ends_with("/tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or_default();
            for word in words.iter().filter(|word| line.contains(**word)) {
                found.push(format!("{path}:{}: {word}", number + 1));
            }
        }
    }
    found
}

#[test]
fn cargo_run_knows_which_program_is_meant() {
    // What is fuzzed is built apart from the workspace.
    let apart = project().join("fuzz");
    let manifests = files("").into_iter().filter(|path| path.ends_with("Cargo.toml"));
    let manifests = manifests.filter(|path| !path.starts_with(&apart));
    let declared = |path: &PathBuf| {
        let declared = text(path).matches("[[bin]]").count();
        let found = ["src/main.rs", "src/bin"].map(|it| path.with_file_name(it).exists());
        let by_itself = declared == 0 && !text(path).contains("autobins = false");
        declared + usize::from(by_itself && found.contains(&true))
    };
    let programs: Vec<_> = manifests.filter(|path| declared(path) > 0).collect();
    assert_eq!(programs, [project().join("referee/Cargo.toml")], "one program");
    assert_eq!(declared(&programs[0]), 1, "and it alone");
}

#[test]
fn no_test_stands_where_none_is_built() {
    let mut found = Vec::new();
    let mut built_once = BTreeSet::new();
    for manifest in files("").into_iter().filter(|path| path.ends_with("Cargo.toml")) {
        let whole = text(&manifest);
        let value = |lines: &str, key: &str| {
            let mut values = lines.lines().filter_map(|line| line.split_once(" = "));
            values
                .find(|(name, _)| *name == key)
                .map(|(_, value)| value.trim_matches('"').to_string())
        };
        for section in whole.split("\n[") {
            let is_library = section.starts_with("lib]");
            let is_program = section.starts_with("[bin]]");
            if !(is_library || is_program) || value(section, "test").as_deref() != Some("false") {
                continue;
            }
            let root = value(section, "path").unwrap_or_else(|| "src/lib.rs".to_string());
            let root = manifest.with_file_name(root);
            if is_library {
                built_once.extend(manifest.parent().map(told_path));
            }
            // A library is all that lies beside its root.
            let sources = match is_library {
                true => rust(&root.with_file_name("").to_string_lossy()),
                false => vec![(told_path(&root), text(&root))],
            };
            for (path, text) in sources {
                let is_test = |line: &&str| line.trim() == "#[test]" || line.contains("cfg(test");
                found.extend(text.lines().filter(is_test).map(|line| format!("{path}: {line}")));
            }
        }
    }
    assert_none(&found, "built without its tests (`test = false`), which would never run");
    let libraries = rulesets().into_iter().chain(["core".to_string()]);
    let twice: Vec<String> = libraries.filter(|library| !built_once.contains(library)).collect();
    assert_none(&twice, "libraries of rules that would be built twice (say `test = false`)");
}

/// The file of a ruleset in which its game type is declared, and the type's name.
fn game_of(ruleset: &str) -> (String, String) {
    let sources = rust(&format!("{ruleset}/src"));
    let implemented = |text: &str| {
        let rest = text.split("\nimpl Game for ").nth(1)?;
        Some(rest.split([' ', '{']).next().unwrap_or_default().to_string())
    };
    let game = sources.iter().find_map(|(_, text)| implemented(text)).expect("a game");
    let declared = |text: &str| text.contains(&format!("\npub struct {game} {{"));
    let place = sources.iter().find(|(_, text)| declared(text)).expect("its type");
    (place.0.clone(), game)
}

#[test]
fn what_a_game_does_is_said_by_the_room_it_is_done_in() {
    let mut wrong = Vec::new();
    for ruleset in rulesets() {
        let (place, game) = game_of(&ruleset);
        let own = format!("impl {game} {{");
        let methods = code_with(&format!("{ruleset}/src"), &[&own]);
        let home = |found: &String| found.starts_with(&place) || found.contains("/src/lib.rs:");
        wrong.extend(methods.into_iter().filter(|found| !home(found)));
    }
    assert_none(
        &wrong,
        "methods of a game stand beside its type, all else is a function of its module",
    );
}

/// The floors of a ruleset, each a folder of its sources: a floor uses itself and those before it. What stands beside them,
/// `lib.rs` first, wires the game and uses all of them.
const FLOORS: [&str; 5] = ["tables", "position", "rules", "steps", "words"];

/// Paths into its own crate that the code of a module names, from the root on: `crate::a::{b, c}` and
/// `super::b` as imports and wherever else they stand, macros included.
fn own_paths(code: TokenStream, module: &[String], into: &mut BTreeSet<Vec<String>>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if *word == "crate" && is_path(&tokens[at + 1..]) => {
                named_paths(&tokens[at + 3..], Vec::new(), into);
            }
            TokenTree::Ident(word) if *word == "super" && is_path(&tokens[at + 1..]) => {
                let mut base = module.to_vec();
                base.pop();
                let next = |at: usize| tokens.get(at + 3).is_some_and(|it| is_word(it, "super"));
                while next(at) && is_path(&tokens[at + 4..]) {
                    base.pop();
                    at += 3;
                }
                named_paths(&tokens[at + 3..], base, into);
                at += 2;
            }
            TokenTree::Ident(word) if *word == "mod" => {
                if let [TokenTree::Ident(name), TokenTree::Group(inner), ..] = &tokens[at + 1..] {
                    let inside = [module, &[name.to_string()]].concat();
                    own_paths(inner.stream(), &inside, into);
                    at += 2;
                }
            }
            TokenTree::Group(group) => own_paths(group.stream(), module, into),
            _ => {}
        }
        at += 1;
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if *name == word)
}

/// Whether a path goes on here.
fn is_path(tokens: &[TokenTree]) -> bool {
    let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(it)) if it.as_char() == ':');
    colon(tokens.first()) && colon(tokens.get(1))
}

/// The paths of a tree of imports, or the one path, that begins with these tokens.
fn named_paths(tokens: &[TokenTree], mut path: Vec<String>, into: &mut BTreeSet<Vec<String>>) {
    match tokens.first() {
        Some(TokenTree::Group(group)) => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            for tree in inside.split(|it| matches!(it, TokenTree::Punct(it) if it.as_char() == ','))
            {
                named_paths(tree, path.clone(), into);
            }
        }
        Some(TokenTree::Ident(name)) => {
            path.push(name.to_string());
            match is_path(&tokens[1..]) {
                true => named_paths(&tokens[3..], path, into),
                false => drop(into.insert(path)),
            }
        }
        // `*`, or the end of a list.
        _ => drop(into.insert(path)),
    }
}

#[test]
fn each_floor_of_a_ruleset_uses_itself_and_those_before_it() {
    let mut wrong = Vec::new();
    for ruleset in rulesets() {
        for (at, floor) in FLOORS.iter().enumerate() {
            let root = format!("{ruleset}/src/");
            let sources = rust(&format!("{root}{floor}"));
            assert!(!sources.is_empty(), "{root}{floor} holds nothing");
            for (place, text) in sources {
                let module = place.trim_start_matches(&*root).trim_end_matches(".rs");
                let module = module.trim_end_matches("/mod").split('/').map(String::from);
                let mut paths = BTreeSet::new();
                let code = text.parse().unwrap_or_else(|e| panic!("{place}: {e}"));
                own_paths(code, &module.collect::<Vec<_>>(), &mut paths);
                let allowed = |path: &&Vec<String>| {
                    path.first().is_none_or(|it| FLOORS[..=at].contains(&&**it))
                };
                let strange = paths.iter().filter(|path| !allowed(path));
                wrong.extend(strange.map(|path| format!("{place}: crate::{}", path.join("::"))));
            }
        }
    }
    assert_none(
        &wrong,
        "what lies on a floor above, or is named from the root and not from its floor",
    );
}

#[test]
fn rules_roll_read_print_and_time_nothing() {
    let words = [
        "rand::",
        "rand_chacha",
        "getrandom",
        "std::fs",
        "File::open",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "println!",
        "print!(",
        "eprint",
        "dbg!",
        "std::io::std",
        "SystemTime",
        "Instant",
        "include_str!",
        "include_bytes!",
        "HashMap::iter",
    ];
    let mut found = code_with("core/src", &words);
    for ruleset in rulesets() {
        found.extend(code_with(&format!("{ruleset}/src"), &words));
        let manifest = text(&project().join(&ruleset).join("Cargo.toml"));
        assert!(!manifest.contains("rand"), "{ruleset} depends on no random numbers");
    }
    let manifest = text(&project().join("core/Cargo.toml"));
    assert!(!manifest.contains("rand"), "core depends on no random numbers");
    assert_none(&found, "rules ask, others answer");
}

#[test]
fn only_the_console_prints() {
    let mut found = code_with("referee/src", &["println!", "print!(", "eprint!("]);
    found.retain(|line| !line.starts_with("referee/src/console.rs:"));
    assert_none(&found, "names in it may steer a terminal: `console.rs` makes them printable");
}

#[test]
fn nothing_is_unsafe_unfinished_or_switched_off() {
    let words =
        ["unsafe {", "unsafe fn", "todo!(", "unimplemented!(", "#[ignore", "#[should_panic"];
    let own = told_path(&project().join("tests/architecture.rs"));
    let mut found = code_with("", &words);
    found.retain(|line| !line.starts_with(&own));
    assert_none(&found, "not in this project");
}

#[test]
fn every_source_file_says_what_it_is_responsible_for() {
    let silent = rust("").into_iter().filter(|(_, text)| {
        let first = text.lines().next().unwrap_or_default();
        let words = first.strip_prefix("//! ").map_or(0, |says| says.split_whitespace().count());
        words < 4 || !first.ends_with(['.', ':'])
    });
    let silent: Vec<String> = silent.map(|(path, _)| path).collect();
    assert_none(&silent, "files whose first line is no sentence");
}

/// Whether a text holds a word, alone or as a part of a name.
fn holds_word(text: &str, word: &str) -> bool {
    let mut parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.any(|part| part.strip_suffix('s').unwrap_or(part) == word)
}

#[test]
fn core_knows_no_game() {
    let words = [
        "heroscape",
        "skull",
        "shield",
        "glyph",
        "squad",
        "hero",
        "valkyrie",
        "utgar",
        "wound",
        "dragon",
        "dragons",
        "sai",
        "maneuver",
        "stronghold",
        "epic",
        "armageddon",
        "bombard",
        "crossfire",
        "blast",
        "firefight",
        "titan",
        "finn",
        "marro",
        "grut",
        "virtualscape",
    ];
    let phrases = ["army card", "order marker", "eighth face", "war engine", "leaving engagement"];
    let mut found = Vec::new();
    for (path, text) in rust("core/src").into_iter().chain(rust("core/tests")) {
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            let known = words.iter().filter(|word| holds_word(&line, word));
            let known = known.chain(phrases.iter().filter(|phrase| line.contains(**phrase)));
            found.extend(known.map(|word| format!("{path}:{}: {word}", number + 1)));
        }
    }
    assert_none(&found, "words of one game in what all games share");
}

#[test]
fn nothing_names_the_machine_it_was_made_on() {
    let kinds = ["rs", "toml", "yaml", "md", "run", "txt", "hsc", "umpire", "snap"];
    let of_the_app = ["ts", "mjs", "svelte", "html", "css", "json"];
    let roots = ["work", "home", "root", "Users", "tmp"].map(|folder| format!("/{folder}/"));
    let mut found = Vec::new();
    for path in files("") {
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or("run");
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if !kinds.iter().chain(&of_the_app).any(|known| *known == kind)
            || path.ends_with("Cargo.lock")
        {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            if roots.iter().any(|root| line.contains(root.as_str())) {
                found.push(format!("{}:{}: {}", told_path(&path), number + 1, line.trim()));
            }
        }
    }
    assert_none(&found, "paths of a machine");
}

#[test]
fn no_file_is_named_for_nothing() {
    let empty = ["utils", "util", "helpers", "helper", "common", "misc", "manager"];
    let found = files("").into_iter().filter(|path| {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        empty.contains(&stem) || folder.is_some_and(|folder| empty.contains(&folder))
    });
    assert_none(&found.map(|path| told_path(&path)).collect::<Vec<_>>(), "names that say nothing");
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut broken = Vec::new();
    for path in files("").into_iter().filter(|path| path.extension().is_some_and(|e| e == "md")) {
        let (text, folder) = (text(&path), path.parent().expect("a file lies in a folder"));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !folder.join(target).exists() {
                broken.push(format!("{}: {link}", told_path(&path)));
            }
        }
    }
    assert_none(&broken, "links to nothing");
}

#[test]
fn files_that_documents_name_exist() {
    let files = files("");
    let mut paths: BTreeSet<String> = BTreeSet::new();
    for file in &files {
        paths.insert(told_path(file));
        paths.extend(file.ancestors().skip(1).map(|folder| format!("{}/", told_path(folder))));
    }
    let is_path = |word: &&str| {
        let kinds = [".rs", ".yaml", ".md", ".ts", ".svelte", ".toml", "/"];
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        kinds.iter().any(|kind| word.ends_with(kind))
            && word.chars().all(plain)
            && !word.starts_with(['.', '/'])
            // Words in capitals stand for any game, any chapter.
            && !word.split('/').any(|part| part.len() > 3 && part.chars().all(|c| c.is_ascii_uppercase()))
    };
    let mut lost = Vec::new();
    for path in files.iter().filter(|path| path.extension().is_some_and(|kind| kind == "md")) {
        let text = text(path);
        for word in text.split('`').skip(1).step_by(2).filter(is_path) {
            let ending = format!("/{word}");
            if !paths.iter().any(|known| known == word || known.ends_with(&ending)) {
                lost.push(format!("{}: {word}", told_path(path)));
            }
        }
    }
    assert_none(&lost, "files that documents name and nobody finds");
}

#[test]
fn the_readme_and_the_checks_before_a_change_run_the_same_tests() {
    let command = "cargo test --workspace";
    for file in ["README.md", ".ci/run"] {
        let text = text(&project().join(file));
        assert!(text.lines().any(|line| line.contains(command)), "{file} runs `{command}`");
    }
}
