/** Reads the address of a page: `/t/TABLE/KEY` is a table, `/edit#path=FILE` the editor, everything else the lobby; `#at=N` is a moment. */

export function addressed(path: string): { table: string; key: string } | null {
  const found = /^\/t\/([^/]+)\/([^/]+)\/?$/.exec(path);
  return found ? { table: decodeURIComponent(found[1]!), key: decodeURIComponent(found[2]!) } : null;
}

export function momentIn(hash: string): number | null {
  const found = /^#at=(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : null;
}

/** The end of an address of a table whose links are to be given out. */
export const SHARED = '#share';

export function isEditor(path: string): boolean {
  return /^\/edit\/?$/.test(path);
}

/** Where the editor opens a file. */
export function editorAt(path: string): string {
  return `/edit#path=${encodeURIComponent(path)}`;
}

/** The file that the editor is to open. */
export function fileIn(hash: string): string | null {
  const found = /^#path=(.+)$/.exec(hash);
  try {
    return found ? decodeURIComponent(found[1]!) : null;
  } catch {
    return null;
  }
}
