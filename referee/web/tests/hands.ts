/** Plays as hands do: whatever is put in is clicked or tapped on the page; only what to pick is looked up. */
import axeCore from 'axe-core';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { toScreen } from '../src/camera';
import { place } from '../src/geometry';
import type { Offer, View } from '../src/wire';
import { brief, rounded } from '../src/words';
import { ACROSS, DESKTOP, PHONE, seat, visit, type Drawing, type Seen, type Stage, type Wanted } from './stage';

export async function waitFor(true_: () => Promise<boolean>, what: string, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  while (!(await true_())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 60));
  }
}

/** Until the board is drawn and moves no more; the whole page where it has none. */
export async function still(page: Page) {
  if ((await page.locator('canvas').count()) > 0) return page.evaluate(noneDrawn, CALM);
  let last = await page.screenshot();
  await waitFor(async () => {
    const before = last;
    last = await page.screenshot();
    return last.equals(before);
  }, 'a page that stands still');
}
/** Milliseconds in which a board that moves would be drawn several times. */
const CALM = 120;

/** Asks a page for the next moment after which nothing was drawn for so long. */
const noneDrawn = (calm: number) =>
  new Promise<void>((done) => {
    const { drawn } = globalThis as unknown as Drawing;
    const look = () => (performance.now() - drawn.at < calm ? setTimeout(look, 20) : done());
    requestAnimationFrame(look);
  });

/** Nothing that axe calls serious. */
export async function axe(page: Page, part: string) {
  await page.evaluate(axeCore.source);
  // What a package around it does opens a page for each question, which takes twice as long.
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    return (await axe.run(document, { resultTypes: ['violations'], preload: false })).violations;
  });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(
    ({ id, nodes }) =>
      `${part}: ${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.html)
        .join(' | ')}`,
  );
  expect(told).toEqual([]);
}

/** Where a place of the picture is on the page now. */
export async function onScreen(page: Page, at: [number, number]): Promise<[number, number]> {
  const board = page.locator('canvas');
  const canvas = (await board.boundingBox())!;
  const [x, y, scale] = (await board.getAttribute('data-camera'))!.split(' ').map(Number) as [number, number, number];
  const [left, top] = toScreen({ x, y, scale }, canvas, at);
  return [canvas.x + left, canvas.y + top];
}

/** Drags from one place of the picture to another. */
export async function dragOn(
  page: Page,
  from: [number, number],
  to: [number, number],
  halfway?: () => Promise<unknown>,
) {
  const [start, end] = [await onScreen(page, from), await onScreen(page, to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
  await halfway?.();
  await page.mouse.move(...end);
  await page.mouse.up();
}

/** Where the middle of a thing is in the picture. */
export function middleOf(view: View, id: string): [number, number] {
  const found = place(view.scene).find(({ thing }) => thing.id === id);
  if (!found) throw new Error(`\`${id}\` is not in the picture`);
  return found.middle;
}

export const asked = (page: Page) => page.locator('.asked').first();

/** A page at a table. */
export class Hand {
  private constructor(
    readonly seen: Seen,
    private readonly stage: Stage,
    private readonly touch: boolean,
  ) {}

  get page(): Page {
    return this.seen.page;
  }

  /** Sits down at a new table, as whoever opened it. */
  static async at(stage: Stage, wanted: Wanted, size = DESKTOP, scheme: 'light' | 'dark' = 'light'): Promise<Hand> {
    const { links } = await seat(stage, wanted);
    return Hand.by(stage, links[0]!.path, size, scheme);
  }

  /** Sits down by a link. */
  static async by(stage: Stage, path: string, size = DESKTOP, scheme: 'light' | 'dark' = 'light'): Promise<Hand> {
    return Hand.sits(stage, await visit(stage, size, scheme), path, size === PHONE || size === ACROSS);
  }

  /** Sits down by a link on a page that is there. */
  static async sits(stage: Stage, seen: Seen, path: string, touch = false): Promise<Hand> {
    await seen.page.goto(new URL(path, stage.address).href);
    await asked(seen.page).waitFor();
    return new Hand(seen, stage, touch);
  }

  /** The address of a part of the table that the page shows. */
  api(what: string): string {
    const [, , table, key] = new URL(this.page.url()).pathname.split('/');
    return new URL(`/api/tables/${table}/${what}?key=${key}`, this.stage.address).href;
  }

  async view(): Promise<View> {
    return (await this.page.request.get(this.api('view'))).json();
  }

  /** The view once something holds of it, and the page has heard of it, too: a pick made before is forgotten when it does. */
  async hears(holds: (view: View) => boolean, what: string, seconds = 30): Promise<View> {
    let view!: View;
    await waitFor(
      async () => {
        view = await this.view();
        return holds(view);
      },
      what,
      seconds,
    );
    // Others may play on meanwhile: a page that shows what is so now has heard of it.
    let now = view;
    await waitFor(async () => {
      const shown = Number(await this.page.locator('.slider input').getAttribute('max'));
      if (shown === now.counted) return true;
      now = await this.view();
      view = holds(now) ? now : view;
      return false;
    }, `the page to hear of ${what}`);
    return view;
  }

  /** The view when something is asked of this hand, or the game is over. */
  async turn(seconds = 60): Promise<View> {
    const view = await this.hears(({ yours, asked }) => yours || asked.kind === 'over', 'a turn', seconds);
    await this.page.locator('.choices:not([inert]), .pad, .after').first().waitFor({ state: 'attached' });
    return view;
  }

  /** Presses a button. */
  async press(name: string | RegExp) {
    const button = this.page.getByRole('button', { name, exact: typeof name === 'string' }).first();
    await (this.touch ? button.tap() : button.click());
  }

  /** Drags from one place of the picture to another. */
  async drag(from: [number, number], to: [number, number], halfway?: () => Promise<unknown>) {
    await dragOn(this.page, from, to, halfway);
  }

  async clickAt(at: [number, number]) {
    const [x, y] = await onScreen(this.page, at);
    await (this.touch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
  }

  /** Picks a thing where it lies on the board, else among the buttons. */
  private async pick(view: View, { thing, at }: Offer['about'][number]) {
    const button = this.page.locator('.choices').getByRole('button', { name: thing, exact: true });
    if ((await button.count()) > 0) {
      await (this.touch ? button.first().tap() : button.first().click());
      return;
    }
    const listed = this.page.locator('.tray').locator(`[data-thing="${thing}"]`);
    if ((await listed.count()) > 0) {
      await (this.touch ? listed.first().tap() : listed.first().click());
      return;
    }
    const members = place(view.scene).filter((placed) => placed.thing.id === thing || placed.thing.part_of === thing);
    const middle = members[0]?.middle ?? at;
    if (!middle) throw new Error(`\`${thing}\` is neither on the board nor a button`);
    await this.clickAt(middle);
  }

  private async isUp({ says, short }: Offer): Promise<boolean> {
    const decision = this.page.locator('.decision');
    // What is long is told in short there.
    const told = [rounded(says), short ?? brief(says)];
    return (await decision.allTextContents()).some((words) => told.some((one) => words.includes(one)));
  }

  /** Carries out an offered action by picking what it is about and pressing "Do it". */
  async perform(view: View, offer: Offer) {
    const says = rounded(offer.says);
    const list = this.page.locator('.choices .list');
    // In a list a line is cut where that tells it apart.
    const line = list
      .getByRole('button', { name: says, exact: true })
      .or(list.getByRole('button', { name: brief(offer.says), exact: true }));
    const crumbs = () => this.page.locator('.crumb').allTextContents();
    let tries = 0;
    const isDone = async () => {
      const now = await this.view();
      return now.after > view.after || now.decided.length > view.decided.length;
    };
    const found = async () => (await this.isUp(offer)) || (await line.count()) > 0 || (await isDone());
    for (let picked = await crumbs(); !(await found()) && picked.length < offer.about.length; picked = await crumbs()) {
      const strange = picked.some((name, n) => name !== offer.about[n]!.thing && name !== 'a place');
      if (strange) await this.page.keyboard.press('Escape');
      else await this.pick(view, offer.about[picked.length]!);
      const goneOn = async () => (await found()) || String(await crumbs()) !== String(picked);
      // A click right after another, at the same place, is not taken: then once more.
      await waitFor(goneOn, 'a pick', 2).catch(() => undefined);
      if ((tries += 1) > 12) throw new Error(`\`${says}\` cannot be picked: ${picked.join(', ')}`);
    }
    const radio = this.page.locator('.decision label', { hasText: says });
    await waitFor(found, `\`${says}\``, 10);
    // What is plain is done by its last pick.
    if (!(await this.isUp(offer)) && !(await isDone())) {
      await (this.touch ? line.first().tap() : line.first().click());
      // A line that could not be meant otherwise is carried out at once.
      await waitFor(async () => (await this.isUp(offer)) || (await isDone()), 'the decision', 10);
    }
    if (await isDone()) return;
    if ((await radio.count()) > 0)
      await radio
        .filter({ has: this.page.getByText(says, { exact: true }) })
        .first()
        .click();
    await this.doIt(view);
  }

  /** Presses "Do it" until it is done: a press right after another, at the same place, is not taken. */
  async doIt(before: View) {
    const done = async () => {
      const now = await this.view();
      return now.after > before.after || now.decided.length > before.decided.length;
    };
    for (let n = 0; n < 5 && !(await done()); n++) {
      if (await this.page.getByRole('button', { name: 'Do it' }).isVisible())
        await this.press('Do it').catch(() => undefined);
      await waitFor(done, 'it to be done', 3).catch(() => undefined);
    }
    await waitFor(done, 'it to be done', 5);
  }

  /** Taps dice as they fell: of each kind the faces whose turn it is. */
  async tapDice(face = 0) {
    for (;;) {
      const groups = this.page.locator('.pad section:not(.full) > .faces');
      if ((await groups.count()) === 0) break;
      const faces = groups.first().getByRole('button');
      const one = faces.nth(face % (await faces.count()));
      await (this.touch ? one.tap() : one.click());
    }
    await this.press('These fell');
  }

  async ends() {
    expect(this.seen.faults).toEqual([]);
    await this.seen.context.close();
  }
}

/** Where the things of an action lie: the first of its own, and what it aims at. */
export function reach(view: View, offer: Offer): number {
  const middle = (thing: string) => place(view.scene).find((placed) => placed.thing.id === thing)?.middle;
  const aim = offer.about.at(-1);
  const to = aim?.at ?? (aim && middle(aim.thing));
  const own = view.scene.things.find(({ id }) => id === offer.about[0]?.thing)?.owner;
  const enemies = place(view.scene).filter(
    ({ thing }) => thing.layer === 'pieces' && thing.owner !== null && thing.owner !== own,
  );
  if (!to || enemies.length === 0) return Infinity;
  return Math.min(...enemies.map((enemy) => Math.hypot(enemy.middle[0] - to[0], enemy.middle[1] - to[1])));
}
