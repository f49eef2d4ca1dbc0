/** Asks the server what the editor asks. */
import { Refused, call, post } from '../api';
import type {
  BeforeAfter,
  Conflict,
  Effects,
  ExportedMap,
  FieldEdit,
  FileText,
  FormEdited,
  FormShown,
  HeldAt,
  Home,
  Overlooked,
  Reply,
  Sheets,
  Sketched,
  Stroked,
  Threatened,
  ToolStroke,
  Won,
} from '../wire';

export async function home(): Promise<Home> {
  return (await call('/api/edit')).json();
}

export async function fileText(path: string): Promise<FileText> {
  return (await call(`/api/edit/file?path=${encodeURIComponent(path)}`)).json();
}

export async function begin(game: string, kind: string, of: string | null): Promise<FileText> {
  return (await post('/api/edit/fresh', { game, kind, of })).json();
}

/** A map of another program, or its link, as a new file. */
export async function bring(name: string, map: Blob | string): Promise<FileText> {
  const headers = { 'content-type': 'application/octet-stream' };
  return (
    await call(`/api/edit/import?path=${encodeURIComponent(name)}`, { method: 'POST', headers, body: map })
  ).json();
}

/** Saves; the file as it is now, where somebody else saved it meanwhile. */
export async function save(path: string, text: string, stamp: string | null): Promise<{ stamp: string } | Conflict> {
  try {
    return await (await post('/api/edit/file', { path, text, stamp }, undefined, 'PUT')).json();
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.status === 409 && 'text' in thrown.fault)
      return thrown.fault as unknown as Conflict;
    throw thrown;
  }
}

export async function look(path: string, text: string, level: number | null, signal?: AbortSignal): Promise<Sketched> {
  return (await post('/api/edit/look', { path, text, level }, signal)).json();
}

export async function draw(path: string, text: string, level: number | null, stroke: ToolStroke): Promise<Stroked> {
  return (await post('/api/edit/stroke', { path, text, level, stroke })).json();
}

export async function ask(
  path: string,
  text: string,
  held: HeldAt[],
  line: string,
  signal?: AbortSignal,
): Promise<Reply> {
  return (await post('/api/edit/ask', { path, text, held, line }, signal)).json();
}

/** A text as a form; nothing where files of its kind have none. */
export async function form(path: string, text: string, row: string | null): Promise<FormShown | null> {
  return (await post('/api/edit/form', { path, text, row })).json();
}

export async function fill(path: string, text: string, row: string | null, edit: FieldEdit): Promise<FormEdited> {
  return (await post('/api/edit/form/edit', { path, text, row, edit })).json();
}

/** Runs conformance scenarios with the text and without it, for so many seconds. */
export async function effects(path: string, text: string, within: number, signal?: AbortSignal): Promise<Effects> {
  return (await post('/api/edit/effects', { path, text, within }, signal)).json();
}

export async function compare(
  path: string,
  text: string,
  on: string | null,
  held: HeldAt[],
  line: string,
): Promise<BeforeAfter> {
  return (await post('/api/edit/effects/ask', { path, text, on, held, line })).json();
}

/** Lets bots play on a map for a second more. */
export async function games(path: string, text: string, so_far: Won | null, signal?: AbortSignal): Promise<Won> {
  return (await post('/api/edit/games', so_far ? { path, text, so_far } : { path, text }, signal)).json();
}

/** What a map is like to fight on. */
export async function overlook(path: string, text: string): Promise<Overlooked> {
  return (await post('/api/edit/overlook', { path, text })).json();
}

/** What a unit could do to another, wherever that stands. */
export async function threat(
  path: string,
  text: string,
  unit: HeldAt,
  other: string,
  line: string,
): Promise<Threatened> {
  return (await post('/api/edit/threat', { path, text, unit, other, line })).json();
}

/** A map as a picture or as pages. */
export async function print(
  path: string,
  text: string,
  form: 'pdf' | 'png' | 'svg',
  sheets: Sheets,
  paper: string,
): Promise<Blob> {
  return (await post('/api/edit/print', { path, text, form, sheets, paper })).blob();
}

/** A map in another program's form, and what that cannot say. */
export async function exported(path: string, text: string, form: string): Promise<ExportedMap> {
  return (await post('/api/edit/export', { path, text, form })).json();
}
