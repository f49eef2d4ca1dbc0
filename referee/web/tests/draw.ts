/** Draws as hands do: what is pressed is where the page shows it. */
import type { Page } from 'playwright-core';
import { fit, toScreen } from '../src/camera';
import { boundsOf } from '../src/geometry';
import type { Point, Sketched } from '../src/wire';
import { waitFor } from './hands';
import { DESKTOP, visit, type Seen, type Stage } from './stage';

export class Drawer {
  /** The bounds the page fitted the picture to. */
  private bounds: { left: number; top: number; right: number; bottom: number } | null = null;
  /** Where the canvas lay when it was drawn on first: from then on the picture lies still, whatever grows beside it. */
  private box: { x: number; y: number; width: number; height: number } | null = null;

  private constructor(
    readonly seen: Seen,
    private readonly stage: Stage,
  ) {}

  static async at(
    stage: Stage,
    path: string | null,
    size = DESKTOP,
    scheme: 'light' | 'dark' = 'light',
  ): Promise<Drawer> {
    const seen = await visit(stage, size, scheme);
    const drawer = new Drawer(seen, stage);
    await seen.page.goto(new URL(`/edit${path ? `#path=${encodeURIComponent(path)}` : ''}`, stage.address).href);
    return drawer;
  }

  get page(): Page {
    return this.seen.page;
  }

  /** The text as it is kept by the page; the whole of it, not only what is in sight. */
  async text(): Promise<string> {
    return this.page.evaluate(() =>
      (
        document.querySelector('.cm-content') as unknown as {
          cmTile: { view: { state: { doc: { toString(): string } } } };
        }
      ).cmTile.view.state.doc.toString(),
    );
  }

  /** What the server makes of the text. */
  async sketch(): Promise<Sketched> {
    const path = decodeURIComponent(new URL(this.page.url()).hash.replace('#path=', ''));
    const answer = await fetch(new URL('/api/edit/look', this.stage.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path, text: await this.text(), level: null }),
    });
    return answer.json() as Promise<Sketched>;
  }

  /** Shows the whole map, so that places can be told. */
  async fit() {
    await this.page.locator('canvas').waitFor();
    this.bounds = boundsOf((await this.sketch()).scene!.shapes);
    await this.page.getByRole('button', { name: 'show the whole map' }).click();
    this.box = null;
  }

  async onScreen(at: Point): Promise<Point> {
    const box = this.box ?? (await this.page.locator('canvas').boundingBox())!;
    const [x, y] = toScreen(fit(this.bounds!, box), box, at);
    return [box.x + x, box.y + y];
  }

  /** Takes up a tool, in the form of one group where it has several. */
  async tool(id: string, form?: string) {
    if (form)
      await this.page.getByRole('group', { name: 'form' }).getByRole('button', { name: form, exact: true }).click();
    const button = this.page.locator(`[data-tool="${id}"]`);
    const group = this.page.locator('details', { has: button });
    if (!(await group.evaluate((details) => (details as HTMLDetailsElement).open)))
      await group.locator('summary').click();
    await button.click();
  }

  /** Presses at the first place, goes over the others, lets go. */
  async drag(...way: Point[]) {
    this.box ??= await this.page.locator('canvas').boundingBox();
    const [first, ...rest] = await Promise.all(way.map((at) => this.onScreen(at)));
    await this.page.mouse.move(...first!);
    await this.page.mouse.down();
    for (const at of rest) await this.page.mouse.move(at[0], at[1], { steps: 4 });
    await this.page.mouse.up();
  }

  async click(at: Point) {
    await this.drag(at);
  }

  /** Until the text says something, or no longer. */
  async says(words: string | RegExp, does = true) {
    const found = (text: string) => (typeof words === 'string' ? text.includes(words) : words.test(text));
    await waitFor(
      async () => found(await this.text()) === does,
      `${does ? '' : 'no '}${words} in\n${await this.text()}`,
      10,
    ).catch(async (thrown) => {
      const told = await this.page
        .locator('.notices')
        .innerText()
        .catch(() => '');
      throw new Error(`${String(thrown)}\n${await this.text()}\n${told}`);
    });
  }
}
