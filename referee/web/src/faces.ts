/** Turns the names of faces into what is drawn on a die: a picture for a word that has one, else its letters; and how often it is there. */

/** Pictures for words, filled, on a field of 24 by 24. */
const PICTURES: Record<string, string> = {
  skull:
    'M12 2.5c-5 0-8.6 3.3-8.6 7.9 0 2.8 1.3 4.9 3.3 6.2V20c0 .9.7 1.5 1.5 1.5h7.6c.8 0 1.5-.6 1.5-1.5v-3.4c2-1.3 3.3-3.4 3.3-6.2 0-4.6-3.6-7.9-8.6-7.9zM8.5 8.7a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zm7 0a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zM12 13.4l1.4 2.7h-2.8z',
  shield: 'M12 2.2l8.4 2.7v6.5c0 4.8-3.4 8.3-8.4 10.4-5-2.1-8.4-5.6-8.4-10.4V4.9z',
  symbol: 'M12 2.3l3 6.3 6.7.9-4.9 4.7 1.2 6.8-6-3.3-6 3.3 1.2-6.8-4.9-4.7 6.7-.9z',
  melee: 'M21 3l-.7 4.3-8.7 8.7 1.8 1.8-1.7 1.7-2.6-2.6-3.5 3.6-2.1-2.1 3.6-3.5-2.6-2.6 1.7-1.7 1.8 1.8 8.7-8.7z',
  missile: 'M21 3l-1.6 6.5-1.8-1.8-8.9 8.9.3 2.6-2.6 2.6-.7-3.5-3.5-.7 2.6-2.6 2.6.3 8.9-8.9-1.8-1.8z',
  magic:
    'M12 1.5l2.1 6.1 5.9-2.6-2.6 5.9 6.1 2.1-6.1 2.1 2.6 5.9-5.9-2.6L12 22.5l-2.1-6.1L4 19l2.6-5.9L.5 11l6.1-2.1L4 3l5.9 2.6z',
  maneuver: 'M3.5 5l8.5 7-8.5 7v-4.5L6.5 12l-3-2.5zM12 5l8.5 7-8.5 7v-4.5L15 12l-3-2.5z',
  id: 'M5.5 2.5h13v18.5L12 16.5 5.5 21z',
  wing: 'M2.5 20C3.5 10 10 4 21.5 3.5c-.8 3-2.2 4.9-4.4 5.8 0 2.2-1.6 3.8-3.9 4.2-.6 2-2.3 3.1-4.6 3.1-1.6 0-2.3.9-2.9 3.4z',
  breath:
    'M12.5 1.5c.8 4.4 5.7 6.6 5.7 12.1A6.2 6.2 0 0 1 12 20a6.2 6.2 0 0 1-6.2-6.4c0-2.5 1.2-4.3 2.5-5.6.2 2 1.2 3 2.5 3.2-.5-3.7 0-6.8 1.7-9.7z',
  claw: 'M4.5 3c1.3 6 1 11.5-1.5 18C7.6 16 9 10 8.5 3zm6.5 0c1.3 6 1 11.5-1.5 18C14.1 16 15.5 10 15 3zm6.5 0c1.3 6 1 11.5-1.5 18C20.6 16 22 10 21.5 3z',
};
/** Words that mean the same picture. */
const LIKE: Record<string, string> = { save: 'shield', fly: 'wing', flame: 'breath' };

/** What is drawn on a face: a picture, or letters where that has none; a blank has neither. */
export interface Drawing {
  picture?: string;
  letters: string;
  times: number;
}

export function drawing(name: string): Drawing {
  const [, count, word = name] = /^(\d+)-(.+)$/.exec(name) ?? [];
  const times = count === undefined ? 1 : Number(count);
  if (word === 'blank') return { letters: '', times };
  const picture = PICTURES[LIKE[word] ?? word];
  if (picture !== undefined) return { picture, letters: '', times };
  const [first = '', ...more] = word.split('-');
  if (/^\d+$/.test(word)) return { letters: word, times };
  const letters =
    more.length > 0
      ? [first, ...more]
          .map((part) => part.charAt(0).toUpperCase())
          .join('')
          .slice(0, 3)
      : first.charAt(0).toUpperCase() + first.slice(1, 3);
  return { letters, times };
}

/** Whether a face is among those of which the server says that they count, such as `skull`, `id or melee`, `4+`; nothing where it does not say. */
export function counts(needs: string | null | undefined, name: string): boolean | undefined {
  if (!needs) return undefined;
  const least = /^(\d+)\+$/.exec(needs);
  if (least) return Number(name) >= Number(least[1]);
  const word = name.replace(/^\d+-/, '');
  return needs.split(/,? or |, /).some((one) => one === word || one === name);
}

/** The dice of a line that tells what fell, group by group; nothing where it tells more. */
export function rolled(says: string): string[][] | null {
  const groups = says
    .replace(/^dice:\s*/, '')
    .split(' / ')
    .map((group) => group.split(' '));
  return groups.flat().every((name) => /^[\p{L}\p{N}-]+$/u.test(name)) ? groups : null;
}

/** The middles of the pips of a die with six sides, on a field of 24 by 24. */
export function pips(value: number): [number, number][] {
  const [low, middle, high] = [6, 12, 18];
  const corners: [number, number][] = [
    [low, low],
    [high, high],
    [high, low],
    [low, high],
    [low, middle],
    [high, middle],
  ];
  return [...(value % 2 === 1 ? [[middle, middle] as [number, number]] : []), ...corners.slice(0, value - (value % 2))];
}
