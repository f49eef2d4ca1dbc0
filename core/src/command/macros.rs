//! The macros by which a game declares nouns and commands.

/// Declares what commands of a game may name: an enum of things, each with its type and the word of its noun.
///
/// Two nouns have two types, so that a field of an action says which noun it takes.
#[macro_export]
macro_rules! nouns {
    (
        $(#[$doc:meta])* $vis:vis enum $thing:ident, $noun:ident {
            $($(#[$what:meta])* $variant:ident($type:ty) = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        $vis enum $thing {
            $($(#[$what])* $variant($type),)+
        }

        /// Which kind of thing a command names.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $noun {
            $($(#[$what])* $variant,)+
        }

        impl $crate::command::Noun for $noun {
            fn named(word: &str) -> Option<Self> {
                match word {
                    $($word => Some($noun::$variant),)+
                    _ => None,
                }
            }

            fn word(self) -> &'static str {
                match self {
                    $($noun::$variant => $word,)+
                }
            }
        }

        $(
            impl From<$type> for $thing {
                fn from(value: $type) -> $thing {
                    $thing::$variant(value)
                }
            }

            impl TryFrom<$thing> for $type {
                type Error = $thing;

                #[allow(unreachable_patterns)] // Where there is one noun.
                fn try_from(thing: $thing) -> Result<$type, $thing> {
                    match thing {
                        $thing::$variant(value) => Ok(value),
                        other => Err(other),
                    }
                }
            }
        )+
    };
}

/// One [`Row`](crate::command::Row): patterns, what they mean, and a line of help. That each pattern has a slot for every field, and no
/// other, is checked when it is compiled.
///
/// * `row!("{a:figure} attacks {b:figure}" => Action::Attack { a, b }, "help")`: slots are fields of a variant,
///   also `Action::Defend(figure)` and `Action::EndTurn`;
/// * `row!("{figure} holds" | "hold {figure}" => Action::Hold { figure }, "help")`: several patterns, parted by `|`; all have
///   the same slots, and the first is how the action is said. A row whose help is `""` is typed but stands in no help;
/// * `row!("lives {seat} {number}" => SetLives { seat, number }, "help")`: where there is one action, a struct;
/// * `row!("let go" => = Action::Strike(false), "help")`: one action;
/// * `row!("move {figure} to {place}" => by FUNCTION, "help")`: read by a function, never said;
/// * `row!("..." => by FUNCTION, said FUNCTION, "help")`: read and said by functions;
/// * `row!("..." => by FUNCTION, said by FUNCTION, "help")`: the same, where what is said depends on the position.
#[macro_export]
macro_rules! row {
    ($($pattern:literal)|+ => by $reads:expr, said by $takes:expr, $says:literal) => {
        $crate::command::Row {
            patterns: &[$($pattern),+],
            says: $says,
            reads: $reads,
            takes: $takes,
        }
    };
    ($($pattern:literal)|+ => by $reads:expr, said $takes:expr, $says:literal) => {
        $crate::row!($($pattern)|+ => by $reads, said by |_, _, _, action| $takes(action), $says)
    };
    ($($pattern:literal)|+ => by $reads:expr, $says:literal) => {
        $crate::row!($($pattern)|+ => by $reads, said by |_, _, _, _| None, $says)
    };
    ($($pattern:literal)|+ => = $action:expr, $says:literal) => {
        $crate::row!(
            $($pattern)|+ => by |_, _, _, _| Ok($action),
            said by |_, _, _, action| (*action == $action).then(|| $crate::command::Slots::of([])),
            $says
        )
    };
    ($($pattern:literal)|+ => $actions:ident::$action:ident, $says:literal) => {
        $crate::row!($($pattern)|+ => = $actions::$action, $says)
    };
    ($($pattern:literal)|+ => $actions:ident::$action:ident { $($field:ident),+ }, $says:literal) => {
        $crate::row!(
            $($pattern)|+ => by |_, _, _, slots| {
                const { $crate::command::slots_are_fields(&[$($pattern),+], &[$(stringify!($field)),+]) };
                Ok($actions::$action { $($field: slots.get(stringify!($field))?),+ })
            },
            said by |_, _, _, action| match action {
                $actions::$action { $($field),+ } => Some($crate::command::Slots::of([
                    $((stringify!($field), $field.clone().into())),+
                ])),
                _ => None,
            },
            $says
        )
    };
    ($($pattern:literal)|+ => $action:ident { $($field:ident),+ }, $says:literal) => {
        $crate::row!(
            $($pattern)|+ => by |_, _, _, slots| {
                const { $crate::command::slots_are_fields(&[$($pattern),+], &[$(stringify!($field)),+]) };
                Ok($action { $($field: slots.get(stringify!($field))?),+ })
            },
            said by |_, _, _, $action { $($field),+ }| Some($crate::command::Slots::of([
                $((stringify!($field), $field.clone().into())),+
            ])),
            $says
        )
    };
    ($($pattern:literal)|+ => $actions:ident::$action:ident($($field:ident),+), $says:literal) => {
        $crate::row!(
            $($pattern)|+ => by |_, _, _, slots| {
                const { $crate::command::slots_are_fields(&[$($pattern),+], &[$(stringify!($field)),+]) };
                Ok($actions::$action($(slots.get(stringify!($field))?),+))
            },
            said by |_, _, _, action| match action {
                $actions::$action($($field),+) => Some($crate::command::Slots::of([
                    $((stringify!($field), $field.clone().into())),+
                ])),
                _ => None,
            },
            $says
        )
    };
}

/// The methods of [`Hosted`](crate::host::Hosted) that follow from a [`Vocabulary`](crate::command::Vocabulary):
/// reading and saying actions and amendments, help and completion.
#[macro_export]
macro_rules! spoken_by_rows {
    () => {
        fn say_action(
            &self,
            state: &Self::State,
            seat: $crate::Seat,
            action: &Self::Action,
        ) -> String {
            let rows = <Self as $crate::command::Vocabulary>::actions();
            // In names that whoever acts knows, as they are read.
            let seen = $crate::Game::view(self, state, seat);
            $crate::command::say(self, &seen, seat, rows, action)
        }

        fn say_amendment(&self, state: &Self::State, change: &Self::Amendment) -> String {
            let rows = <Self as $crate::command::Vocabulary>::amendments();
            $crate::command::say(self, state, $crate::Seat::JUDGE, rows, change)
        }

        fn parse(
            &self,
            state: &Self::State,
            seat: $crate::Seat,
            text: &str,
        ) -> Result<Self::Action, $crate::host::Slip> {
            $crate::command::read(self, state, seat, text)
        }

        fn parse_amendment(
            &self,
            state: &Self::State,
            text: &str,
        ) -> Result<Self::Amendment, $crate::host::Slip> {
            $crate::command::read_amendment(self, state, text)
        }

        fn meaning(&self, state: &Self::State, action: &Self::Action) -> Option<String> {
            $crate::command::Vocabulary::meaning_of(self, state, action)
        }

        fn usages(&self) -> Vec<$crate::host::Usage> {
            $crate::command::usages::<Self>()
        }

        fn complete(&self, state: &Self::State, seat: $crate::Seat, text: &str) -> Vec<String> {
            $crate::command::complete(self, state, seat, text)
        }

        fn complete_amendment(&self, state: &Self::State, text: &str) -> Vec<String> {
            $crate::command::complete_amendment(self, state, text)
        }

        fn about(&self, state: &Self::State, action: &Self::Action) -> Vec<(&'static str, String)> {
            $crate::command::about(self, state, action)
        }
    };
}
