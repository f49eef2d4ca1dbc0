/** Takes apart what the server says: rule ids in running words and shares in tables of odds. */
import type { Declined, Reply } from './wire';

/** A piece of running text: words, words as they are typed, or the id of a rule; `within` where words go on around it. */
export type Piece = { words: string } | { typed: string } | { rule: string; within?: true };

/** A rule alone in brackets, words as they are typed, a rule that is spoken of. */
const RULE = /\(([A-Z]{1,5}-(?:\d|U\.)[\w.-]*)\)|`([^`]+)`|(?<![\w-])([A-Z]{2,5}-(?:\d+|U)(?:\.\w+)+(?:-\w+)*)/g;

/** Words with the rules named in them. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(RULE)) {
    const [, rule, typed, within] = match;
    const before = rule ? text.slice(at, match.index).trimEnd() : text.slice(at, match.index);
    if (before) found.push({ words: before });
    found.push(rule ? { rule } : within ? { rule: within, within: true } : { typed: typed! });
    at = match.index + match[0].length;
  }
  const rest = text.slice(at);
  if (rest.trim()) found.push({ words: rest });
  return found;
}

/** Whether an answer is empty: what was asked meant nothing. */
export const saysNothing = ({ headline, rows, grounds }: Pick<Reply, 'headline' | 'rows' | 'grounds'>) =>
  headline === '' && rows.length === 0 && grounds.length === 0;

export interface Bar {
  label: string;
  share: number;
  says: string;
  exactly: string;
}

/** The rows of an answer as bars, where one of its columns tells shares in percent. */
export function bars(reply: Pick<Reply, 'rows'>): Bar[] {
  const [head, ...rows] = reply.rows;
  if (!head || rows.length === 0) return [];
  const percent = (cell: string | undefined) => /^(?:[<>~]|at least)?\s*(\d+(?:\.\d+)?)\s*%$/.exec(cell?.trim() ?? '');
  const column = head.findIndex((_, n) => rows.every((row) => percent(row[n])));
  if (column < 1) return [];
  const all = rows.map((row) => ({
    label: row.slice(0, column).join(' '),
    share: Number(percent(row[column])![1]) / 100,
    says: row[column]!.trim(),
    exactly: row.slice(column + 1).join(' '),
  }));
  // What is counted keeps its order.
  return all.every(({ label }) => /^[-+\d]/.test(label)) ? all : all.sort((one, other) => other.share - one.share);
}

/** Whether every word of a search occurs in a text. */
export function finds(search: string, text: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

export function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** Names in a list: `A`, `A and B`, `A, B and C`; or with another word before the last. */
export function listed(names: string[], word = 'and'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}

/** Names in an order, each once where it stands several times in a row: `Ada, Ben twice, Ada`. */
export function inRuns(names: string[]): string[] {
  const ends = names.flatMap((name, n) => (name === names[n + 1] ? [] : [n]));
  return ends.map((end, n) => {
    const times = end - (ends[n - 1] ?? -1);
    return `${names[end]}${times === 1 ? '' : times === 2 ? ' twice' : ` ${times} times`}`;
  });
}

/** What came to nothing of what was proposed, and by whom; who said no, or sees it withdrawn, is told nothing. */
export function declined(told: Declined | null | undefined): string {
  if (!told || told.yours || told.withdrawn) return '';
  const nothing = told.draw ? 'no draw' : told.corrects ? 'the dice stay as they are' : 'nothing is taken back';
  if (told.went_on) return `${told.who} went on: ${nothing}. Ask again if it is still wanted.`;
  return `${nothing[0]!.toUpperCase()}${nothing.slice(1)}: ${told.who} did not agree.${told.because ? ` Why: ${told.because}` : ''}`;
}

/** A line as people read it: places no finer than a tenth. */
export const rounded = (says: string) =>
  says.replace(
    /\((-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)\)/g,
    (_, x: string, y: string) => `(${Number(Number(x).toFixed(1))}, ${Number(Number(y).toFixed(1))})`,
  );

/** Places in a line. */
const PLACES = /\(-?[\d.]+, -?[\d.]+\)/g;

/** The places that words name, as they name them. */
export const placesIn = (says: string): string[] => says.match(PLACES) ?? [];

/** A line that is decided: whole, but for more places than people read. */
export const headed = (says: string) => (placesIn(says).length > 2 ? brief(says) : rounded(says));

/** A long line, cut where it goes on with others, or with places: `A to X; B to Y; C to Z` is `A to X, and 2 more`. */
export function brief(says: string): string {
  const [first, ...more] = rounded(says).split('; ');
  const places = placesIn(says);
  const [place] = places;
  if (place && more.length === 0 && places.length > 2)
    return `${rounded(says.slice(0, says.indexOf(place) + place.length))}, and ${places.length - 1} more`;
  return more.length > 0 ? `${first}, and ${more.length} more` : (first ?? '');
}

/** A line that is told beside what it came to: how it begins is enough there. */
export function short(says: string, most = 90): string {
  const words = brief(says);
  return words.length > most ? `${words.slice(0, most - 10).replace(/\s+\S*$/, '')} ...` : words;
}

/** Lines in short, as far as each can still be told from the others then. */
export function briefs(lines: string[]): Map<string, string> {
  const short = lines.map(brief);
  const often = new Map<string, number>();
  for (const one of short) often.set(one, (often.get(one) ?? 0) + 1);
  return new Map(lines.map((line, n) => [line, often.get(short[n]!) === 1 ? short[n]! : rounded(line)]));
}

/** A part of the form of a line: words as they are, or a gap for a name, a place, one of some words, or what has to be typed. */
export type Blank = { words: string } | Gap;

/** A gap of a form, with how the form names it, and the comma that follows on it. */
export type Gap = { shown: string; comma?: true } & (
  { name: true } | { place: true } | { either: string[] } | { typed: true }
);

/** The parts of a usage, without what may be left out: `odds ARMY melee|missile ARMY [...]`. What lies in tables, not on the board, is typed. */
export function blanks(usage: string, ofTables = false): Blank[] {
  const plain = usage.replace(/\s*\[[^\]]*\]/g, '').trim();
  return (plain.match(/\([a-z], [a-z]\)|\S+/g) ?? []).map((word): Blank => {
    if (word.startsWith('(')) return { shown: word, place: true };
    if (/^[a-z]+(\|[a-z]+)+$/.test(word)) return { shown: word, either: word.split('|') };
    const [, shown, comma] = /^([A-Z]+(?:[-|][A-Z]+)*)(,?)$/.exec(word) ?? [];
    if (shown === undefined) return { words: word };
    if (ofTables || shown === 'ACTION') return { shown, typed: true };
    return { shown, name: true, ...(comma ? { comma: true } : {}) };
  });
}

/** How something is typed, and what it does. */
export interface Form {
  usage: string;
  says: string;
}

/** A usage with a name in its first gap, up to the next gap; whether nothing is missing then; and all of it, to be read. */
export function filled(usage: string, name: string | null): { line: string; whole: boolean; shown: string } {
  let line: string | null = null;
  let used = name === null;
  const words: string[] = [];
  for (const blank of blanks(usage)) {
    if ('words' in blank) words.push(blank.words);
    else if ('name' in blank && !used) words.push(name!);
    else {
      line ??= `${words.join(' ')} `;
      words.push(blank.shown);
    }
    used ||= !('words' in blank);
  }
  const shown = words.join(' ');
  return { line: line ?? shown, whole: line === null, shown };
}

/** Gaps for numbers, dice and places: no names are known to go on with, however many there are. */
const UNNAMED = /^(NUMBER|DICE|SPACE|PLACE)$/;

/** Whether a gap is for where something goes. */
export const isPlace = (gap: Gap) => 'place' in gap || /^(SPACE|PLACE)$/.test(gap.shown);

/** What forms ask for by name first, each with the words before it in the first form that does; nothing of forms that begin with a name. */
export function namedFirst(forms: { usage: string }[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { usage } of forms) {
    const parts = blanks(usage);
    const at = parts.findIndex((part) => !('words' in part));
    const gap = parts[at];
    if (at < 1 || !gap || !('name' in gap) || UNNAMED.test(gap.shown) || found.has(gap.shown)) continue;
    found.set(
      gap.shown,
      parts
        .slice(0, at)
        .map((part) => ('words' in part ? `${part.words} ` : ''))
        .join(''),
    );
  }
  return found;
}

/** A name as typed, for people: `two-words` is `Two words`. */
export function titled(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is told of a question, without other forms of typing it, which stand in parentheses. */
export const withoutForms = (says: string) => says.replace(/ \([^()`]*`[^`]*`[^()]*\)/g, '');

/** What is asked, without the clause that only tells how it is typed, for whoever has buttons for that. */
export const forHands = (says: string) => says.replace(/[;,] `[^`]*\b[A-Z]{2,}\b[^`]*`.*$/s, '');

/** What a hand does to point at something: where there is no mouse, it taps. */
export const CLICK = typeof matchMedia === 'function' && matchMedia('(hover: none)').matches ? 'tap' : 'click';

/** Keys of a table, and what they do. */
export const KEYS: [string[], string][] = [
  [['/', 'Ctrl K'], 'type an action or a question'],
  [['Tab', 'arrows', 'Enter'], 'walk over what can be picked, pick it, do it'],
  [['Esc'], 'a step back, or away with what is shown'],
  [['Ctrl Z', 'Ctrl Y'], 'undo, redo'],
  [['R', '+', '-', '0'], 'on the board: turn it, closer, farther, all of it'],
  [['?'], 'this'],
];

/** Words that begin a text of their own. */
export const begun = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** An edition by its name, for people; what is dated stays so. */
export function editionNamed(name: string): string {
  return name.replace(/-(?!\d)|(?<!\d)-/g, ' ');
}

/** Entries by what they have in common, in the order in which they come. */
export function grouped<T>(all: T[], by: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(by(one), [...(found.get(by(one)) ?? []), one]);
  return found;
}

/** Grounds without the one that only says once more what was said. */
export function otherGrounds(grounds: string[], says: string): string[] {
  const bare = (words: string) =>
    words
      .trim()
      .replace(/^no: /, '')
      .replace(/ \([A-Z]+-[\w.-]+\)$/, '');
  return grounds.filter((ground) => says === '' || bare(ground) !== bare(says));
}

/** A fault without the path of the field before it, where the words after it name that field anyway. */
export function pathOnce(says: string): string {
  const [, path = '', rest = says] = /^`([^`]+)`: (.*)$/s.exec(says) ?? [];
  const field = path
    .split('.')
    .at(-1)!
    .replace(/\[\d+\]$/, '');
  return field !== '' && rest.includes(`\`${field}\``) ? rest : says;
}

/** Grounds without what could be done instead, where that stands on buttons below. */
export function withoutInstead(grounds: string[], buttons: string[]): string[] {
  const says = (ground: string) => ground.trimStart().startsWith('instead: ');
  return grounds.filter(says).length <= buttons.length ? grounds.filter((ground) => !says(ground)) : grounds;
}

/** The seed that is typed: nothing where none is, `null` where it is none that can be sent as it is. */
export function seedIn(typed: string): number | null | undefined {
  if (typed.trim() === '') return undefined;
  const seed = Number(typed);
  return /^\d+$/.test(typed.trim()) && Number.isSafeInteger(seed) ? seed : null;
}

/** How something stands, by its name. */
export interface Row {
  name: string;
  says: string[];
}

/** The orders in which a list may tell how everything stands. */
export const ORDERS = ['as it comes', 'by name', 'by state'] as const;

/** Rows in an order; numbers in them as numbers. */
export function ordered(rows: Row[], by: (typeof ORDERS)[number]): Row[] {
  if (by === 'as it comes') return rows;
  const key = (row: Row) => (by === 'by name' ? row.name : row.says.join(', '));
  return [...rows].sort((one, other) => key(one).localeCompare(key(other), undefined, { numeric: true }));
}

/** What people call a player that is no person. */
export function botWords(player: string): string {
  if (player === 'random') return 'a bot that plays anything';
  return player.startsWith('mcts') ? 'a bot that searches' : 'a bot that thinks';
}
