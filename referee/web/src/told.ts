/** Groups the lines of a log into deeds: a decision with the dice that fell for it. */
import { rolled } from './faces';
import { brief, placesIn } from './words';
import type { LogLine, ToldLine } from './wire';

export interface Deed {
  /** Whose it was; nobody's where dice fell by themselves, or several decided. */
  by: number | null;
  lines: LogLine[];
}

/** Whether a line tells dice that fell. */
export const fell = (line: LogLine) => line.by == null && line.says.startsWith('dice:');

/** Whether a deed is dice that fell by themselves: it is told by what they came to. */
export const isRoll = ({ lines: [line] }: Deed) => line !== undefined && fell(line) && line.told.length > 0;

/** Dice belong to the decision before them. */
export function deeds(log: LogLine[]): Deed[] {
  const found: Deed[] = [];
  for (const line of log) {
    const last = found.at(-1);
    if (last && fell(line)) last.lines.push(line);
    else found.push({ by: line.by ?? null, lines: [line] });
  }
  return found;
}

export function numberOf(deed: Deed): number {
  return deed.lines.at(-1)?.number ?? 0;
}

/** How many inputs count when it is done. */
export function momentOf(deed: Deed): number {
  return deed.lines.at(-1)?.counted ?? 0;
}

/** Whether one put in a line of a deed, such as dice of one's own. */
const isPut = ({ lines }: Deed, put: (line: number) => boolean) => lines.some(({ number }) => put(number));

/** Whether one had a part in a deed: it was one's own, alone or with others in secret, or one put in a line of it. */
function isOwn(deed: Deed, mine: (seat: number) => boolean, put: (line: number) => boolean): boolean {
  return (
    (deed.by !== null && mine(deed.by)) || isPut(deed, put) || deed.lines.some(({ together }) => together?.some(mine))
  );
}

const NONE = () => false;

/** What others did since a line of the record, after the last thing that was put in here: what counts as one's own may have been put in by a judge, or have waited for others. */
export function digest(
  all: Deed[],
  since: number,
  mine: (seat: number) => boolean,
  put: (line: number) => boolean = NONE,
): Deed[] {
  const last = all.findLastIndex((deed) => isPut(deed, put));
  return all.slice(last + 1).filter((deed) => numberOf(deed) > since && !isOwn(deed, mine, put));
}

/** The last thing one did oneself, or had a part in. */
export function outcome(
  all: Deed[],
  mine: (seat: number) => boolean,
  put: (line: number) => boolean = NONE,
): Deed | null {
  return all.findLast((deed) => isOwn(deed, mine, put)) ?? null;
}

/** Whether a judge let a line through, past the rules. */
export const isLetThrough = (line: LogLine | undefined) => /^judge lets [^:]{1,40}: /.test(line?.says ?? '');

/** What was done, without the name of the seat before it. */
export function decision(deed: Deed): string {
  const says = deed.lines[0]?.says ?? '';
  return deed.by === null ? says : says.replace(/^[^:]{1,40}: /, '');
}

/** Everything that happened by it, dice by dice. */
export function happened(deed: Deed): ToldLine[] {
  return deed.lines.flatMap(toldOf);
}

/** What happened by a line, but for what only says once more what was done. */
export function toldOf({ says, told }: LogLine): ToldLine[] {
  const done = says.replace(/^[^:]{1,40}: /, '').replace(/ \([^()]*\)$/, '');
  return told.filter((one) => done === '' || !one.says.endsWith(`: ${done}`));
}

/** A line as it is typed: without whose decision it was, that dice fell, or a judge's reason, which stands in parentheses at its end. */
export function typed({ by, says, told }: LogLine): string {
  if (by == null) return says.replace(/^dice:\s*/, '');
  const [, whose = '', words = says] = /^([^:]{1,40}): (.*)$/s.exec(says) ?? [];
  if (!/^judge( lets .*)?$/.test(whose) || !words.endsWith(')')) return words;
  // What happened by it is told without the reason: then no word of that is taken for one of the line.
  const again = told.map((one) => one.says.replace(/^[^:]{1,40}: /, '')).find((one) => words.startsWith(`${one} (`));
  return again ?? withoutReason(words);
}

/** A place, which ends lines as well. */
const PLACE = /^-?\d+(\.\d+)?, ?-?\d+(\.\d+)?$/;

/** Words without the parentheses at their end, with whatever stands within; a place is no reason. */
function withoutReason(words: string): string {
  let depth = 0;
  for (let at = words.length - 1; at > 0; at--) {
    if (words[at] === ')') depth += 1;
    if (words[at] === '(') depth -= 1;
    if (depth > 0) continue;
    return words[at - 1] === ' ' && !PLACE.test(words.slice(at + 1, -1)) ? words.slice(0, at - 1) : words;
  }
  // A reason with a parenthesis of its own that opens none, such as a smile.
  const begins = [...words.matchAll(/ \((?!-?\d+(\.\d+)?, ?-?\d+(\.\d+)?\))/g)][0];
  return begins ? words.slice(0, begins.index) : words;
}

/** What it came to: all that dice did, where it is no more than so much; else of the last line by which something happened what the server tells of it; of dice before, what they did and how it ended. */
export function results(deed: Deed, whole = 4): ToldLine[] {
  const lines = deed.lines.filter(({ told }) => told.length > 0);
  const dice = lines.filter(fell).flatMap(toldOf);
  if (dice.length > 0 && dice.length <= whole && fell(lines.at(-1)!)) return dice;
  return lines.flatMap((line, n) => {
    const gist = line.gist > 0 ? line.told.slice(-line.gist) : [];
    if (n === lines.length - 1) return gist;
    return fell(line) ? [...new Set([line.told[0]!, line.told.at(-1)!])] : [];
  });
}

/** So much of a deed is read out whole; of more what it came to. */
const READ_WHOLE = 12;

/** A deed as it is read out, with what was done, and whose it was where that is told apart: what came of it follows. */
export function readOut(deed: Deed, { by, says }: { by: string; says: string }): string {
  const told = deed.lines.flatMap(logged).filter(({ says }) => says !== decision(deed));
  const came = told.length <= READ_WHOLE ? told : results(deed, READ_WHOLE);
  const [first] = deed.lines;
  const aside = first?.against?.length ? `, against ${first.against.join(', ')}` : '';
  const done = isRoll(deed) && came.length > 0 ? [] : [`${by === '' ? '' : `${by}: `}${brief(says)}${aside}`];
  return `${[...done, ...came.map((one) => one.says)].join('. ')}.`;
}

/** The dice that fell for it, group by group. */
export function dice(deed: Deed): string[] {
  return deed.lines.filter(fell).flatMap((line) => line.says.replace(/^dice:\s*/, '').split(' / '));
}

/** Running words, or dice that are drawn in their place. */
export type Told = { words: string } | { faces: string[] };

/** One thing that is told of a roll: whether dice fell for it, and whether it is what the roll came to. */
export interface Entry {
  parts: Told[];
  rule: string | null;
  fell: boolean;
  ends: boolean;
}

/** Dice that fell at once, with what is told of them; `row` where what is told does not show all of them itself. */
export interface Roll {
  row: string[][] | null;
  entries: Entry[];
}

/** A name at the beginning, with its number, and what is told of it. */
const NAMED = /^(\p{L}[\p{L}\p{N}'-]*(?: \d+)?) (?!of )(\p{L}.*)$/u;

/** Names without what the one before them says already: `wolf 1, 2, bear`. */
const numbered = (names: string[]) =>
  names.map((name, n) => {
    const [, its, number] = /^(.+ )(\d.*)$/.exec(name) ?? [];
    return its !== undefined && /^(.+ )\d/.exec(names[n - 1] ?? '')?.[1] === its ? number! : name;
  });

/** Lines with those as one that tell the same of several, one after the other: `falls: ann, bob 1, bob 2`. */
export function condensed(lines: ToldLine[]): (ToldLine & { of: number })[] {
  const found: (ToldLine & { of: number })[] = [];
  for (let n = 0; n < lines.length;) {
    const [, name, tail] = NAMED.exec(lines[n]!.says) ?? [];
    const names = name === undefined ? [] : [name];
    for (let next = n + 1; tail !== undefined && next < lines.length; next++) {
      const [, other, same] = NAMED.exec(lines[next]!.says) ?? [];
      if (same !== tail || lines[next]!.rule !== lines[n]!.rule) break;
      names.push(other!);
    }
    const of = Math.max(names.length, 1);
    const often = new Map<string, number>();
    for (const one of names) often.set(one, (often.get(one) ?? 0) + 1);
    const each = [...often].map(([one, times]) => (times > 1 ? `${one} (${times} times)` : one));
    found.push({ ...lines[n]!, of, ...(of > 1 && { says: `${tail}: ${numbered(each).join(', ')}` }) });
    n += of;
  }
  return found;
}

/** A step of a way: who goes from where to where, and what is told of it. */
const STEP = /^(.+ from )(\S+) to (\S+)((?: for (\S+))?)$/;

/** Lines with the steps of one way as one: `ann moves from A1 to B1, B2 for 1 + 2`. */
function ways(lines: ToldLine[]): ToldLine[] {
  const found: ToldLine[] = [];
  let last: { head: string; to: string[]; costs: string[]; from: string } | null = null;
  for (const line of lines) {
    const [, head, from, to, paid, cost] = STEP.exec(line.says) ?? [];
    const goesOn = last !== null && head === last.head && from === last.to.at(-1) && found.at(-1)?.rule === line.rule;
    if (last && goesOn && (paid !== '') === last.costs.length > 0) {
      last.to.push(to!);
      if (cost !== undefined) last.costs.push(cost);
      const pays = last.costs.length > 0 ? ` for ${last.costs.join(' + ')}` : '';
      found[found.length - 1] = { ...line, says: `${head}${last.from} to ${last.to.join(', ')}${pays}` };
      continue;
    }
    last = head === undefined ? null : { head, from: from!, to: [to!], costs: cost === undefined ? [] : [cost] };
    found.push(line);
  }
  return found;
}

/** Lengths no finer than a tenth: exact ones are asked for. */
const coarse = (says: string) =>
  says.replace(/\b\d+\.\d{2,}(?= \p{L})/gu, (length) => `${Number(Number(length).toFixed(1))}`);

/** What happened by a line, as the log has it: a way in one line, the same of several in one, without the places that the line names itself. */
export function logged(line: LogLine): ToldLine[] {
  const named = new Set(placesIn(line.says));
  const placeless = (says: string) => {
    const [place] = placesIn(says).slice(-1);
    if (place === undefined || !named.has(place) || !says.endsWith(place)) return says;
    return says.slice(0, -place.length).replace(/ (?:to|at) $/, '');
  };
  const told = toldOf(line).map((one) => ({ ...one, says: coarse(placeless(one.says)) }));
  return condensed(ways(told));
}

/** What is told of dice, with those that it names drawn where it names them; nothing where it does not name all. */
function facing(told: string[], groups: string[][]): Told[][] | null {
  const shown: Told[][] = [];
  let rest = groups;
  for (const says of told) {
    const parts: Told[] = [];
    let from = 0;
    for (;;) {
      const [group] = rest;
      if (!group) break;
      const fallen = group.join(' ');
      const at = [...says.matchAll(/(?:: | rolls )/g)]
        .map(({ index, 0: before }) => index + before.length)
        .find((at) => at >= from && says.startsWith(fallen, at) && /^(?:[:,;]|$)/.test(says.slice(at + fallen.length)));
      if (at === undefined) break;
      parts.push({ words: says.slice(from, at) }, { faces: group });
      from = at + fallen.length;
      rest = rest.slice(1);
    }
    shown.push([...parts, ...(from < says.length ? [{ words: says.slice(from) }] : [])]);
  }
  return rest.length > 0 ? null : shown;
}

/** The dice that fell for a deed, roll by roll, each with what came of it; what happened before them begins. */
export function rolls(deed: Deed): Roll[] {
  return deed.lines.flatMap((line): Roll[] => {
    const told = condensed(toldOf(line).filter(({ says }) => says !== decision(deed)));
    const groups = fell(line) ? rolled(line.says) : null;
    if (told.length === 0 && !fell(line)) return [];
    const shown =
      groups &&
      facing(
        told.map(({ says }) => says),
        groups,
      );
    /** How many lines come after each. */
    let after = 0;
    const ends = told.map(() => false);
    for (let n = told.length - 1; n >= 0 && after < Math.max(line.gist, 1); n--) {
      ends[n] = true;
      after += told[n]!.of;
    }
    const entries = told.map(({ says, rule }, n): Entry => {
      const parts = shown?.[n] ?? [{ words: says }];
      return { parts, rule: rule ?? null, fell: parts.some((part) => 'faces' in part), ends: ends[n]! };
    });
    return [{ row: groups && !shown ? groups : fell(line) && !groups ? [[line.says]] : null, entries }];
  });
}

/** Which of some names a text mentions, whole words only. */
export function mentioned(text: string, names: Iterable<string>): string[] {
  const found: string[] = [];
  for (const name of names) {
    const at = text.indexOf(name);
    if (at < 0) continue;
    const edge = (letter: string | undefined) => letter === undefined || !/[\p{L}\p{N}]/u.test(letter);
    if (edge(text[at - 1]) && edge(text[at + name.length])) found.push(name);
  }
  // Who is named by a longer name is not meant by a shorter one within it.
  return found.filter((name) => !found.some((other) => other !== name && other.includes(name)));
}

/** Of which line something was noted, where it names one as the menu of a line begins it: `A: line 4: ...`. */
export function notedOf(says: string): number | null {
  const [, number] = /^(?:[^:]*: )?line (\d+):/.exec(says) ?? [];
  return number === undefined ? null : Number(number);
}
