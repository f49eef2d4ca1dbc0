/** Asks the server; whatever it refuses arrives as a `Refused` with the server's own words. */
import type {
  Ask,
  Brief,
  Brought,
  Card,
  ChangeEntry,
  Done,
  Fault,
  Lobby,
  NewTable,
  Put,
  Reply,
  Seated,
  StockEntry,
  View,
} from './wire';

/** Why the server did not do what was asked. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly fault: Fault,
  ) {
    super(fault.says);
  }
}

/** How long an input may take, in milliseconds: what bots think over, or a long question. */
const PUT = 60_000;

/** Whether a request was given up for want of an answer. */
export const isLate = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === 'TimeoutError';

/** Whatever was thrown, as a fault with words. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Refused) return thrown.fault;
  const away =
    globalThis.navigator?.onLine === false
      ? 'This device is offline.'
      : 'The server does not answer. Is it still running?';
  const silent = thrown instanceof TypeError ? away : String(thrown);
  const says = isLate(thrown) ? 'No answer came. It may have been done all the same: the log says so then.' : silent;
  return { says, grounds: [], instead: [], may_be_overruled: false };
}

export async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  const plain = { says: `The server answered ${response.status}.`, grounds: [], instead: [], may_be_overruled: false };
  const fault: Fault = await response.json().catch(() => plain);
  throw new Refused(response.status, { ...plain, ...fault });
}

export function post(path: string, body: unknown, signal?: AbortSignal, method = 'POST'): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return call(path, { method, headers, body: JSON.stringify(body), signal: signal ?? null });
}

export async function lobby(): Promise<Lobby> {
  return (await call('/api/lobby')).json();
}

export async function openTable(table: NewTable): Promise<Seated> {
  return (await post('/api/tables', table)).json();
}

/** What a scenario of one's own says of itself: its game, and who sits there. */
export async function readScenario(name: string, scenario: string): Promise<Brought> {
  return (await post('/api/scenarios', { battle: name, scenario })).json();
}

export async function upload(bytes: ArrayBuffer): Promise<Seated> {
  return (await call('/api/tables/upload', { method: 'POST', body: bytes })).json();
}

/** A table as the holder of one link may see and play it. */
export class TableApi {
  constructor(
    readonly table: string,
    readonly key: string,
  ) {}

  path(what: string): string {
    return `/api/tables/${encodeURIComponent(this.table)}/${what}?key=${encodeURIComponent(this.key)}`;
  }

  async view(at?: number): Promise<View> {
    return (await call(this.path('view') + (at === undefined ? '' : `&at=${at}`))).json();
  }

  async put(put: Put): Promise<Done> {
    return (await post(this.path('inputs'), put, AbortSignal.timeout(PUT))).json();
  }

  async ask(ask: Ask, signal?: AbortSignal): Promise<Reply> {
    return (await post(this.path('ask'), ask, signal)).json();
  }

  async complete(ask: Ask, signal?: AbortSignal): Promise<string[]> {
    return (await post(this.path('complete'), ask, signal)).json();
  }

  async goOn(at: number): Promise<Seated> {
    return (await post(this.path('go-on'), { at })).json();
  }

  /** Opens a table of the same battle; with `swap` everybody sits on the next seat. */
  async again(swap: boolean): Promise<Seated> {
    return (await post(this.path('again'), { swap })).json();
  }

  /** How far the table is. */
  async brief(): Promise<Brief> {
    return (await call(this.path('brief'))).json();
  }

  async cards(): Promise<Card[]> {
    return (await call(this.path('cards'))).json();
  }

  async stock(): Promise<StockEntry[]> {
    return (await call(this.path('stock'))).json();
  }

  /** How the position may be changed, and what of that may be about a name. */
  async changes(about: string | null, signal?: AbortSignal): Promise<ChangeEntry[]> {
    return (
      await call(`${this.path('changes')}&about=${encodeURIComponent(about ?? '')}`, { signal: signal ?? null })
    ).json();
  }

  get record(): string {
    return this.path('record');
  }

  get picture(): string {
    return this.path('picture.svg');
  }

  get socket(): string {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return `${scheme}//${location.host}${this.path('live')}`;
  }
}
