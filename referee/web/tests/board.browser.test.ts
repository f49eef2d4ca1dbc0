import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundsOf, place } from '../src/geometry';
import { turnedPicture } from '../src/turn';
import type { View } from '../src/wire';
import { Hand, axe, middleOf, onScreen, waitFor } from './hands';
import { DESKTOP, PHONE, picture, start, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

const legend = (hand: Hand) => hand.page.getByRole('button', { name: 'Legend' });
/** What the canvas shows, once it has settled. */
async function drawn(hand: Hand): Promise<string> {
  const now = () => hand.page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  let before = await now();
  for (;;) {
    await hand.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const after = await now();
    if (after === before) return after;
    before = after;
  }
}
const turned = (view: View, steps: number): View => ({ ...view, scene: turnedPicture(view.scene, steps) });

describe('layers', () => {
  it('of a board of hexes: heights, kinds of ground, start zones, each switched by whoever looks', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', seed: 5 });
    await legend(hand).click();
    let before = await drawn(hand);
    for (const name of ['heights', 'terrain', 'start zones']) {
      const box = hand.page.getByLabel(name, { exact: true });
      // Heights are there at first.
      expect(await box.isChecked()).toBe(name === 'heights');
      await box.click();
      const after = await drawn(hand);
      expect(after === before, name).toBe(false);
      before = after;
    }
    // Kinds of ground are told with their colours.
    await hand.page.getByRole('list', { name: 'colours of terrain' }).getByText('grass').waitFor();
    await hand.page.getByRole('list', { name: 'colours of start zones' }).getByText('A', { exact: true }).waitFor();
    await axe(hand.page, 'layers');
    await picture(hand.page, 'layers-light-desktop');
    // They stay as they were.
    await hand.page.reload();
    await legend(hand).click();
    expect(await hand.page.getByLabel('heights', { exact: true }).isChecked()).toBe(false);
    await hand.ends();
  });

  it('of open tables: zones may be left out, and are no longer pointed at', async () => {
    for (const [battle, name] of [
      ['skirmish', 'deployment zones'],
      ['beacons', 'zones of control'],
    ] as const) {
      const hand = await Hand.at(stage, { battle }, DESKTOP, 'dark');
      await hand.turn();
      await legend(hand).click();
      const box = hand.page.getByLabel(name, { exact: true });
      expect(await box.isChecked(), battle).toBe(true);
      const before = await drawn(hand);
      await box.uncheck();
      expect((await drawn(hand)) === before, battle).toBe(false);
      await hand.page.getByLabel('terrain', { exact: true }).check();
      await picture(hand.page, `layers-${battle}-dark-desktop`);
      await hand.ends();
    }
  });
});

describe('the legend', () => {
  it.each([
    [1280, 800],
    [1000, 700],
    [390, 844],
  ])('covers nothing of the board at %i by %i, and all of the board is seen beside it', async (width, height) => {
    for (const battle of ['skirmish', 'beacons', 'duel-on-the-hill']) {
      const hand = await Hand.at(stage, { battle }, { width, height });
      const view = await hand.turn();
      const button = legend(hand);
      await button.click();
      const box = hand.page.getByRole('region', { name: 'legend' });
      await drawn(hand);
      await picture(hand.page, `legend-${battle}-${width}`);
      const [told, board] = [(await box.boundingBox())!, (await hand.page.locator('canvas').boundingBox())!];
      const apart = told.x + told.width <= board.x + 1 || told.y >= board.y + board.height - 1;
      expect(apart, battle).toBe(true);
      const { left, top, right, bottom } = boundsOf(view.scene.shapes)!;
      for (const corner of [
        [left, top],
        [right, bottom],
      ] as const) {
        const [x, y] = await onScreen(hand.page, [...corner]);
        expect(x >= board.x && x <= board.x + board.width && y >= board.y && y <= board.y + board.height, battle).toBe(
          true,
        );
      }
      if (battle === 'beacons') await axe(hand.page, `the legend at ${width}`);
      // It stays while one plays, until it is put away.
      await hand.page.locator('canvas').focus();
      await hand.page.keyboard.press('Escape');
      expect(await box.isVisible()).toBe(true);
      await button.click();
      await box.waitFor({ state: 'detached' });
      await hand.ends();
    }
  });
});

describe('a board', () => {
  it('lies where it was once the legend is shut', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', seed: 7 }, { width: 1280, height: 800 });
    // Whoever was still to be placed lay beneath the board until now.
    for (
      let view = await hand.turn();
      view.offers.actions.some(({ says }) => says.startsWith('place '));
      view = await hand.turn()
    ) {
      await hand.page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } });
      await hand.hears(({ after }) => after > view.after, 'what was decided');
    }
    await drawn(hand);
    const camera = () => hand.page.locator('canvas').getAttribute('data-camera');
    const before = await camera();
    for (let n = 0; n < 2; n++) {
      await legend(hand).click();
      await drawn(hand);
      expect(await camera()).not.toBe(before);
      await legend(hand).click();
      await hand.page.locator('.legend').waitFor({ state: 'detached' });
      await drawn(hand);
      expect(await camera()).toBe(before);
    }
    await hand.ends();
  });

  it('is turned by steps with button and key, and picked from as it lies', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const view = await hand.turn();
    await hand.press('turn the board');
    await hand.page.locator('canvas').focus();
    await hand.page.keyboard.press('r');
    await hand.page.keyboard.press('r');
    await hand.page.keyboard.press('Shift+R');
    await drawn(hand);
    await picture(hand.page, 'turned-light-desktop');
    const attack = view.offers.actions.find(({ says }) => says.includes(' attacks '))!;
    const lying = turned(view, 2);
    for (const { thing } of attack.about) {
      const { middle } = place(lying.scene).find((one) => one.thing.id === thing)!;
      await hand.clickAt(middle);
      await hand.page.locator('.crumb, .decision', { hasText: thing }).first().waitFor();
    }
    await hand.page.locator('.decision', { hasText: attack.says }).waitFor();
    // It lies so when one comes back.
    await hand.page.reload();
    await hand.page.locator('.asked').first().waitFor();
    const [attacker] = attack.about;
    await drawn(hand);
    await hand.clickAt(place(lying.scene).find((one) => one.thing.id === attacker!.thing)!.middle);
    await hand.page.locator('.crumb', { hasText: attacker!.thing }).waitFor();
    await hand.ends();
  });

  it('that is open is pointed at where a place is, however it is turned', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish' });
    const view = await hand.turn();
    for (let n = 0; n < 5; n++) await hand.press('turn the board');
    await drawn(hand);
    await hand.page.locator('.choices .group button').first().click();
    await hand.page.getByText('deploys at …').waitFor();
    const [offer] = view.offers.actions;
    const [x, y] = offer!.about[1]!.at!;
    const lying = turned(
      {
        ...view,
        scene: {
          ...view.scene,
          shapes: [...view.scene.shapes, { kind: 'text', at: [x + 2, y - 1], size: 0, words: '', colour: '#000000' }],
        },
      },
      5,
    );
    const there = lying.scene.shapes.at(-1)! as { at: [number, number] };
    await hand.clickAt(there.at);
    await hand.page.locator('.decision').waitFor();
    const [, left, deep] = /deploys at ([\d.]+) ([\d.]+)/.exec((await hand.page.locator('.decision').textContent())!)!;
    const plain = /([\d.]+) ([\d.]+)/.exec(offer!.about[1]!.thing)!;
    expect(Math.hypot(Number(left) - Number(plain[1]) - 2, Number(deep) - Number(plain[2]) - 1)).toBeLessThan(0.3);
    await picture(hand.page, 'turned-place-light-desktop');
    await hand.ends();
  });

  it('of dice is seen whole, paper and all, however much of it there comes to be', async () => {
    const hand = await Hand.at(stage, { battle: 'dragon-dice', seed: 7 }, { width: 1280, height: 800 });
    for (let n = 0; n < 25; n++) {
      const view = await hand.turn();
      const { left, top, right, bottom } = boundsOf(view.scene.shapes)!;
      const canvas = (await hand.page.locator('canvas').boundingBox())!;
      const [[x0, y0], [x1, y1]] = [await onScreen(hand.page, [left, top]), await onScreen(hand.page, [right, bottom])];
      const room = [x0 - canvas.x, y0 - canvas.y, canvas.x + canvas.width - x1, canvas.y + canvas.height - y1];
      expect(Math.min(...room), `after ${view.counted} inputs`).toBeGreaterThan(10);
      await hand.page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } });
      await hand.hears(({ after }) => after > view.after, 'what was decided');
    }
    await hand.ends();
  });

  it("of dice is read on a phone at arm's length", async () => {
    const hand = await Hand.at(stage, { battle: 'dragon-dice', seed: 3 }, PHONE);
    await hand.turn();
    await hand.page.locator('.tray').waitFor();
    const smallest = await hand.page.locator('.tray').evaluate((tray) => {
      const sizes = [...tray.querySelectorAll('text')].map((text) => {
        const svg = text.closest('svg')!;
        return Number(text.getAttribute('font-size')) * (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
      });
      const words = [...tray.querySelectorAll('span, b')].map((one) => parseFloat(getComputedStyle(one).fontSize));
      return Math.min(...sizes, ...words);
    });
    expect(smallest).toBeGreaterThanOrEqual(11.9);
    await axe(hand.page, 'tray');
    await picture(hand.page, 'tray-light-phone');
    const view = await hand.view();
    await hand.perform(view, view.offers.actions[0]!);
    // The picture is one press away.
    await hand.press('picture');
    await hand.page.locator('canvas').waitFor();
    await hand.ends();
  });
});

describe('a note', () => {
  it('stands in the log of everybody, with who wrote it', async () => {
    const one = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    await one.page.keyboard.press('/');
    await one.page.getByRole('combobox', { name: 'type an action' }).fill('note the hill is taller than it looks');
    await one.page.keyboard.press('Enter');
    await waitFor(async () => (await one.view()).notes.length === 1, 'the note');
    await one.page.keyboard.press('Escape');
    await one.page.locator('.log li.noted', { hasText: 'note by A and B: the hill is taller than it looks' }).waitFor();
    await picture(one.page, 'note-light-desktop');
    await one.ends();
  });
});

describe('a referee of an open table', () => {
  it('puts figures down, lets one shoot, and carries it elsewhere all the same', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', referee: true });
    const catalog = hand.page.getByRole('region', { name: 'what may be put down' });
    await catalog.waitFor();
    const at = async (name: string) => place((await hand.view()).scene).find(({ thing }) => thing.id === name)!.middle;
    for (const [name, x] of [
      ['bolt 1', 20],
      ['reed 1', 28],
    ] as const) {
      await catalog.getByRole('searchbox').fill(name);
      const down = catalog.getByRole('button', { name: `put down ${name}`, exact: true });
      // A press right after another, at the same place, is not taken: then once more.
      const taken = async () => {
        if ((await hand.page.locator('.next').count()) > 0) return true;
        await down.click();
        return false;
      };
      await waitFor(taken, `${name} to be held`);
      await hand.clickAt([x, 38]);
      await waitFor(
        async () => Math.hypot((await at(name))[0] - x, (await at(name))[1] - 38) < 0.5,
        `${name} to stand`,
      );
      await hand.page.locator('.next').waitFor({ state: 'detached' });
    }
    const view = await hand.view();
    const shot = view.offers.actions.find(({ says }) => says === 'bolt 1 shoots reed 1')!;
    // Whom it may shoot at keeps nobody from carrying it elsewhere.
    await hand.drag(await at('bolt 1'), [22, 36]);
    await waitFor(
      async () => Math.hypot((await at('bolt 1'))[0] - 22, (await at('bolt 1'))[1] - 36) < 0.5,
      'bolt 1 to be carried',
    );
    await hand.perform(await hand.view(), shot);
    // Nothing rolls by itself where nobody's turn it is.
    while ((await hand.view()).asked.kind === 'roll') {
      const { after } = await hand.view();
      // The page may show the roll before still: what is pressed then counts for nothing, and is pressed again.
      const roll = hand.page.getByRole('button', { name: 'Roll them' }).first();
      const rolled = async () => (await hand.view()).after > after;
      await waitFor(async () => (await rolled()) || (await roll.click({ timeout: 1000 }).then(rolled, rolled)), 'dice');
    }
    expect((await hand.view()).asked.kind).toBe('free');
    await picture(hand.page, 'referee-skirmish-light-desktop');
    await hand.ends();
  });
});

describe('a place on an open table', () => {
  it('is confirmed by a second click at the same spot, though the first was led to the mark beside it', async () => {
    const hand = await Hand.at(stage, { battle: 'ea-heresy', seed: 7 });
    const { page } = hand;
    let view = await hand.turn();
    while (!view.offers.actions.some(({ says }) => says.startsWith('deploy '))) {
      expect((await page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } })).ok()).toBe(
        true,
      );
      await hand.hears(({ after }) => after > view.after, 'the decision');
      view = await hand.turn();
    }
    const deploy = view.offers.actions.find(({ says, about }) => says.startsWith('deploy ') && about[1]?.at)!;
    const [name, to] = deploy.about;
    await page.getByRole('button', { name: name!.thing, exact: true }).click();
    await page.locator('.crumb', { hasText: name!.thing }).waitFor();
    const [x, y] = await onScreen(page, to!.at!);
    await page.mouse.click(x + 9, y - 5);
    await page.getByText('or click there once more').waitFor();
    // Many places are told in short, and whole when they are wanted.
    const says = page.locator('.decision .says');
    const short = (await says.textContent())!.length;
    await says.getByRole('button', { name: 'all of it' }).click();
    expect((await says.textContent())!.length).toBeGreaterThan(short);
    await page.mouse.click(x + 10, y - 5);
    await hand.hears(({ after }) => after > view.after, 'the formation to be put down');
    expect((await hand.view()).log.find(({ number }) => number === view.after + 1)?.says).toContain(
      `deploy ${name!.thing}`,
    );
    await hand.ends();
  });
});

describe('free ground of an open table', () => {
  it('is confirmed by a second click, where no mark is either', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', seed: 7 });
    const { page } = hand;
    const view = await hand.turn();
    const figure = view.offers.actions.find(({ about }) => about[1]?.at)!.about[0]!.thing;
    await page.locator('.choices .group').getByRole('button', { name: figure, exact: true }).click();
    // Between the marks, in the zone.
    const marks = view.offers.actions.flatMap(({ about }) =>
      about[0]?.thing === figure && about[1]?.at ? [about[1].at] : [],
    );
    const a = marks[0]!;
    const far = ([x, y]: [number, number]) => Math.hypot(x - a[0], y - a[1]);
    const [b] = marks.filter(([x, y]) => x !== a[0] && y !== a[1]).sort((one, other) => far(one) - far(other)) as [
      [number, number],
    ];
    const between: [number, number] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    await hand.clickAt(between);
    await page.getByText('or click there once more').waitFor();
    const says = page.locator('.decision .says');
    const first = (await says.textContent())!;
    await page.keyboard.press('Escape');
    await page.locator('.decision').waitFor({ state: 'detached' });
    // A step back, and the figure is picked still.
    await page.locator('.crumb', { hasText: figure }).waitFor();
    await hand.clickAt(between);
    await says.getByText(first).waitFor();
    // Its ghost is drawn once the server has told where it will stand.
    await drawn(hand);
    await hand.clickAt(between);
    await hand.hears(({ after }) => after > view.after, 'the figure to be put down');
    await page.locator('.log li', { hasText: first.trim() }).first().waitFor();
    await hand.ends();
  });
});

describe('a ghost', () => {
  it('is carried on from where it stands', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', seed: 7 });
    const { page } = hand;
    const view = await hand.turn();
    const deploy = view.offers.actions.find(({ about }) => about[1]?.at)!;
    const [figure, to] = deploy.about;
    const other = view.offers.actions.findLast(({ about }) => about[0]?.thing === figure!.thing)!.about[1]!.at!;
    const camera = await page.locator('canvas').getAttribute('data-camera');
    await page.locator('.choices .group').getByRole('button', { name: figure!.thing, exact: true }).click();
    const none = await drawn(hand);
    await hand.clickAt(to!.at!);
    await page.getByText('or click there once more').waitFor();
    await waitFor(async () => (await drawn(hand)) !== none, 'the ghost');
    await page.locator('.decision').getByText('why it is allowed').waitFor();
    await drawn(hand);
    // Grasped beside its middle, it is carried as it was grasped; the board stays where it is.
    await hand.drag([to!.at![0] + 0.2, to!.at![1]], [other[0] + 0.5, other[1]]);
    await hand.hears(({ after }) => after > view.after, 'the figure to be put down');
    expect(await page.locator('canvas').getAttribute('data-camera')).toBe(camera);
    const [x] = middleOf(await hand.view(), figure!.thing);
    expect(Math.abs(x - other[0])).toBeLessThan(0.6);
    await hand.ends();
  });
});

describe('the frame of the board', () => {
  it('stands still under a hand though something left the board, and fits once the hand is gone', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', seed: 7 });
    const { page } = hand;
    const camera = () => page.locator('canvas').getAttribute('data-camera');
    const canvas = (await page.locator('canvas').boundingBox())!;
    const first = await camera();
    await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    for (let n = 0; n < 40; n++) {
      const view = await hand.turn();
      if (!view.offers.actions.some(({ says }) => says.includes(' deploys '))) break;
      expect((await page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } })).ok()).toBe(
        true,
      );
      await hand.hears(({ after }) => after > view.after, 'the decision');
      expect(await camera()).toBe(first);
    }
    await page.locator('.asked').first().hover();
    await waitFor(async () => (await camera()) !== first, 'the board to fit');
    await hand.ends();
  });
});

describe('the slider', () => {
  it('numbers moments as the log numbers its lines, whatever was noted or taken back between', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', seed: 7 });
    const { page } = hand;
    const put = async (data: object) => {
      const { after } = await hand.turn();
      expect((await page.request.post(hand.api('inputs'), { data: { ...data, after } })).ok()).toBe(true);
      await hand.hears((view) => view.after > after, 'it');
    };
    for (const data of [{ decide: true }, { line: 'note well done' }, { decide: true }]) await put(data);
    const view = await hand.turn();
    const last = view.log.at(-1)!.number;
    expect(last).toBeGreaterThan(view.counted);
    await page.locator('.slider .count').getByText(`${last}/${last}`).waitFor();
    await page.getByLabel('one moment earlier').click();
    await page.getByText(`Moment ${view.log.at(-2)!.number} of ${last}`).waitFor();
    await hand.ends();
  });
});

describe('what is pointed at', () => {
  it('is shown where it leads: what would do instead, a mark on the board; and its button from the board', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', seed: 7 });
    const { page } = hand;
    const view = await hand.turn();
    const deploy = view.offers.actions.find(({ about }) => about[1]?.at)!;
    const [figure, to] = deploy.about;
    const button = page.locator('.choices .group').getByRole('button', { name: figure!.thing, exact: true });
    await page.mouse.move(...(await onScreen(page, middleOf(view, figure!.thing))));
    await waitFor(async () => button.evaluate((one) => one.classList.contains('aimed')), 'the button to stand out');
    await button.click();
    // A mark under the mouse shows who would stand there.
    const asks: string[] = [];
    page.on('request', (request) => request.url().includes('/ask') && asks.push(request.postData() ?? ''));
    const none = await drawn(hand);
    await page.mouse.move(...(await onScreen(page, to!.at!)));
    await waitFor(async () => asks.some((ask) => ask.includes(deploy.says)), 'the mark to be asked about');
    await waitFor(async () => (await drawn(hand)) !== none, 'the figure to be drawn there');
    await hand.clickAt([24, 24]);
    const instead = page.locator('.panel .refusal').getByRole('button', { name: / deploys at / });
    await instead.waitFor();
    await page.locator('.panel .refusal').getByText('Instead:').hover();
    const refused = await drawn(hand);
    await instead.hover();
    await waitFor(async () => (await drawn(hand)) !== refused, 'what would do instead to be drawn');
    await page.locator('.panel .refusal').getByText('Instead:').hover();
    await waitFor(async () => (await drawn(hand)) === refused, 'it to be gone');
    // Keys show it as well.
    await instead.focus();
    await waitFor(async () => (await drawn(hand)) !== refused, 'what would do instead to be drawn');
    await hand.ends();
  });
});

describe('the legend', () => {
  it('says what the marks on pieces mean', async () => {
    const hand = await Hand.at(stage, { battle: 'skirmish', seed: 7 });
    const { page } = hand;
    let view = await hand.turn();
    for (let n = 0; n < 40 && !view.scene.things.some(({ badges }) => badges.length > 0); n++) {
      const { after } = view;
      expect((await page.request.post(hand.api('inputs'), { data: { decide: true, after } })).ok()).toBe(true);
      await hand.hears((now) => now.after > after, 'the decision');
      view = await hand.turn();
    }
    const [mark = '', words = ''] = view.scene.things.flatMap(({ badges }) => badges)[0]!;
    await legend(hand).click();
    const list = page.getByRole('list', { name: 'what colours and marks mean' });
    await list.getByRole('listitem').filter({ hasText: words }).getByText(mark, { exact: true }).waitFor();
    await list.getByText('fell since your last answer').waitFor();
    await axe(page, 'the legend');
    await picture(page, 'legend-marks');
    await hand.ends();
  });
});
