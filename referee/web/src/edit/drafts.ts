/** Keeps texts that were not saved in this browser, by folder and path, and for this tab what was done to them. */

const PLACE = 'umpire.draft.';
const STEPS = 'umpire.steps.';

/** A text that was not saved, and what the file on disk was when it was begun. */
export interface Draft {
  text: string;
  stamp: string | null;
  game: string;
  kind: string;
}

const name = (folder: string, path: string, place = PLACE) => `${place}${folder}\n${path}`;

export function draft(folder: string, path: string): Draft | null {
  try {
    const read = JSON.parse(localStorage.getItem(name(folder, path)) ?? 'null') as Draft | null;
    return typeof read?.text === 'string' ? read : null;
  } catch {
    return null;
  }
}

/** Keeps for this tab how a text came about, so that it can be undone after the page was left. */
export function keepSteps(folder: string, path: string, steps: unknown) {
  try {
    sessionStorage.setItem(name(folder, path, STEPS), JSON.stringify(steps));
  } catch {
    // Where it does not fit, what was done before the page was left cannot be undone.
  }
}

/** How a text came about, if this tab kept it. */
export function steps(folder: string, path: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name(folder, path, STEPS)) ?? 'null');
  } catch {
    return null;
  }
}

/** Whether it could be kept. */
export function keep(folder: string, path: string, kept: Draft): boolean {
  try {
    localStorage.setItem(name(folder, path), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Drops a text; with `own`, only if it is that one and not what another tab keeps. */
export function dropDraft(folder: string, path: string, own?: string | null) {
  if (own !== undefined && draft(folder, path)?.text !== own) return;
  try {
    localStorage.removeItem(name(folder, path));
  } catch {
    // Then nothing was kept either.
  }
}

/** The paths of a folder that have an unsaved text here. */
export function drafts(folder: string): string[] {
  try {
    const begins = name(folder, '');
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(begins))
      .map((key) => key.slice(begins.length))
      .sort();
  } catch {
    return [];
  }
}
