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

export type Connection = 'connecting' | 'live' | 'lost' | 'closed';

interface Hears {
  view: (view: View) => void;
  connection: (state: Connection) => void;
}

/** Listens until the returned function is called. */
export function listen(address: string, hears: Hears): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let over = false;

  const connect = () => {
    clearTimeout(timer);
    let known: View | null = null;
    const mine = new WebSocket(PACKS ? `${address}&frames=gzip` : address);
    socket = mine;
    const hear = (frame: string) => {
      if (over || socket !== mine) return;
      known = splice(known, JSON.parse(frame) as View);
      attempt = 0;
      hears.connection('live');
      hears.view(known);
    };
    // What is unpacked takes a moment: frames are heard in their order all the same.
    let before: Promise<unknown> = Promise.resolve();
    mine.onmessage = ({ data }: MessageEvent<Blob | string>) => {
      const frame = typeof data === 'string' ? data : unpacked(data);
      before = before.then(async () => hear(await frame)).catch(() => mine.close());
    };
    mine.onclose = () => {
      if (over || socket !== mine) return;
      hears.connection('lost');
      timer = setTimeout(connect, backoff(attempt++));
    };
  };
  // A phone that wakes up, or a network that is back, need not wait for the next attempt.
  const wake = () => {
    if (over || document.visibilityState === 'hidden') return;
    if (socket?.readyState === WebSocket.CLOSED) connect();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  hears.connection('connecting');
  connect();
  return () => {
    over = true;
    clearTimeout(timer);
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    socket?.close();
  };
}
