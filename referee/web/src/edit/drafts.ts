/** Keeps texts that were not saved yet, so that a reload loses nothing. */

export interface Draft { text: string; stamp: string | null }

const place = (path: string) => `umpire.draft.${path}`;

export function keep(path: string, draft: Draft) {
  try {
    localStorage.setItem(place(path), JSON.stringify(draft));
  } catch {
    // Without room for it the text is only on the page.
  }
}

export function kept(path: string): Draft | null {
  try {
    const read = JSON.parse(localStorage.getItem(place(path)) ?? 'null') as Draft | null;
    return read && typeof read.text === 'string' ? read : null;
  } catch {
    return null;
  }
}

export function forget(path: string) {
  try {
    localStorage.removeItem(place(path));
  } catch {
    // Then there was none.
  }
}

/** The paths of drafts, also of files that were never saved. */
export function drafts(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith('umpire.draft.')).map((key) => key.slice('umpire.draft.'.length));
  } catch {
    return [];
  }
}
