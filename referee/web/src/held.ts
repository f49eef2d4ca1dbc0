/** Remembers in this browser the tables it holds links to: whoever clears them loses the way back. */
import type { Link, Seated } from './wire';

export interface Held {
  table: string;
  key: string;
  path: string;
  whose: string;
  title: string;
  game: string;
  when: number;
  /** Links for others that were told when the table was opened here. */
  links: Link[];
  /** The file of the editor that is played at the table, by its path. */
  edited: string | null;
  /** How the game ended, where that is known; a game that goes on is asked how far it is. */
  over: string;
}

const PLACE = 'umpire.tables';
const MOST = 60;

export function held(): Held[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
    return Array.isArray(read)
      ? (read as Held[]).filter((one) => one.table && one.key).map((one) => ({ ...one, over: one.over ?? '' }))
      : [];
  } catch {
    return [];
  }
}

/** As many tables as are remembered, the newest first: those of the editor go before others, then those that hold no links for others. */
export function fewer(all: Held[], most = MOST): Held[] {
  const [newest, ...others] = all;
  if (!newest || all.length <= most) return all;
  const worth = ({ edited, links }: Held) => (edited !== null ? 0 : links.length === 0 ? 1 : 2);
  const kept = new Set([...others].sort((one, other) => worth(other) - worth(one)).slice(0, most - 1));
  return [newest, ...others.filter((one) => kept.has(one))];
}

function store(all: Held[]) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(fewer(all)));
  } catch {
    // A browser that stores nothing still plays.
  }
}

/** Puts a table first, with what is newly known of it. */
export function hold(known: Partial<Held> & { table: string; key: string }) {
  const all = held();
  const before = all.find((one) => one.table === known.table && one.key === known.key);
  const blank: Held = {
    table: known.table,
    key: known.key,
    path: `/t/${known.table}/${known.key}`,
    whose: '',
    title: '',
    game: '',
    when: 0,
    links: [],
    edited: null,
    over: '',
  };
  const now: Held = { ...blank, ...before, ...known, when: Date.now() };
  store([now, ...all.filter((one) => one !== before)]);
}

/** Remembers a table that was just opened here; whoever opened it has the first link, or the judge's where they judge it. */
export function holdOpened(
  seated: Seated,
  title: string,
  game: string,
  { edited = null, judging = false }: { edited?: string | null; judging?: boolean } = {},
): Held | null {
  const [first, ...others] = seated.links;
  const own = (judging && others.find(({ whose }) => whose === 'judge')) || first;
  if (!own) return null;
  hold({
    table: seated.table,
    key: own.key,
    path: own.path,
    whose: own.whose,
    title,
    game,
    links: others.filter((link) => link !== own),
    edited,
  });
  return held()[0] ?? null;
}

/** Remembers how a game ended. */
export function ended(table: string, key: string, over: string) {
  store(held().map((one) => (one.table === table && one.key === key ? { ...one, over } : one)));
}

export function drop(table: string, key: string) {
  store(held().filter((one) => one.table !== table || one.key !== key));
}
