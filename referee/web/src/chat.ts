/** Tells what was said since one listened: a table keeps its last messages alone, without numbers. */
import type { Said } from './wire';

/** A question as it is said to all: each who reads it asks it, and is told what they may know. */
export const showing = (line: string) => `asks \`${line}\``;

/** The question that is shown to all by some words; nothing where none is. */
export const shownBy = (words: string): string | null => /^asks `([^`]+)`$/.exec(words)?.[1] ?? null;

const same = (one: Said, other: Said | undefined) => one.by === other?.by && one.words === other.words;

/** A question without whose it is. */
export const unsaid = (line: string) => line.replace(/^[^:]{1,40}: /, '');

/** How many of the messages kept now came after those heard before, of which the oldest may not be kept any longer, or the newest alone be known. */
export function newIn(heard: Said[], now: Said[]): number {
  if (heard.every((one, n) => same(one, now[n]))) return now.length - heard.length;
  for (let end = now.length; end > 0; end--) {
    const from = end - heard.length;
    // Of what was heard the oldest may be gone by now.
    const known = from < 0 ? heard.slice(-from) : heard;
    if (known.every((one, n) => same(one, now[Math.max(from, 0) + n]))) return now.length - end;
  }
  return now.length;
}
