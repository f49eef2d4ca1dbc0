/** What a browser remembers of its tables: what is drawn, how each lies, how fast news are shown, and what a tab has seen and heard. */
import type { Said } from './wire';

/** What is drawn on the board; `charts` are the picture's own, by name, where they are not as they are at first. */
export interface Layers {
  groundText: boolean;
  pieceText: boolean;
  marks: boolean;
  pieces: boolean;
  charts: Record<string, boolean>;
}

/** What of the layers is switched in every picture alike. */
export type Switches = Omit<Layers, 'charts'>;

export function keptLayers(): Layers {
  const all = { groundText: true, pieceText: true, marks: true, pieces: true, charts: {} };
  try {
    return { ...all, ...(JSON.parse(localStorage.getItem('umpire.layers') ?? '{}') as Partial<Layers>) };
  } catch {
    return all;
  }
}

/** By how many steps this browser turned a table. */
export function keptTurn(table: string): number {
  try {
    return Number(localStorage.getItem(`umpire.turned.${table}`)) || 0;
  } catch {
    return 0;
  }
}

/** Keeps what is drawn, and how a table lies, for whenever this browser comes back; where it keeps nothing, only for now. */
function keep(place: string, words: string) {
  try {
    localStorage.setItem(place, words);
  } catch {
    // Then only for now.
  }
}

export const keepLayers = (layers: Layers) => keep('umpire.layers', JSON.stringify(layers));

export const keepTurn = (table: string, turn: number) => keep(`umpire.turned.${table}`, String(turn));

/** How fast what others did is shown. */
export const PACES = ['at once', 'slowly', 'step by step'] as const;
export type Pace = (typeof PACES)[number];

/** What was chosen in this browser; nothing where nothing was. */
export function keptPace(): Pace | null {
  try {
    const kept = localStorage.getItem('umpire.pace');
    return PACES.find((pace) => pace === kept) ?? null;
  } catch {
    return null;
  }
}

export const keepPace = (pace: Pace) => keep('umpire.pace', pace);

/** Letters of the longest name, as the server takes it. */
export const LONGEST_NAME = 24;

/** What whoever uses this browser is called, as they said at a table before. */
export function keptName(): string {
  try {
    return localStorage.getItem('umpire.name') ?? '';
  } catch {
    return '';
  }
}

export const keepName = (name: string) => keep('umpire.name', name);

/** Whether somebody read in this browser how a game is played. */
export function hasRead(game: string): boolean {
  try {
    return localStorage.getItem(`umpire.read.${game}`) !== null;
  } catch {
    return false;
  }
}

export const keepRead = (game: string) => keep(`umpire.read.${game}`, 'yes');

/** Whether whoever looks wants no motion. */
export const calm = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What this browser's tab remembers at a place; nothing where it remembers nothing. */
export function remembered(place: string): string {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return '';
  }
}

export function remember(place: string, words: string) {
  try {
    sessionStorage.setItem(place, words);
  } catch {
    // Then only for now.
  }
}

/** So many of the last messages are remembered, to tell which came after them. */
const MOST_HEARD = 20;

/** Remembers what was said so far. */
export function rememberHeard(place: string, said: Said[]) {
  remember(place, JSON.stringify(said.slice(-MOST_HEARD)));
}

/** What was said when somebody last listened. */
export function heardBefore(place: string): Said[] {
  try {
    const read: unknown = JSON.parse(remembered(place));
    return Array.isArray(read) ? (read as Said[]) : [];
  } catch {
    return [];
  }
}
