/** Asks the server of the editor. */
import { Refused, call, post } from '../api';
import type { Conflict, FileText, HeldAt, Home, Reply, Sketched, Stroke, Stroked } from './wire';

export const home = async (): Promise<Home> => (await call('/api/edit')).json();
export const read = async (path: string): Promise<FileText> => (await call(`/api/edit/file?path=${encodeURIComponent(path)}`)).json();
export const begin = async (game: string, kind: string): Promise<FileText> => (await post('/api/edit/fresh', { game, kind })).json();
export const look = async (path: string, text: string, level: number | null, signal?: AbortSignal): Promise<Sketched> =>
  (await post('/api/edit/look', { path, text, level }, signal)).json();
export const draw = async (path: string, text: string, level: number | null, stroke: Stroke): Promise<Stroked> =>
  (await post('/api/edit/stroke', { path, text, level, stroke })).json();
export const ask = async (path: string, text: string, held: HeldAt[], line: string, signal?: AbortSignal): Promise<Reply> =>
  (await post('/api/edit/ask', { path, text, held, line }, signal)).json();

/** Saves; a file that somebody else changed meanwhile comes back as a conflict and is not written. */
export async function save(path: string, text: string, stamp: string | null): Promise<{ stamp: string } | Conflict> {
  const headers = { 'content-type': 'application/json' };
  try {
    return await (await call('/api/edit/file', { method: 'PUT', headers, body: JSON.stringify({ path, text, stamp }) })).json();
  } catch (thrown) {
    const fault = thrown instanceof Refused && thrown.status === 409 ? (thrown.fault as unknown as Conflict) : null;
    if (fault) return fault;
    throw thrown;
  }
}
