/** What goes over the wire, made from openapi.json by `npm run types`: change nothing here. */

/** A place of the picture. */
export type Point = [number, number];

/** The same battle once more. */
export type Again = {
  /** Whether each takes the next seat: of two, each the other's. */
  swap?: boolean;
};

/** A text to be shown as a form. */
export type AsForm = {
  /** The file's path from the folder. */
  path: string;
  /** The row that is open. */
  row?: string | null;
  /** What it says. */
  text: string;
};

/** A question: may something be done, and what are the odds; or anything the game can be asked. */
export type Ask = {
  /** A place of the picture that a hand points at: then the line's action is meant, but there. The headline of the answer says that action. */
  at?: Point | null;
  /** As it would be typed: an action (is it legal, and why not), or a question. */
  line: string;
  /** Whether an empty answer will do where the line means nothing here, such as the odds of what is left to no chance. */
  or_nothing?: boolean;
  /** What a hand picked, the last of it in vain: asked is, beside the line, which may then be empty, why nothing can be done with it. */
  picked?: string[];
  /** For which seat. */
  seat?: number | null;
};

/** What the game waits for. */
export type AskedFor = {
  kind: "choice";
  /** The rule that asks. */
  rule: string;
  /** The question. */
  says: string;
  /** Whether others must not see the decision. */
  sealed: boolean;
  /** Who has not decided yet. */
  seats: number[];
} | {
  /** The dice, in the order in which faces are given. */
  groups: DiceAsked[];
  kind: "roll";
  /** The rule that asks. */
  rule: string;
  /** Where the numbers of dice come from, line by line. */
  why: string[];
} | {
  kind: "over";
  /** Who won; nobody in a draw. */
  winners: number[];
} | {
  kind: "free";
};

/** A battle that may be played. */
export type Battle = {
  /** What each of them fights with, in a few words; empty where it is not known yet. */
  armies: string[];
  /** Its name, as typed. */
  name: string;
  /** What it is, in one line; may be empty. */
  says: string;
  /** The names of its seats. */
  seats: string[];
  /** What its scenario calls it, as it stands over its table. */
  title: string;
};

/** What is answered before a change and after it. */
export type BeforeAfter = {
  after?: Reply | null;
  before?: Reply | null;
  /** Why there is none. */
  before_not?: string | null;
  /** The rows that differ. */
  differing: RowChange[];
  /** The battlefields there are. */
  fields: string[];
  /** The one that is shown. */
  on: string;
  /** What can be asked. */
  questions: HeldQuestion[];
  scene?: Picture | null;
  /** What can be held over it. */
  units: HeldUnit[];
};

/** What is to be begun. */
export type Begin = {
  /** The game. */
  game: string;
  /** What is begun. */
  kind: string;
  /** The built-in file of that kind that it is a copy of. */
  of?: string | null;
};

/** How far a table is, for whoever holds a link to it. */
export type Brief = {
  /** Whether the game is over. */
  over: boolean;
  /** Who is waited for, by name. */
  waits_for: string[];
  /** When it is, as the game counts; may be empty. */
  when: string;
  /** Who won, by name; nobody in a draw. */
  winners: string[];
  /** The names of those who sit at other seats, as far as they said. */
  with?: string[];
  /** Whether whoever holds the link won; nothing for whoever has no seat, or all of them. */
  won?: boolean | null;
  /** Whether whoever holds the link is waited for. */
  yours: boolean;
};

/** A scenario of one's own, as it was read. */
export type Brought = {
  /** What is fought in it. */
  battle: Battle;
  /** What people call its game. */
  game: string;
  /** Where it is a battlefield alone, for how many points two usually pick their armies on it. */
  points?: number | null;
};

/** A shape of several cells that is put down at once. */
export type Brush = {
  /** How a stroke names it. */
  id: string;
  /** What people call it. */
  name: string;
  /** For each sixth of a turn, how far the middles of its cells are from that of the cell pointed at. */
  steps: Point[][];
};

/** A card, unit or die. */
export type Card = {
  /** Its name, as typed. */
  name: string;
  /** Its numbers. */
  numbers: Number[];
  /** What it can do beyond its numbers. */
  powers: Power[];
  /** What kind of thing it is, in a line. */
  says: string;
  /** Its name in print. */
  title: string;
};

/** A way to change the position. */
export type ChangeEntry = {
  /** Whether the first of those words may be the name that was asked about. */
  fits: boolean;
  /** What it does. */
  says: string;
  /** How it is typed; words in capitals stand for what it is about. */
  usage: string;
};

/** A part of what a picture tells, by which a viewer may look at it: heights, kinds of ground, zones. */
export type Chart = {
  /** `words` are written on things, things are tinted (`tint`), both until then on none; `shapes` of the picture may be left out. */
  drawing: string;
  /** What is alike in it. */
  groups: Charted[];
  /** What it tells. */
  name: string;
};

/** What is alike in a chart. */
export type Charted = {
  /** Its colour. */
  colour?: string | null;
  /** The shapes it is drawn by: each from one, up to but not another. */
  shapes: number[][];
  /** The things it is about, by their numbers in the picture. */
  things: number[];
  /** What is written on it, and said of it in a legend. */
  words: string;
};

/** A question about units held over a map, asked before a change and after it. */
export type Compare = {
  /** The units, the one that is asked about first; without any the map alone is shown. */
  held?: HeldAt[];
  /** The question, with `UNIT` and `OTHER` for the first and second of them. */
  line?: string;
  /** The battlefield: a path in the folder, or the name of one that is built in; by default the game's first. */
  on?: string | null;
  /** The file's path from the folder. */
  path: string;
  /** What it says. */
  text: string;
};

/** Somebody else saved the file meanwhile: nothing was written. */
export type Conflict = {
  /** In one sentence. */
  says: string;
  /** What it is now. */
  stamp: string;
  /** What the file says now. */
  text: string;
};

/** What a correction changed. */
export type Correction = {
  /** Why, as far as whoever corrected it said. */
  because?: string | null;
  /** The number of the line that was wrong. */
  line: number;
  /** Its number in the record. */
  number: number;
  /** The lines that read otherwise since, or no longer stand, as they were before. */
  were: LogLine[];
};

/** A line of dice that were told wrongly. */
export type Corrects = {
  /** The number of the line. */
  line: number;
  /** What it should say, as it is typed. */
  says: string;
};

/** A decision that is in and still secret. */
export type Decided = {
  /** What it is, for whoever made it. */
  says?: string | null;
  /** Whose. */
  seat: number;
};

/** A proposal that came to nothing. */
export type Declined = {
  /** Why, in their words. */
  because?: string | null;
  /** Who asked for it, in words. */
  by: string;
  /** Whether it would have put dice right. */
  corrects: boolean;
  /** Whether it was a draw. */
  draw: boolean;
  /** The number it had. */
  number: number;
  /** Whether nobody said no: somebody else went on while it waited. */
  went_on: boolean;
  /** Who did not agree, withdrew it, or went on instead of answering, in words. */
  who: string;
  /** Whether it was withdrawn. */
  withdrawn: boolean;
  /** Whether that is whoever looks. */
  yours: boolean;
};

/** Dice of one kind that are asked for. */
export type DiceAsked = {
  /** What they are called: a player, or nobody where nobody leads what is rolled for. */
  by: string;
  /** How many. */
  count: number;
  /** Which die. */
  die: string;
  /** The names of its faces, in order. */
  faces: string[];
  /** What lies there already, by the numbers of faces, while dice of others are waited for. */
  lies: number[];
  /** Which faces count, where all that count do so alike. */
  needs?: string | null;
  /** What for. */
  says: string;
  /** Who rolls. */
  seat: number;
};

/** What came of an input. */
export type Done = {
  /** How many lines the record has by it: who is shown as many has been shown what came of it. */
  after: number;
  answer?: Reply | null;
  /** What is to be said of it; may be empty. */
  says: string;
};

/** A text to be drawn on. */
export type Draw = {
  /** Up to which level it is drawn. */
  level?: number | null;
  /** The file's path from the folder. */
  path: string;
  /** What the hand did. */
  stroke: ToolStroke;
  /** What it says. */
  text: string;
};

/** A shape, in plan units (x to the right, y down). */
export type Drawn = (Stroke) & ({
  /** Its corners. */
  points: Point[];
}) & ({
  kind: "polygon";
}) | (Stroke) & ({
  /** The middle. */
  centre: Point;
  /** The radius. */
  radius: number;
}) & ({
  kind: "circle";
}) | (Stroke) & ({
  /** From corner to corner. */
  points: Point[];
}) & ({
  kind: "line";
}) | {
  /** The middle of the words. */
  at: Point;
  /** The colour of the letters. */
  colour: string;
  kind: "text";
  /** Height of a letter. */
  size: number;
  /** What is written. */
  words: string;
};

/** What comes of running scenarios with a change and without it. */
export type Effects = {
  /** How many scenarios there are. */
  of: number;
  /** Those that would say otherwise. */
  otherwise: Otherwise[];
  /** How many were run in the time there was. */
  ran: number;
  /** What came of it, in one sentence. */
  says: string;
};

/** A map to be made into another program's, as it is in the editor. */
export type Export = {
  /** One of the forms that the sketch of the map names. */
  form: string;
  /** The file's path from the folder. */
  path: string;
  /** What it says. */
  text: string;
};

/** A map in another program's form. */
export type ExportedMap = {
  /** The file. */
  bytes: number[];
  /** What of the map the form cannot say, one thing a line. */
  lost: string[];
};

/** Why something was not done. Nothing changed. */
export type Fault = {
  /** The grounds, where rules forbid it. */
  grounds: string[];
  /** What was probably meant, or would be legal. */
  instead: string[];
  /** Whether a judge may let it through. */
  may_be_overruled: boolean;
  /** In one sentence. */
  says: string;
};

/** An edit of a form. */
export type FieldEdit = {
  do: "write";
  /** Which. */
  field: string;
  /** What it says from now on, as it stands in its control. */
  value: string;
} | {
  do: "clear";
  /** Which. */
  field: string;
} | {
  do: "add";
  /** The row that it is made of. */
  like?: string | null;
  /** The list. */
  list: string;
  /** Its name; by default one that is free. */
  name?: string | null;
} | {
  do: "remove";
  /** Which. */
  row: string;
} | {
  do: "restore";
  /** Which. */
  row: string;
};

/** A file of the folder. */
export type FileEntry = {
  /** How many faults it has; nothing where that was not looked at yet. */
  faults?: number | null;
  /** The game it belongs to. */
  game?: string | null;
  /** What it is. */
  kind: string;
  /** Its path from the folder. */
  path: string;
};

/** A file's text. */
export type FileText = {
  /** The game it belongs to. */
  game: string;
  /** What it is. */
  kind: string;
  /** What is to be known of it, such as what an import left out. */
  notes: string[];
  /** Its path from the folder. */
  path: string;
  /** What the file on disk was when it was read; nothing where there is none yet. */
  stamp?: string | null;
  /** What it says. */
  text: string;
};

/** A file as a form. */
export type Form = {
  /** The fields that stand in no table. */
  fields: FormField[];
  /** The kind of file, as in [`FileForm::kind`]. */
  kind: string;
  /** The row that is open. */
  row?: OpenRow | null;
  /** What it holds. */
  says: string;
  /** The tables. */
  tables: FormTable[];
  /** What people call it. */
  title: string;
};

/** A name that may stand in a field. */
export type FormChoice = {
  /** What it means. */
  says: string;
  /** As it is written. */
  value: string;
};

/** How a field is filled in. */
export type FormControl = {
  kind: "truth";
} | {
  kind: "number";
  /** The least. */
  least?: number | null;
  /** The most. */
  most?: number | null;
  /** Whether it is whole. */
  whole: boolean;
} | {
  kind: "word";
} | {
  kind: "choice";
  /** The names. */
  of: FormChoice[];
  /** Whether others are taken. */
  open: boolean;
} | {
  kind: "words";
  /** The names, where only some are known. */
  of: FormChoice[];
  /** Whether others are taken. */
  open: boolean;
} | {
  kind: "group";
} | {
  kind: "text";
  /** What may stand there. */
  of: FormChoice[];
};

/** An edit of a form. */
export type FormEdit = {
  /** What is done. */
  edit: FieldEdit;
  /** The file's path from the folder. */
  path: string;
  /** The row that is open. */
  row?: string | null;
  /** What it says. */
  text: string;
};

/** What came of an edit. */
export type FormEdited = {
  /** Comments and texts of several lines that are gone with it, though nobody wrote over them. */
  loses: string[];
  /** The row that is open from now on. */
  row?: string | null;
  /** What was done, in words. */
  says: string;
  /** The text from now on. */
  text: string;
};

/** A field of a form. */
export type FormField = {
  /** How it is filled in. */
  control: FormControl;
  /** What holds where the file says nothing. */
  default?: string | null;
  /** What it says elsewhere: in the table beneath house rules, or in each edition. */
  elsewhere: [string, string][];
  /** Where it is written, as a path in the file. */
  field: string;
  /** The fields inside it. */
  fields: FormField[];
  /** Whether it can only be written in the text of the file. */
  in_text: boolean;
  /** Its first and last line in the file, of a value that is shown as it is written there. */
  lines?: [number, number] | null;
  /** Its name in the file. */
  name: string;
  /** Whether it has to be there. */
  needed: boolean;
  /** Where its value and its key stand, line and column from 1. */
  places: [number, number][];
  /** What may stand there, in words. */
  range: string;
  /** The rules behind it, by id. */
  rules: string[];
  /** What it means. */
  says: string;
  /** What people call it. */
  title: string;
  /** What the file says. */
  value?: string | null;
};

/** A row of a table. */
export type FormRow = {
  /** Its first and last line in the file, where it is written there. */
  lines?: [number, number] | null;
  /** Its name. */
  name: string;
  /** Where it is written, or would be, as a path in the file. */
  row: string;
  /** What it says, in short. */
  says: string;
  /** How it stands to the table beneath. */
  standing: FormStanding;
};

/** A text as a form. */
export type FormShown = {
  /** What is wrong at a field, by the field's path. */
  faults: Record<string, string[]>;
  /** Its fields and tables. */
  form: Form;
  /** The rules that it names, by id. */
  rules: Record<string, RuleNote>;
};

/** How a row stands to the table that house rules are laid over. */
export type FormStanding = "own" | "added" | "changed" | "removed" | "kept";

/** A list of rows. */
export type FormTable = {
  /** The list, as a path in the file. */
  list: string;
  /** Its rows. */
  rows: FormRow[];
  /** What it holds. */
  says: string;
  /** What people call it. */
  title: string;
};

/** What a place is to a fight. */
export type Fought = {
  /** Where it is in the picture. */
  at: Point;
  /** Whether the ground falls into parts without it. */
  choke: boolean;
  /** Whether it cannot be reached from the largest part of the ground. */
  cut_off: boolean;
  /** Its name. */
  name: string;
  /** Share of the looks from there that see something; nothing where nobody looked. */
  sees?: number | null;
  /** How many turns it is from each start zone; nothing where there is no way. */
  turns: (number | null)[];
};

/** A kind of file that can be begun. */
export type Fresh = {
  /** The game. */
  game: string;
  /** What is begun. */
  kind: string;
  /** The built-in file that it is a copy of; nothing for what begins empty or at random. */
  of?: string | null;
  /** What it is, in words. */
  says: string;
  /** What people call it. */
  title: string;
};

/** A game and its battles. */
export type GameEntry = {
  /** The battles that are built in, the one to begin with first. */
  battles: Battle[];
  /** The battlefields on which two may pick their armies; none where the game lets nobody pick. */
  fields: Battle[];
  /** Its name, as typed. */
  name: string;
  /** For how many points they usually do. */
  points?: number | null;
  /** What people call it. */
  title: string;
};

/** A map on which bots are to play, and who won how often before. */
export type Games = {
  /** The file's path from the folder. */
  path: string;
  /** What came of the games so far; more are added to it. */
  so_far?: Won;
  /** What it says. */
  text: string;
};

/** The cells of a map that has cells. */
export type Grid = {
  /** The shapes there are. */
  brushes: Brush[];
  /** The middles of all cells that may be drawn on, also where nothing is yet. */
  middles: Point[];
  /** The corners of a cell around its middle. */
  outline: Point[];
};

/** A point that can be dragged. */
export type Grip = {
  /** Where it is. */
  at: Point;
  /** The field that says where it is. */
  field: string;
  /** The field of the row it is a part of. */
  row: string;
};

/** A unit held over a map. */
export type HeldAt = {
  /** Over which place of the picture. */
  at: Point;
  /** For which seat, from 0. */
  seat: number;
  /** Its name. */
  unit: string;
};

/** A question about what is held. */
export type HeldQuestion = {
  /** As it is typed, with `UNIT` and `OTHER`. */
  line: string;
  /** What it is called. */
  name: string;
  /** How many units are held. */
  places: number;
  /** What it tells. */
  says: string;
};

/** A unit that can be held. */
export type HeldUnit = {
  /** Its name. */
  name: string;
  /** What it is. */
  says: string;
};

/** A question about units held over a map. */
export type Hold = {
  /** The units, the one that is asked about first. */
  held: HeldAt[];
  /** The question, with `UNIT` and `OTHER` for the first and second of them. */
  line: string;
  /** The file's path from the folder. */
  path: string;
  /** What it says. */
  text: string;
};

/** The folder that is edited. */
export type Home = {
  /** The tables in the folder. */
  files: FileEntry[];
  /** The folder, as it was named. */
  folder: string;
  /** What can be begun. */
  fresh: Fresh[];
  /** Maps of other programs in the folder: each opens as a new battlefield. */
  maps: string[];
  /** The file that was named when the editor was started. */
  open?: string | null;
};

/** A way into a table: whoever has it may do what it says. */
export type Link = {
  /** Its secret. */
  key: string;
  /** The path of its page. */
  path: string;
  /** For whom it is, in words. */
  whose: string;
};

/** What may be played here. */
export type Lobby = {
  /** What tells the data here from other data: pictures of battles (`/api/battles/NAME/picture.svg?of=DIGEST`) are kept by it. */
  digest: string;
  /** Whether this is the server of an editor, which is at `/edit`. */
  editor: boolean;
  /** The games, each with its battles. */
  games: GameEntry[];
  /** The address under which others in the network reach it, where it listens to them. */
  network?: string | null;
  /** The program's version. */
  version: string;
  /** The hosts at which a table's webhook may be; none are called where there are none. */
  webhook_hosts: string[];
};

/** A line of the log. */
export type LogLine = {
  /** The rules that the judge set aside to let it through. */
  against?: string[];
  /** Whose decision it was; nobody's where dice fell, or several decided. */
  by?: number | null;
  /** How many inputs count up to and with it. */
  counted: number;
  /** Whether the judge put it in for somebody else. */
  entered?: boolean;
  /** How many of the last of these tell what it came to. */
  gist: number;
  /** Its number in the record. */
  number: number;
  /** What was put in. */
  says: string;
  /** Who decided together, in secret from one another. */
  together?: number[];
  /** What happened. */
  told: ToldLine[];
};

/** A text to be looked at, as it is in the editor. */
export type Look = {
  /** Up to which level it is drawn; by default all of it. */
  level?: number | null;
  /** The file's path from the folder. */
  path: string;
  /** What it says. */
  text: string;
};

/** One number of an answer. */
export type MeasuredAs = {
  /** Of what. */
  of: string;
  /** As people read it. */
  says: string;
  /** The number. */
  value: number;
};

/** A mistake in the text. */
export type Mistake = {
  /** Where it stands on the map. */
  at?: Point | null;
  /** From 1, in characters. */
  column: number;
  /** What would have been right. */
  expected?: string | null;
  /** From 1. */
  line: number;
  /** The file, where it is another one. */
  path: string;
  /** What is wrong. */
  says: string;
  /** What to write instead. */
  suggestion?: string | null;
  /** How many characters are meant. */
  width: number;
};

/** A moment to go on from. */
export type Moment = {
  /** How many inputs count there. */
  at: number;
};

/** A thing of the picture. */
export type Named = {
  /** What there is to know about it: letters and words each. */
  badges: string[][];
  /** The card, unit or die it is, by its name in the tables of the game. */
  card?: string | null;
  /** From which height to which it reaches, in plan units over the table. */
  heights: Point;
  /** As it would be typed. */
  id: string;
  /** `ground`. */
  layer: string;
  /** Whose it is. */
  owner?: number | null;
  /** The name of a whole that it is a part of: whoever points at it points at the whole, where that is asked for. */
  part_of?: string | null;
  /** Which shapes are its: from this one, up to but not that one. */
  shapes: number[];
  /** What it is, in words. */
  words: string;
};

/** A table to be opened. */
export type NewTable = {
  /** The battle's name, or a game's for its first. */
  battle?: string;
  /** Whether spectators see the table as it was when the turn began. */
  delayed?: boolean;
  /** `seeded`, or `typed` for dice that fall on a real table. */
  dice?: string;
  /** Whether somebody judges who does not play: they get a link of their own. */
  judge?: boolean;
  /** Points for which two pick their armies on a battlefield, which `battle` names or `scenario` is; where it is no battlefield, or the game lets nobody pick, no table is opened. */
  muster?: number | null;
  /** What whoever sits there is called, in seat order, for all at the table to read: at most 24 letters each; empty where they are called by their seats alone. */
  names?: string[];
  /** Where that scenario lies in the folder that is edited here, if it does: what lies beside it may be named in it. */
  path?: string | null;
  /** Who sits where, in seat order. Seats that are not named are bots. */
  players?: string[];
  /** Whether it is a referee's table, where nobody's turn it is. */
  referee?: boolean;
  /** A scenario of one's own, as text (YAML); then `battle` only names its file. */
  scenario?: string | null;
  /** A seed for dice and bots; by default one that nobody can guess. */
  seed?: number | null;
  /** An address that is told who is waited for; whoever runs the server lists the hosts it may be at. */
  webhook?: string | null;
};

/** Words that somebody wrote into the record, for everybody to read. */
export type Note = {
  /** Its number in the record. */
  number: number;
  /** The words, with who wrote them. */
  says: string;
};

/** A number of a card. */
export type Number = {
  /** How much; also words, such as the faces of a die. */
  is: string;
  /** What it is of. */
  what: string;
};

/** An action that may be taken. */
export type Offer = {
  /** What it is about, in the order in which a hand would pick. */
  about: Pick[];
  /** What it does, where those words do not tell it. */
  meaning?: string | null;
  /** As it would be typed. */
  says: string;
  /** For which seat. */
  seat: number;
  /** The same in few words, where those are many. */
  short?: string | null;
};

/** The actions that are offered. */
export type Offers = {
  /** The actions. */
  actions: Offer[];
  /** Whether these are all there is. */
  complete: boolean;
  /** Things with which the same may be done as with members of the same whole that are listed. */
  unlisted: string[];
};

/** A row with its fields. */
export type OpenRow = {
  /** Its fields. */
  fields: FormField[];
  /** Its first and last line in the file, where it is written there. */
  lines?: [number, number] | null;
  /** The list it stands in. */
  list: string;
  /** Its name. */
  name: string;
  /** Where it is written, or would be, as a path in the file. */
  row: string;
  /** The rules that it names. */
  rules: string[];
  /** What it says, in short. */
  says: string;
  /** How it stands to the table beneath. */
  standing: FormStanding;
};

/** A scenario that would say otherwise. */
export type Otherwise = {
  /** What differs. */
  differs: string;
  /** The line of it that no longer holds. */
  line: number;
  /** Where it lies. */
  path: string;
  /** The rules it names. */
  rules: string[];
  /** What it shows. */
  says: string;
};

/** A map that is to be looked over. */
export type Overlook = {
  /** The file's path from the folder. */
  path: string;
  /** What it says. */
  text: string;
};

/** What a map is like to fight on. */
export type Overlooked = {
  /** Each place. */
  places: Fought[];
  /** In words, a line each. */
  says: string[];
  /** The start zones, in the order of the turns of each place. */
  starts: string[];
};

/** The part of a turn that is under way. */
export type PhaseEntry = {
  /** The seats whose turns come after the present one, in order, where that is not plain. */
  next?: number[];
  /** The rule that tells how it goes, by its id. */
  rule: string;
  /** What people call it, in a word or two. */
  says: string;
};

/** Something an action is about. */
export type Pick = {
  /** Where it is in the picture, if it is a place and no thing. */
  at?: Point | null;
  /** What is asked for, as it goes on after "pick". */
  slot: string;
  /** Its name: the id of a thing of the picture, or words. */
  thing: string;
};

/** The picture: shapes from the ground up, and the things they belong to. */
export type Picture = {
  /** What a viewer may have drawn over it, or left out; nothing where that is as it was sent. */
  charts?: Chart[] | null;
  /** The shapes from there on. */
  shapes: Drawn[];
  /** How many shapes before these are as they were sent. */
  shapes_from: number;
  /** The things from there on. */
  things: Named[];
  /** How many things before these are as they were sent. */
  things_from: number;
};

/** Something that a card can do beyond its numbers. */
export type Power = {
  /** Whether the table keeps it; else those who play do. */
  built: boolean;
  /** Its name. */
  name: string;
  /** The rule it is; may be empty. */
  rule: string;
  /** What it does. */
  says: string;
};

/** A map to be printed, as it is in the editor. */
export type Print = {
  /** `pdf`. */
  form: string;
  /** `a4` or `letter`. */
  paper: string;
  /** The file's path from the folder. */
  path: string;
  /** All of it on one sheet, or otherwise. */
  sheets: Sheets;
  /** What it says. */
  text: string;
};

/** A take-back, or a draw, that waits for consent. */
export type Proposal = {
  /** Why it is not free. */
  because: string;
  /** Who asks for it, in words, with the names of persons. */
  by: string;
  corrects?: Corrects | null;
  /** Whether it is a draw. */
  draw: boolean;
  /** How many inputs would still count. */
  keep: number;
  /** Its number, which is sent back with consent to it. */
  number: number;
  /** Why it is proposed, in the words of whoever asks for it. */
  says?: string | null;
  /** Whose consent is missing. */
  waits_for: number[];
  /** Whether that is whoever looks. */
  yours: boolean;
};

/** Something put in: exactly one thing, with what goes beside it: when, for whom, where, of which proposal, why. */
export type Put = {
  /** How many lines of the record whoever sends this has seen; another number is refused, so that nobody answers a question that is no longer asked. */
  after?: number | null;
  /** A place of the picture that a hand points at: it is typed at the end of the line, before a reason. */
  at?: Point | null;
  /** Why, for all at the table to read. What is taken back, or a draw, is proposed for it; where nobody has to agree, nobody is told. Alone with the number of a proposal it says afterwards why that was made. With a no it says why somebody does not agree. A line that is corrected has it as a note beside it, and another word of a judge as its reason, where the line gives none. */
  because?: string | null;
  /** Words to the others. */
  chat?: string | null;
  /** Yes or no to the take-back or the draw that is proposed. */
  consent?: boolean | null;
  /** Let a bot take the decision that is asked for, in one's place. */
  decide?: boolean;
  /** Faces of the dice asked for, die by die, by their numbers among the die's faces: of all of them, or of those of `seat` alone. These lie there for all to see until the others' are told, too. */
  faces?: number[] | null;
  /** Take back, so that this many inputs still count. */
  keep?: number | null;
  /** Anything that could be typed at the prompt: an action, dice. */
  line?: string | null;
  /** What whoever sends this is called, for all at the table to read beside the letter of their seats, or of `seat`: at most 24 letters; an empty name is none. */
  name?: string | null;
  /** The number of the proposal that is meant: where another came in its place, nothing is agreed to. */
  proposal?: number | null;
  /** For which seat; by default the one that is asked. */
  seat?: number | null;
};

/** A change of the position that puts something down. */
export type PutDown = {
  /** Whether a place follows: the name of a thing of the picture, or one that a hand points at. */
  aims: boolean;
  /** How it is typed; where it goes to a place, up to that place. */
  line: string;
  /** What it does, as people say it. */
  says: string;
};

/** A question that may be asked. */
export type QuestionEntry = {
  /** Whether what it asks about lies in the tables of the game, not on the board. */
  of_tables: boolean;
  /** What it tells. */
  says: string;
  /** How it is typed. */
  usage: string;
};

/** A table at which a battle is fought once more. */
export type RematchEntry = {
  /** Who opened it, as they are called at the table before. */
  by: string;
  /** Whether each took the next seat: of two, each the other's. */
  swap: boolean;
};

/** An answer. */
export type Reply = {
  /** The pieces that an action moves, where they will stand. */
  after: Drawn[];
  /** Every ground. */
  all: string[];
  /** The grounds, what decides first. */
  grounds: string[];
  /** In one line. */
  headline: string;
  /** What would be legal instead, as it would be typed. */
  instead: string[];
  /** Averages and single chances. */
  means: MeasuredAs[];
  /** Of how many plays the odds are a sample. */
  plays?: number | null;
  /** A table: its head, then its rows. */
  rows: string[][];
  scene?: Picture | null;
  /** What is drawn over the board. */
  shapes: Drawn[];
  /** What should be known before it is done. */
  warnings: string[];
  /** Yes or no, where there is such an answer. */
  yes?: boolean | null;
};

/** What whoever looks may do. */
export type Role = {
  /** Whether they judge: amend, overrule, answer, correct. */
  judge: boolean;
  /** In words. */
  says: string;
  /** The seats they decide for. */
  seats: number[];
};

/** A row of an answer that is another after a change. */
export type RowChange = {
  /** As it is; nothing where it is gone. */
  after?: string[] | null;
  /** As it was; nothing where it is new. */
  before?: string[] | null;
  /** What it is about: the first cell. */
  name: string;
};

/** A rule that stands behind a field. */
export type RuleNote = {
  /** Its name. */
  name: string;
  /** What it says. */
  says: string;
  /** Where it was read. */
  source: string;
};

/** Words said at the table. */
export type Said = {
  /** Who says it. */
  by: string;
  /** What. */
  words: string;
};

/** A text to be saved. */
export type Save = {
  /** The file's path from the folder. */
  path: string;
  /** What the file on disk was when this was begun; nothing for a file that is new. */
  stamp?: string | null;
  /** What it says from now on. */
  text: string;
};

/** A text that was saved. */
export type Saved = {
  /** What the file on disk is now. */
  stamp: string;
};

/** Who sits where. */
export type SeatEntry = {
  /** What whoever sits there is called, if they said. */
  called?: string | null;
  /** The colour of what is theirs. */
  colour: string;
  /** Its name. */
  name: string;
  /** Who decides. */
  player: string;
  /** How many look at the table as this seat. */
  present: number;
  /** The seat's number. */
  seat: number;
};

/** A table that was opened, and the links to it. They are told this once. */
export type Seated = {
  /** One link for each who may come, the opener's own first. */
  links: Link[];
  /** The table's name in addresses. */
  table: string;
};

/** On what sheets a map is printed. */
export type Sheets = "whole" | "levels" | "tiled";

/** A text as the editor shows it. */
export type Sketched = {
  /** Forms of other programs' maps that it can be made into, as their files end. */
  exports: string[];
  /** What is wrong. */
  faults: Mistake[];
  /** The game it belongs to. */
  game: string;
  grid?: Grid | null;
  /** What can be dragged. */
  handles: Grip[];
  /** What it is. */
  kind: string;
  /** How many levels it has; 0 where heights are not built of levels. */
  levels: number;
  /** What can be asked of that. */
  questions: HeldQuestion[];
  /** Which lines of the text say what. */
  rows: TextLines[];
  scene?: Picture | null;
  /** How large it is, in words. */
  size: string;
  /** What people call it. */
  title: string;
  /** What can be drawn with. */
  tools: Tool[];
  /** In what places are measured; nothing where cells are counted. */
  unit?: string | null;
  /** What can be held over it. */
  units: HeldUnit[];
};

/** How one thing stands. */
export type Status = {
  /** The cards, units or dice it is, each once, by their names in the tables of the game. */
  cards?: string[];
  /** Among what it is told. */
  group: string;
  /** What it is called. */
  name: string;
  /** Whose it is, where it is part of an army. */
  owner?: number | null;
  /** The name of what it is a part of, where it is one of the same army. */
  part_of?: string | null;
  /** What is told of it, the most important first. */
  says: string[];
};

/** Something that a referee puts down, or somewhere else. */
export type StockEntry = {
  /** The line that asks for all that is known of it; may be empty. */
  asks: string;
  /** Among what it is listed. */
  group: string;
  /** Whether it lies on the table already. */
  is_down: boolean;
  /** What it is called. */
  name: string;
  /** What it is, with its numbers, in a line. */
  says: string;
  /** The ways in which it is put down. */
  ways: PutDown[];
};

/** Colours and stroke of a shape. */
export type Stroke = {
  /** Whether the outline is dashed. */
  dashed?: boolean;
  /** Colour of the inside. */
  fill?: string | null;
  /** Colour of the outline. */
  stroke?: string | null;
  /** Width of the outline in plan units. */
  width: number;
};

/** What came of a stroke. */
export type Stroked = {
  /** What was done, in words. */
  says: string;
  /** How far everything in it was moved, to make room. */
  shift: Point;
  /** The new picture. */
  sketch: Sketched;
  /** The text from now on. */
  text: string;
};

/** What a hand does with a tool. */
export type Takes = "cells" | "side" | "corners" | "rect" | "disc" | "line" | "place" | "thing" | "nothing";

/** The lines of the text that say a thing. */
export type TextLines = {
  /** The field. */
  field: string;
  /** Its first line, from 1. */
  line: number;
  /** The thing of the picture. */
  thing: string;
  /** Its last line. */
  to_line: number;
};

/** What would come of it at a place. */
export type Threat = {
  /** Where it is in the picture. */
  at: Point;
  /** The place's name. */
  name: string;
  /** As people read it. */
  says: string;
  /** The number. */
  value: number;
};

/** What one unit could do to another, place by place. */
export type Threatened = {
  /** What the numbers are. */
  of: string;
  /** The places where something would come of it. */
  places: Threat[];
  /** In one line. */
  says: string;
};

/** A question about one unit, asked for every place where another might stand. */
export type Threatens = {
  /** The question, with `UNIT` and `OTHER`. */
  line: string;
  /** The unit that might stand anywhere. */
  other: string;
  /** The file's path from the folder. */
  path: string;
  /** What it says. */
  text: string;
  /** The unit that threatens, and where it stands. */
  unit: HeldAt;
};

/** Something that happened. */
export type ToldLine = {
  /** By which rule. */
  rule: string;
  /** What. */
  says: string;
};

/** Something to draw with. */
export type Tool = {
  /** Whether it takes the shapes of a [`Grid`]. */
  brushes: boolean;
  /** What it asks before it does anything: the tools one of which is meant, the likeliest first. */
  choices: ToolChoice[];
  /** The colour of what it draws. */
  colour?: string | null;
  /** Among which tools it is shown. */
  group: string;
  /** How a stroke names it. */
  id: string;
  /** What people call it. */
  name: string;
  /** What it does, and what the rules make of it. */
  says: string;
  /** What a hand does with it. */
  takes: Takes;
  /** Whether what it draws may be turned. */
  turns: boolean;
};

/** One of the things that a tool may be meant to do. */
export type ToolChoice = {
  /** How a stroke names it. */
  id: string;
  /** What people call it. */
  name: string;
};

/** What a hand did with a tool. Places are those of the picture. */
export type ToolStroke = {
  /** The shape of a grid that is put down, by id; by default one cell. */
  brush?: string | null;
  /** How far something is moved. */
  by?: Point | null;
  /** How often, or how much. */
  count?: number | null;
  /** The field of the file that is meant, as the sketch named it. */
  field?: string | null;
  /** Several such fields, where the tool is for all of them. */
  fields?: string[];
  /** The level that is drawn on; by default the top. */
  level?: number | null;
  /** Where the hand went, or the points it set. */
  points?: Point[];
  /** How wide a line is, in units of the map. */
  size?: number | null;
  /** To which part of a unit places are rounded; by default a tenth. */
  snap?: number | null;
  /** The tool, by id. */
  tool?: string;
  /** Sixths of a turn, clockwise. */
  turn?: number;
};

/** Lines that were taken back together. */
export type Undone = {
  /** How many inputs counted when they were gone. */
  keep: number;
  /** The lines. */
  lines: LogLine[];
};

/** Everything that whoever looks may know of a table now. Over a socket only what changed is sent: see the `_from` fields. */
export type View = {
  /** How many lines the record has: what an input names as `after`. */
  after: number;
  /** What is waited for. */
  asked: AskedFor;
  /** The input up to which this shows the game; `counted`, unless an earlier moment was asked for. */
  at: number;
  /** What people said at the table; no part of the record. */
  chat: Said[];
  /** What was corrected, the latest last: the lines read otherwise since. */
  corrections: Correction[];
  /** How many inputs count. */
  counted: number;
  /** The seats whose secret decision is in. */
  decided: Decided[];
  declined?: Declined | null;
  /** Whether spectators see it as it was when the turn began; whoever looks on sees it so. */
  delayed: boolean;
  /** The edition of the rules. */
  edition: string;
  /** What of the rules went wrong where nobody was asked, so that the table stands still. */
  fault?: string | null;
  /** The game. */
  game: string;
  /** What people call it. */
  game_title: string;
  /** House rules laid over it. */
  house_rules: string[];
  /** Lines of the log, from number `log_from` on. */
  log: LogLine[];
  /** How many lines of the log before these are as they were sent. */
  log_from: number;
  /** Whether `redo` puts in again what was taken back last. */
  may_redo: boolean;
  /** What was noted, the latest last. */
  notes: Note[];
  /** What whoever looks may do now. */
  offers: Offers;
  phase?: PhaseEntry | null;
  proposal?: Proposal | null;
  /** What may be asked of the game; words in capitals stand for what is asked about. */
  questions: QuestionEntry[];
  /** Whether it is a referee's table, where nobody's turn it is. */
  referee: boolean;
  rematch?: RematchEntry | null;
  /** The rest of an action that was cut off, as it would be typed. */
  rest?: string | null;
  /** Who looks. */
  role: Role;
  /** The picture. */
  scene: Picture;
  /** The seats. */
  seats: SeatEntry[];
  /** The first word of the question that shows how far a piece may go, whose name follows. */
  shows_reach?: string | null;
  /** How everything stands. */
  status: Status[];
  /** The table's name in addresses. */
  table: string;
  /** The first word of the question that tells all of one piece, whose name follows. */
  tells_all?: string | null;
  /** The battle's title. */
  title: string;
  /** Whether dice are typed as they fall. */
  typed_dice: boolean;
  /** What was taken back, the latest last: it stays on record and counts no more. */
  undone: Undone[];
  /** Millimetres on the table of one plan unit of the picture; nothing where the table is no open one. */
  unit?: number | null;
  /** What is said aloud before the game. */
  warnings: string[];
  /** How far the game is; empty where the game does not tell it. */
  when: string;
  /** Whether whoever looks may answer it. */
  yours: boolean;
};

/** A text whose effects are wanted. */
export type Weigh = {
  /** The file's path from the folder. */
  path: string;
  /** What it says. */
  text: string;
  /** How long scenarios are run, in seconds. */
  within: number;
};

/** Who won how often. */
export type Won = {
  /** Games that nobody won alone, or that did not end. */
  drawn: number;
  /** Games played. */
  games: number;
  /** By seat. */
  seats: WonBySeat[];
};

/** How often one seat won. */
export type WonBySeat = {
  /** The least share that it would win of very many games, with 95 %. */
  least: number;
  /** The most. */
  most: number;
  /** Its name. */
  name: string;
  /** Games that it won. */
  wins: number;
};
