/** Starts the real server and a browser for the tests, and ends exactly those it started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const PICTURES = join(here, 'pictures');

/** The browser without its windows, which takes little more than half of the processor's time, where it is installed. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env.CHROMIUM ?? BROWSERS.find(existsSync);

export interface Stage {
  address: string;
  browser: Browser;
  /** Ends the server as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again where it was. */
  again: () => Promise<void>;
  end: () => Promise<void>;
}

/** The server's address, as it prints it. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let out = '';
    const hear = (chunk: Buffer) => {
      out += chunk.toString();
      const match = /http:\/\/127\.0\.0\.1:\d+\//.exec(out);
      if (match) found(match[0]);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${out}`)));
  });
}

/** Starts `umpire serve`; with a folder of battlefields, `umpire edit` on it. */
export async function start(edits?: string): Promise<Stage> {
  const umpire = resolve(process.env.UMPIRE ?? join(here, '../../../target/debug/umpire'));
  if (!existsSync(umpire)) throw new Error(`no server at ${umpire}: set UMPIRE`);
  const folder = mkdtempSync(join(tmpdir(), 'umpire-web-'));
  const serve = (port: string) => {
    const command = edits === undefined ? ['serve'] : ['edit', edits, '--no-open'];
    const hooks = edits === undefined ? ['--webhook-host', '127.0.0.1'] : [];
    const options = [...hooks, '--port', port, '--db', join(folder, 'tables.db'), '--app', join(here, '../dist')];
    return spawn(umpire, [...command, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  };
  let server = serve('0');
  const address = await addressOf(server);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Without a GPU pages are drawn by the processor; what is solid alone goes by a GPU that is imitated, and all of it would take thrice as long.
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-gpu-compositing',
      '--disable-gpu-rasterization',
    ],
  });
  mkdirSync(PICTURES, { recursive: true });
  const kill = async () => {
    const gone = new Promise((done) => server.once('exit', done));
    server.kill('SIGKILL');
    await gone;
  };
  const again = async () => {
    server = serve(new URL(address).port);
    await addressOf(server);
  };
  const end = async () => {
    await browser.close();
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, browser, kill, again, end };
}

export interface Seen {
  page: Page;
  context: BrowserContext;
  faults: string[];
}

export const DESKTOP = { width: 1366, height: 820 };
export const PHONE = { width: 360, height: 740 };
/** The same held across. */
export const ACROSS = { width: 740, height: 360 };

/** When a page drew on a board last, by its own clock. */
export interface Drawing {
  drawn: { at: number };
}

/** Notes in a page when it draws on a board: whoever waits until it stands still need not look at pictures of it. */
function noteDrawing() {
  const drawn = { at: performance.now() };
  Object.assign(globalThis, { drawn });
  const note = (on: object, does: string) => {
    const plain = Reflect.get(on, does) as (...given: unknown[]) => unknown;
    const noted = function (this: unknown, ...given: unknown[]) {
      drawn.at = performance.now();
      return plain.apply(this, given);
    };
    Reflect.set(on, does, noted);
  };
  note(CanvasRenderingContext2D.prototype, 'setTransform');
  note(WebGL2RenderingContext.prototype, 'clear');
}

/** A page that notes every fault of its scripts; of one that wants no motion what others do is shown at once. */
export async function visit(
  stage: Stage,
  size = DESKTOP,
  scheme: 'light' | 'dark' = 'light',
  moves = false,
): Promise<Seen> {
  const phone = size.width < 500 || size.height < 480;
  const context = await stage.browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: moves ? 'no-preference' : 'reduce',
    hasTouch: phone,
    isMobile: phone,
  });
  await context.addInitScript(noteDrawing);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // What the rules refuse is answered with 4xx, which the console notes.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) faults.push(message.text());
  });
  return { page, context, faults };
}

export function picture(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

export interface Wanted {
  battle: string;
  players?: string[];
  dice?: string;
  seed?: number;
  referee?: boolean;
  judge?: boolean;
}

/** Opens a table over HTTP; the opener's link first. */
export async function seat(
  stage: Stage,
  wanted: Wanted,
): Promise<{ table: string; links: { whose: string; key: string; path: string }[] }> {
  const body = JSON.stringify({ players: ['here', 'greedy'], dice: 'seeded', seed: 7, ...wanted });
  const answer = await fetch(`${stage.address}api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as never;
}
