/** Reads the address of a page: `/t/TABLE/KEY` is a table, everything else the lobby; `#at=N` is a moment. */

export function addressed(path: string): { table: string; key: string } | null {
  const found = /^\/t\/([^/]+)\/([^/]+)\/?$/.exec(path);
  return found ? { table: decodeURIComponent(found[1]!), key: decodeURIComponent(found[2]!) } : null;
}

export function momentIn(hash: string): number | null {
  const found = /^#at=(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : null;
}
