/** Asks the server what the editor asks. */
import { Refused, call, post } from '../api';
import type { Conflict, FileText, HeldAt, Home, Sketch, Stroke, Stroked } from '../edit-wire';
import type { Reply } from '../wire';

export async function home(): Promise<Home> {
  return (await call('/api/edit')).json();
}

export async function fileText(path: string): Promise<FileText> {
  return (await call(`/api/edit/file?path=${encodeURIComponent(path)}`)).json();
}

export async function begin(game: string, kind: string): Promise<FileText> {
  return (await post('/api/edit/fresh', { game, kind })).json();
}

/** Saves; the file as it is now, where somebody else saved it meanwhile. */
export async function save(path: string, text: string, stamp: string | null): Promise<{ stamp: string } | Conflict> {
  try {
    return await (await post('/api/edit/file', { path, text, stamp }, undefined, 'PUT')).json();
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.status === 409 && 'text' in thrown.fault) return thrown.fault as unknown as Conflict;
    throw thrown;
  }
}

export async function look(path: string, text: string, level: number | null, signal?: AbortSignal): Promise<Sketch> {
  return (await post('/api/edit/look', { path, text, level }, signal)).json();
}

export async function draw(path: string, text: string, level: number | null, stroke: Stroke): Promise<Stroked> {
  return (await post('/api/edit/stroke', { path, text, level, stroke })).json();
}

export async function ask(path: string, text: string, held: HeldAt[], line: string, signal?: AbortSignal): Promise<Reply> {
  return (await post('/api/edit/ask', { path, text, held, line }, signal)).json();
}
