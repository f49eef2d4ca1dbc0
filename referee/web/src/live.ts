/** Keeps a table's view as fresh as the server's: splices what arrives over the socket, and comes back when it breaks. */
import type { View } from './wire';

/** A frame laid over what was known; the first frame of a socket is whole. */
export function splice(before: View | null, frame: View): View {
  const keep = <T>(known: T[] | undefined, from: number, more: T[]): T[] =>
    from === 0 ? more : [...(known ?? []).slice(0, from), ...more];
  const scene = frame.scene;
  return {
    ...frame,
    scene: {
      shapes_from: 0,
      shapes: keep(before?.scene.shapes, scene.shapes_from, scene.shapes),
      things_from: 0,
      things: keep(before?.scene.things, scene.things_from, scene.things),
      charts: scene.charts ?? before?.scene.charts ?? [],
    },
    log_from: 0,
    log: keep(before?.log, frame.log_from, frame.log),
  };
}

/** Whether this browser unpacks frames: then they are a tenth as long. */
const PACKS = typeof DecompressionStream === 'function';

async function unpacked(packed: Blob): Promise<string> {
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** How long to wait before the n-th attempt, in milliseconds. */
export function backoff(attempt: number): number {
  return Math.min(10_000, 400 * 2 ** Math.min(attempt, 6));
}

/** How long it may be quiet before whoever wakes up asks anew, in milliseconds. */
const QUIET = 5_000;

/** How long a server that gives signs of life may give none, or a socket may take to open, in milliseconds. */
const SILENT = 40_000;

export type Connection = 'connecting' | 'live' | 'lost';

interface Hears {
  view: (view: View) => void;
  connection: (state: Connection) => void;
}

export interface Listening {
  stop: () => void;
  /** Listens anew where what is shown proves old: a socket that broke may never be told so. */
  again: () => void;
}

/** Listens until it is stopped. */
export function listen(address: string, hears: Hears): Listening {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let over = false;
  /** When this socket was begun or heard last. */
  let heard = 0;
  /** Whether the server was heard to give signs of life on this socket. */
  let signs = false;

  const hearing = () => {
    heard = Date.now();
    clearTimeout(watch);
    watch = setTimeout(() => {
      if (signs || socket?.readyState === WebSocket.CONNECTING) anew('lost');
    }, SILENT);
  };
  const connect = () => {
    clearTimeout(timer);
    let known: View | null = null;
    const mine = new WebSocket(PACKS ? `${address}&frames=gzip` : address);
    socket = mine;
    signs = false;
    hearing();
    const hear = (frame: string) => {
      if (over || socket !== mine) return;
      known = splice(known, JSON.parse(frame) as View);
      hears.connection('live');
      hears.view(known);
      attempt = 0;
    };
    // What is unpacked takes a moment: frames are heard in their order all the same.
    let before: Promise<unknown> = Promise.resolve();
    mine.onmessage = ({ data }: MessageEvent<Blob | string>) => {
      if (over || socket !== mine) return;
      hearing();
      if (data === '') {
        signs = true;
        return;
      }
      const frame = typeof data === 'string' ? data : unpacked(data);
      before = before.then(async () => hear(await frame)).catch(() => mine.close());
    };
    mine.onclose = () => {
      if (over || socket !== mine) return;
      clearTimeout(watch);
      hears.connection('lost');
      timer = setTimeout(connect, backoff(attempt++));
    };
  };
  const anew = (state: Connection) => {
    const before = socket;
    hears.connection(state);
    connect();
    before?.close();
  };
  const again = () => {
    // One that was begun just now is anew.
    const begun = socket?.readyState === WebSocket.CONNECTING && Date.now() - heard < QUIET;
    if (!over && !begun) anew('connecting');
  };
  // A phone that wakes up, or a network that is back, need not wait for the next attempt.
  const wake = () => {
    if (over || document.visibilityState === 'hidden') return;
    if (socket?.readyState === WebSocket.CLOSED || Date.now() - heard >= QUIET) again();
  };
  // Of a network that goes the socket is told much later, or never; a server on this machine answers all the same.
  const lost = () => {
    if (!over) anew('lost');
  };
  addEventListener('online', wake);
  addEventListener('offline', lost);
  document.addEventListener('visibilitychange', wake);
  hears.connection('connecting');
  connect();
  const stop = () => {
    over = true;
    clearTimeout(timer);
    clearTimeout(watch);
    removeEventListener('online', wake);
    removeEventListener('offline', lost);
    document.removeEventListener('visibilitychange', wake);
    socket?.close();
  };
  return { stop, again };
}
