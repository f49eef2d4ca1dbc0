/** Takes apart what the server says: rule ids in running words and shares in tables of odds. */
import type { Reply } from './wire';

/** A piece of running text: words, words as they are typed, or the id of a rule. */
export type Piece = { words: string } | { typed: string } | { rule: string };

const RULE = /\(([A-Z]{1,5}-\d[\w.-]*)\)|`([^`]+)`/g;

/** Words with the rules named in them. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(RULE)) {
    const [, rule, typed] = match;
    const before = rule ? text.slice(at, match.index).trimEnd() : text.slice(at, match.index);
    if (before) found.push({ words: before });
    found.push(rule ? { rule } : { typed: typed! });
    at = match.index + match[0].length;
  }
  const rest = text.slice(at);
  if (rest.trim()) found.push({ words: rest });
  return found;
}

export interface Bar { label: string; share: number; says: string; exactly: string }

/** The rows of an answer as bars, where one of its columns tells shares in percent. */
export function bars(reply: Pick<Reply, 'rows'>): Bar[] {
  const [head, ...rows] = reply.rows;
  if (!head || rows.length === 0) return [];
  const percent = (cell: string | undefined) => /^[<>~]?\s*(\d+(?:\.\d+)?)\s*%$/.exec(cell?.trim() ?? '');
  const column = head.findIndex((_, n) => rows.every((row) => percent(row[n])));
  if (column < 1) return [];
  return rows.map((row) => ({
    label: row.slice(0, column).join(' '),
    share: Number(percent(row[column])![1]) / 100,
    says: row[column]!.trim(),
    exactly: row.slice(column + 1).join(' '),
  }));
}

/** Whether every word of a search occurs in a text. */
export function finds(search: string, text: string): boolean {
  const lower = text.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
}

export function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** Names in a list: `A`, `A and B`, `A, B and C`. */
export function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A long line, cut where it goes on with others, or with places: `A to X; B to Y; C to Z` is `A to X, and 2 more`. */
export function brief(says: string): string {
  const [first, ...more] = says.split('; ');
  const places = [...says.matchAll(/\(-?[\d.]+, -?[\d.]+\)/g)];
  const [place] = places;
  if (place && more.length === 0 && places.length > 2) return `${says.slice(0, place.index + place[0].length)}, and ${places.length - 1} more`;
  return more.length > 0 ? `${first}, and ${more.length} more` : says;
}

/** The usage of a question with a name in its first gap, up to the next gap; whether nothing is missing then; and all of it, to be read. */
export function filled(usage: string, name: string | null): { line: string; whole: boolean; shown: string } {
  const plain = usage.replace(/\s*\[[^\]]*\]/g, '');
  const gap = /\b[A-Z]+\b|\([a-z], [a-z]\)/;
  const first = gap.exec(plain);
  if (!first) return { line: plain, whole: true, shown: plain };
  const before = plain.slice(0, first.index);
  if (name === null || first[0].startsWith('(')) return { line: before, whole: false, shown: plain };
  const rest = plain.slice(first.index + first[0].length);
  const next = gap.exec(rest);
  const open = /\|/.test(rest.slice(0, next?.index));
  const line = before + name + (open ? ' ' : rest.slice(0, next?.index));
  return { line, whole: !next && !open, shown: before + name + rest };
}

/** A name as typed, for people: `two-words` is `Two words`. */
export function titled(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
