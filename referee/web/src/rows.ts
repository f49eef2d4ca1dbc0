/** Offered actions as a list that is read: what several have in common once, above what tells them apart. */
import { brief, rounded } from './words';
import type { Offer } from './wire';

/** An action of a list. */
export interface Row {
  offer: Offer;
  /** What stands on its button. */
  label: string;
  /** The whole of it, for whoever does not see what stands above. */
  says: string;
}

/** Actions that are alike but for what they are about. */
export interface Rows {
  /** What they have in common: `NAME attacks`; empty, where one stands alone. */
  head: string;
  /** What each of them does, where that is the same. */
  meaning: string;
  rows: Row[];
}

/** Words for each, as short as each can still be told from the others. */
function told(offers: Offer[], shorten: (offer: Offer) => string): Map<Offer, string> {
  const short = offers.map(shorten);
  const often = new Map<string, number>();
  for (const one of short) often.set(one, (often.get(one) ?? 0) + 1);
  return new Map(offers.map((offer, n) => [offer, often.get(short[n]!) === 1 ? short[n]! : rounded(offer.says)]));
}

/** A line with a gap for each thing that is not picked yet; nothing, where one of them is not in it. */
function gapped(says: string, things: string[]): string {
  let line = says;
  for (const thing of things) {
    const at = line.lastIndexOf(thing);
    if (at < 0) return '';
    line = `${line.slice(0, at)}…${line.slice(at + thing.length)}`;
  }
  return line;
}

/** Without the name of what was picked, where words begin with it: that stands above the list. */
function behind(words: string, picks: string[]): string {
  const [name = ''] = picks;
  if (picks.length !== 1 || !words.startsWith(name)) return words;
  // A number goes on with the name: it is that of a member.
  const [, rest] = /^(?:: | (?=\D))(.+)$/.exec(words.slice(name.length)) ?? [];
  return rest ?? words;
}

/** The list of some actions, behind what was picked so far, in their order. */
export function rowsOf(offers: Offer[], picks: string[] = []): Rows[] {
  const whole = told(offers, ({ says }) => brief(says));
  const alone = told(offers, ({ short, says }) => short ?? brief(says));
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    const rest = offer.about.slice(picks.length).map(({ thing }) => thing);
    const head = (rest.length > 0 && gapped(offer.says, rest)) || offer.says;
    found.set(head, [...(found.get(head) ?? []), offer]);
  }
  return [...found].map(([head, alike]): Rows => {
    const [meaning, ...others] = new Set(alike.map(({ meaning }) => meaning ?? ''));
    const same = others.length === 0 ? (meaning ?? '') : '';
    const says = (offer: Offer) => whole.get(offer) ?? offer.says;
    if (alike.length === 1) {
      const rows = alike.map((offer) => ({ offer, label: behind(alone.get(offer)!, picks), says: says(offer) }));
      return { head: '', meaning: same, rows };
    }
    const rows = alike.map((offer) => {
      const rest = offer.about.slice(picks.length).map(({ thing }) => thing);
      return { offer, label: rounded(rest.join(', ')), says: says(offer) };
    });
    return { head: behind(rounded(head), picks).replace(/ ?…$/, ''), meaning: same, rows };
  });
}
