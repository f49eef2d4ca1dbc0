/** What goes over the wire, shape for shape as `referee/src/serve/wire.rs` has it. */

export interface Lobby { version: string; games: GameEntry[] }
export interface GameEntry { name: string; battles: Battle[] }
export interface Battle { name: string; says: string; seats: string[] }

export interface NewTable {
  battle: string;
  scenario?: string;
  players: string[];
  dice?: string;
  seed?: number;
  referee?: boolean;
  judge?: boolean;
}
export interface Seated { table: string; links: Link[] }
export interface Link { whose: string; key: string; path: string }

export interface View {
  table: string;
  game: string;
  title: string;
  edition: string;
  house_rules: string[];
  warnings: string[];
  role: Role;
  seats: SeatEntry[];
  referee: boolean;
  typed_dice: boolean;
  after: number;
  counted: number;
  at: number;
  asked: AskedFor;
  yours: boolean;
  offers: Offers;
  rest: string | null;
  scene: Picture;
  status: Status[];
  log: LogLine[];
  log_from: number;
  proposal: Proposal | null;
  chat: Said[];
}
export interface Role { says: string; seats: number[]; judge: boolean }
export interface SeatEntry { seat: number; name: string; player: string; present: number }

export type AskedFor =
  | { kind: 'choice'; seats: number[]; rule: string; says: string; sealed: boolean }
  | { kind: 'roll'; rule: string; groups: DiceAsked[]; why: string[] }
  | { kind: 'over'; winners: number[] }
  | { kind: 'free' };
export interface DiceAsked {
  seat: number;
  die: string;
  count: number;
  says: string;
  needs: string | null;
  faces: string[];
}

export interface Offers { complete: boolean; actions: Offer[] }
export interface Offer { seat: number; says: string; about: Pick[] }
export interface Pick { slot: string; thing: string; at: Point | null }

export interface Picture { shapes_from: number; shapes: Drawn[]; things_from: number; things: Named[] }
export type Point = [number, number];
export interface Stroke { fill?: string; stroke?: string; width: number; dashed?: boolean }
export type Drawn =
  | ({ kind: 'polygon'; points: Point[] } & Stroke)
  | ({ kind: 'circle'; centre: Point; radius: number } & Stroke)
  | ({ kind: 'line'; points: Point[] } & Stroke)
  | { kind: 'text'; at: Point; size: number; words: string; colour: string };
export interface Named {
  id: string;
  layer: string;
  words: string;
  owner: number | null;
  /** The thing, or the group of things, that it belongs to. */
  part_of: string | null;
  badges: [string, string][];
  heights: [number, number];
  shapes: [number, number];
}

export interface Status { group: string; name: string; says: string[] }
export interface LogLine { number: number; counted: number; says: string; told: ToldLine[] }
export interface ToldLine { says: string; rule: string }
export interface Proposal { by: string; keep: number; because: string; waits_for: number[] }
export interface Said { by: string; words: string }

export interface Put {
  after?: number;
  seat?: number;
  line?: string;
  at?: Point;
  faces?: number[];
  keep?: number;
  consent?: boolean;
  /** Let a bot take the decision that is asked for. */
  decide?: boolean;
  chat?: string;
}
export interface Done { says: string; answer: Reply | null }
export interface Ask { line: string; seat?: number; at?: Point }
export interface Reply {
  headline: string;
  yes: boolean | null;
  grounds: string[];
  all: string[];
  instead: string[];
  warnings: string[];
  rows: string[][];
  means: MeasuredAs[];
  plays: number | null;
  shapes: Drawn[];
}
export interface MeasuredAs { of: string; says: string; value: number }
export interface Fault { says: string; grounds: string[]; instead: string[]; may_be_overruled: boolean }
