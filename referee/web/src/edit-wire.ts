/** What the editor's page and the server say to each other, where it is more than the table says. */
import type { Picture, Point, Reply } from './wire';

/** The folder that is edited. */
export interface Home {
  folder: string;
  open: string | null;
  files: FileEntry[];
  maps: string[];
  fresh: Fresh[];
}
export interface FileEntry {
  path: string;
  game: string | null;
  kind: string;
  faults: number | null;
}
/** A file that can be begun; of a copy, what it is a copy of. */
export interface Fresh {
  game: string;
  title: string;
  kind: string;
  says: string;
  of: string | null;
}

/** A file's text; without a stamp it was never saved. */
export interface FileText {
  path: string;
  text: string;
  stamp: string | null;
  game: string;
  kind: string;
  notes: string[];
}

/** The file on disk is another by now. */
export interface Conflict {
  says: string;
  text: string;
  stamp: string;
}

/** A mistake in a text; lines and columns from 1, widths in characters. */
export interface Mistake {
  path: string;
  line: number;
  column: number;
  width: number;
  says: string;
  expected: string | null;
  suggestion: string | null;
  at: Point | null;
}

export type Takes = 'cells' | 'side' | 'corners' | 'rect' | 'disc' | 'line' | 'place' | 'thing' | 'nothing';

/** Something to draw with. */
export interface Tool {
  id: string;
  group: string;
  name: string;
  says: string;
  colour: string | null;
  takes: Takes;
  brushes: boolean;
  turns: boolean;
}

/** A shape of several cells: for each sixth of a turn, how far its middles are from the cell pointed at. */
export interface Brush {
  id: string;
  name: string;
  steps: Point[][];
}

/** The cells of a map that has cells: all that may be drawn on, and the corners of one around its middle. */
export interface Grid {
  middles: Point[];
  outline: Point[];
  brushes: Brush[];
}

/** A point that can be dragged, and the row of the file it is a part of. */
export interface Handle {
  field: string;
  row: string;
  at: Point;
}

/** The lines of the text that say a thing, from 1. */
export interface Row {
  thing: string;
  field: string;
  line: number;
  to_line: number;
}

/** A question about what is held; `UNIT` and `OTHER` stand for it. */
export interface HeldQuestion {
  name: string;
  says: string;
  line: string;
  places: number;
}

/** A text as the editor shows it. */
export interface Sketch {
  game: string;
  title: string;
  kind: string;
  size: string;
  /** 0 where heights are not built of levels. */
  levels: number;
  /** In what places are measured; nothing where cells are counted. */
  unit: string | null;
  /** Nothing where it cannot be drawn. */
  scene: Picture | null;
  faults: Mistake[];
  tools: Tool[];
  grid: Grid | null;
  handles: Handle[];
  rows: Row[];
  units: { name: string; says: string }[];
  questions: HeldQuestion[];
  /** Forms of other programs' maps that it can be made into, as their files end. */
  exports: string[];
}

/** What a hand did with a tool; places are those of the picture. */
export interface Stroke {
  tool: string;
  points?: Point[];
  turn?: number;
  level?: number | null;
  brush?: string | null;
  size?: number | null;
  snap?: number | null;
  field?: string | null;
  fields?: string[];
  by?: Point | null;
  count?: number | null;
}

/** What came of a stroke; `shift` is how far it moved everything in the picture. */
export interface Stroked {
  text: string;
  says: string;
  sketch: Sketch;
  shift: Point;
}

export interface HeldAt {
  unit: string;
  seat: number;
  at: Point;
}

export interface FormChoice {
  value: string;
  says: string;
}
export type FormControl =
  | { kind: 'truth' | 'word' | 'group' }
  | { kind: 'number'; whole: boolean; least: number | null; most: number | null }
  | { kind: 'choice' | 'words'; of: FormChoice[]; open: boolean }
  | { kind: 'text'; of: FormChoice[] };

/** A field of a file; its path says where it is, or would be, written. */
export interface FormField {
  field: string;
  name: string;
  title: string;
  says: string;
  rules: string[];
  control: FormControl;
  range: string;
  needed: boolean;
  /** What the file says; nothing where it says nothing. */
  value: string | null;
  default: string | null;
  /** What is said elsewhere: in the table beneath house rules, or by each edition. */
  elsewhere: [string, string][];
  fields: FormField[];
  places: [number, number][];
}

export interface FormRow {
  row: string;
  name: string;
  says: string;
  standing: 'own' | 'added' | 'changed' | 'removed' | 'kept';
  lines: [number, number] | null;
}
export interface FormTable {
  list: string;
  title: string;
  says: string;
  rows: FormRow[];
}
export interface OpenRow extends FormRow {
  list: string;
  rules: string[];
  fields: FormField[];
}
export interface RuleNote {
  name: string;
  says: string;
  source: string;
}

/** A file as a form, with the rules it names and what is wrong, by field. */
export interface FormShown {
  form: { kind: string; title: string; says: string; fields: FormField[]; tables: FormTable[]; row: OpenRow | null };
  rules: Record<string, RuleNote>;
  faults: Record<string, string[]>;
}

export type FormEdit =
  | { do: 'write'; field: string; value: string }
  | { do: 'clear'; field: string }
  | { do: 'add'; list: string; like?: string; name?: string }
  | { do: 'remove' | 'restore'; row: string };

export interface FormEdited {
  text: string;
  says: string;
  row: string | null;
}

/** Conformance scenarios that would say otherwise. */
export interface Effects {
  of: number;
  ran: number;
  says: string;
  otherwise: { path: string; says: string; rules: string[]; differs: string; line: number }[];
}

export interface RowChange {
  name: string;
  before: string[] | null;
  after: string[] | null;
}

/** What is answered about held units before a change and after it. */
export interface BeforeAfter {
  scene: Picture | null;
  fields: string[];
  on: string;
  units: { name: string; says: string }[];
  questions: HeldQuestion[];
  before: Reply | null;
  after: Reply | null;
  differing: RowChange[];
}

/** A place of a map, as a fight finds it. */
export interface Fought {
  name: string;
  at: Point;
  sees: number | null;
  choke: boolean;
  cut_off: boolean;
  turns: (number | null)[];
}

/** What a map is like to fight on. */
export interface Overlooked {
  says: string[];
  starts: string[];
  places: Fought[];
}

/** What one unit could do to another, place by place. */
export interface Threatened {
  says: string;
  of: string;
  places: { name: string; at: Point; value: number; says: string }[];
}

/** On what sheets a map is printed. */
export type Sheets = 'whole' | 'levels' | 'tiled';
