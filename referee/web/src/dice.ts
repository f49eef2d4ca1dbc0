/** Keeps the faces of a roll that is typed in die by die, until exactly the dice asked for lie there. */
import type { DiceAsked } from './wire';

/** A face that can be tapped; faces with one name are one button. */
export interface FaceButton {
  name: string;
  index: number;
}

export function buttons(group: DiceAsked): FaceButton[] {
  const first = new Map<string, number>();
  group.faces.forEach((name, index) => {
    if (!first.has(name)) first.set(name, index);
  });
  return [...first].map(([name, index]) => ({ name, index }));
}

/** What fell so far, group by group. */
export type Fallen = number[][];

export function none(groups: DiceAsked[]): Fallen {
  return groups.map(() => []);
}

/** One more face of a group; another face of the only die takes the place of the one before it. */
export function add(fallen: Fallen, groups: DiceAsked[], at: number, face: number): Fallen {
  return fallen.map((faces, n) => {
    const { count } = groups[n]!;
    if (n !== at) return faces;
    return count === 1 ? [face] : faces.length < count ? [...faces, face] : faces;
  });
}

export function remove(fallen: Fallen, at: number, die: number): Fallen {
  return fallen.map((faces, n) => (n === at ? faces.filter((_, m) => m !== die) : faces));
}

export function missing(fallen: Fallen, groups: DiceAsked[]): number {
  return groups.reduce((sum, group, n) => sum + group.count - (fallen[n]?.length ?? 0), 0);
}

/** The faces in the order in which they are asked for; nothing while dice are missing. */
export function told(fallen: Fallen, groups: DiceAsked[]): number[] | null {
  return missing(fallen, groups) === 0 ? fallen.flat() : null;
}

/** Whether two questions are for the same dice. */
export function alike(one: DiceAsked[], other: DiceAsked[]): boolean {
  const same = (a: DiceAsked, b: DiceAsked | undefined) =>
    b !== undefined && a.die === b.die && a.count === b.count && a.seat === b.seat && a.says === b.says;
  return one.length === other.length && one.every((group, n) => same(group, other[n]));
}

/** So many dice make an example that is still read. */
const MOST_IN_EXAMPLE = 12;

/** How dice that are asked for may be typed as they fell, by the names of faces; nothing where that were long, or a name is more than a word. */
export function example(groups: DiceAsked[]): string {
  const several = groups.reduce((sum, { count }) => sum + count, 0) > MOST_IN_EXAMPLE;
  if (several || groups.some(({ faces }) => faces.some((face) => /\s/.test(face)))) return '';
  return groups
    .map((group) => {
      const names = buttons(group).map(({ name }) => name);
      return Array.from({ length: group.count }, (_, die) => names[die % names.length]).join(' ');
    })
    .join(' / ');
}

/** The seats whose dice are asked for: those that whoever looks tells, bots' among them, and those of other people. */
export function seatsAsked(
  groups: DiceAsked[],
  isMine: (seat: number) => boolean,
  isOthers: (seat: number) => boolean,
): { own: number[]; others: number[] } {
  const seats = [...new Set(groups.map(({ seat }) => seat))];
  const others = seats.filter(isOthers);
  // Whoever leads none of them, such as a judge, tells all.
  return { own: seats.some(isMine) ? seats.filter((seat) => !others.includes(seat)) : [], others };
}
