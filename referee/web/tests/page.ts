/** As much of a browser's page as what holds state needs, for tests without one: sockets, events, what is remembered. */
import { vi } from 'vitest';
import type { View } from '../src/wire';

/** A socket whose server is the test. */
export class Socket {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 3;
  static all: Socket[] = [];
  readyState = Socket.CONNECTING;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }

  static get last(): Socket {
    return Socket.all.at(-1)!;
  }

  /** The server says something, and it is heard. */
  async says(frame: unknown) {
    this.readyState = 1;
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
    await settled();
  }

  close() {
    if (this.readyState === Socket.CLOSED) return;
    this.readyState = Socket.CLOSED;
    this.onclose?.();
  }
}

/** Until all that follows without waiting has happened. */
export async function settled() {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

/** What a browser remembers; where that is blocked, whoever asks is refused. */
export class Memory {
  [name: string]: unknown;
  getItem(name: string): string | null {
    return (this[name] as string | undefined) ?? null;
  }
  setItem(name: string, words: string) {
    this[name] = words;
  }
  removeItem(name: string) {
    delete this[name];
  }
}

/** Puts a page in the place of the browser's; gives back where its events arrive. */
export function page() {
  const events = new EventTarget();
  const doc = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Socket.all = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('document', doc);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here', pathname: '/t/t/k', hash: '' });
  vi.stubGlobal('history', { state: null, replaceState: () => undefined });
  vi.stubGlobal('localStorage', new Memory());
  vi.stubGlobal('sessionStorage', new Memory());
  return { events, document: doc };
}

/** A table at which nothing was done yet, with what is to be otherwise. */
export function view(more: Partial<View> = {}): View {
  return {
    after: 0,
    asked: { kind: 'choice', rule: 'R', says: 'act', sealed: false, seats: [0] },
    at: 0,
    chat: [],
    corrections: [],
    counted: 0,
    decided: [],
    delayed: false,
    edition: '',
    game: 'g',
    game_title: 'G',
    house_rules: [],
    log: [],
    log_from: 0,
    may_redo: false,
    notes: [],
    offers: { actions: [], complete: true, unlisted: [] },
    questions: [],
    referee: false,
    role: { judge: false, says: 'A', seats: [0] },
    scene: { shapes_from: 0, shapes: [], things_from: 0, things: [], charts: [] },
    seats: [],
    status: [],
    table: 't',
    title: 't',
    typed_dice: true,
    undone: [],
    warnings: [],
    yours: true,
    ...more,
  } as View;
}
