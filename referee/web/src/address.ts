/** Reads the address of a page: `/t/TABLE/KEY` is a table, everything else the lobby. */

export function addressed(path: string): { table: string; key: string } | null {
  const found = /^\/t\/([^/]+)\/([^/]+)\/?$/.exec(path);
  return found ? { table: decodeURIComponent(found[1]!), key: decodeURIComponent(found[2]!) } : null;
}
