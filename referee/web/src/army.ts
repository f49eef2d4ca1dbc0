/** Sorts what is told of a table into the armies of its seats, and cards into a list to choose from; pure. */
import { finds } from './words';
import type { Card, Status } from './wire';

/** Something of an army, and what of it is told apart: the figures of a card, the units of a formation. */
export interface Troop {
  name: string;
  says: string[];
  cards: string[];
  parts: Status[];
}

/** What belongs to a seat, the whole before its parts. */
export function troops(status: Status[], seat: number): Troop[] {
  const own = status.filter(({ owner }) => owner === seat);
  const found = new Map<string, Troop>();
  for (const row of own) {
    const whole = found.get(row.part_of ?? row.name);
    if (whole) whole.parts.push(row);
    else found.set(row.name, { name: row.name, says: row.says, cards: row.cards ?? [], parts: [] });
  }
  return [...found.values()];
}

/** Whether a name is that of a troop or of a part of it. */
export const holds = ({ name, parts }: Troop, wanted: string) =>
  name === wanted || parts.some((part) => part.name === wanted);

const PRICE = 'points';
const numberOf = ({ numbers }: Card, what: string) => numbers.find((number) => number.what === what)?.is;

/** The cards among names that stand nowhere, where every one is a card with a price; else none. */
export function wares(names: string[], cards: ReadonlyMap<string, Card>): Card[] {
  const found = names.flatMap((name) => cards.get(name) ?? []);
  return found.length === names.length && found.every((card) => numberOf(card, PRICE) !== undefined) ? found : [];
}

/** The numbers that nearly all of some cards have, the price first. */
export function columns(cards: Card[]): string[] {
  const counted = new Map<string, number>();
  for (const { numbers } of cards)
    for (const { what, is } of numbers) if (is.length <= SHORT) counted.set(what, (counted.get(what) ?? 0) + 1);
  const common = [...counted].filter(([, times]) => times > cards.length * MOST_OF).map(([what]) => what);
  return [...common.filter((what) => what === PRICE), ...common.filter((what) => what !== PRICE)];
}
const SHORT = 16;
const MOST_OF = 0.7;

/** A number of a card, as it is told; empty where it has none. */
export const told = (card: Card, what: string) => numberOf(card, what) ?? '';

const byWords = new Intl.Collator('en', { numeric: true }).compare;

/** Cards in whose words all of a search occurs, by one of their numbers or, with none, by their names. */
export function chosen(cards: Card[], search: string, by: string, falling: boolean): Card[] {
  const words = ({ name, title, says, powers }: Card) =>
    `${name} ${title} ${says} ${powers.map((power) => `${power.name} ${power.says}`).join(' ')}`;
  const found = search.trim() === '' ? [...cards] : cards.filter((card) => finds(search.trim(), words(card)));
  const key = (card: Card) => (by === '' ? card.title : told(card, by));
  return found.sort(
    (one, other) => (falling ? -1 : 1) * byWords(key(one), key(other)) || byWords(one.title, other.title),
  );
}
