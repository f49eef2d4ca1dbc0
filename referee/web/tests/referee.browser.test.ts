import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../src/geometry';
import type { View } from '../src/wire';
import { Hand, axe, dragOn, middleOf } from './hands';
import { DESKTOP, PHONE, picture, start, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

const catalog = (hand: Hand) => hand.page.getByRole('region', { name: 'what may be put down' });

/** Searches the catalog until one thing is left on top, and presses one of its buttons. */
async function take(hand: Hand, words: string, button: string | RegExp) {
  await catalog(hand).getByRole('searchbox').fill(words);
  await catalog(hand).getByRole('button', { name: button, exact: typeof button === 'string' }).first().click();
}

/** Until a thing lies at a place, in the page's own picture, too. */
async function liesAt(hand: Hand, id: string, [x, y]: [number, number], near = 0.05) {
  await hand.hears(({ scene }) => {
    const found = place(scene).find(({ thing }) => thing.id === id);
    return found !== undefined && Math.hypot(found.middle[0] - x, found.middle[1] - y) < near;
  }, `${id} to lie at ${x}, ${y}`);
}

describe('a referee', () => {
  it('finds things in the catalog with their numbers, puts them down by a click, carries them elsewhere', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', referee: true });
    await catalog(hand).waitFor();
    await catalog(hand).getByRole('searchbox').fill('finn');
    await catalog(hand).getByText('Life 4').first().waitFor();
    await catalog(hand).getByRole('button', { name: 'details of finn', exact: true }).click();
    await catalog(hand).locator('.answer').waitFor();
    await axe(hand.page, 'catalog');
    await picture(hand.page, 'catalog-light-desktop');
    await take(hand, 'finn', 'put down finn');
    await hand.page.locator('.next', { hasText: 'Click where' }).waitFor();
    let view = await hand.view();
    const ground = place(view.scene).filter(({ thing }) => thing.layer === 'ground');
    const there = ground[Math.floor(ground.length / 2)]!;
    await hand.clickAt(there.middle);
    await liesAt(hand, 'finn', there.middle);
    await hand.page.locator('.next').waitFor({ state: 'detached' });

    // What stands there is carried to another place.
    await catalog(hand).getByRole('button', { name: 'move finn', exact: true }).waitFor();
    view = await hand.view();
    const far = ground[Math.floor(ground.length / 3)]!;
    await hand.drag(there.middle, far.middle);
    await liesAt(hand, 'finn', far.middle);

    // A card that nobody fielded joins a side.
    const before = (await hand.view()).status.length;
    await take(hand, 'krav', /^for B Krav/);
    await hand.hears(({ status }) => status.length > before, 'a card to be fielded');
    await picture(hand.page, 'catalog-fielded-light-desktop');
    await hand.ends();
  });

  it('opens in the lobby on a battlefield as one likes, stands a long figure with one click, turns it, is told over the board what will not do', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    await page.getByLabel("battlefield of a referee's table of HeroScape").selectOption({ label: 'Along the old road' });
    await page.getByRole('button', { name: "Set up a referee's table of HeroScape" }).click();
    await page.waitForURL(/\/t\//);
    await page.getByRole('heading', { name: 'Along the old road' }).waitFor();
    const table = await Hand.by(stage, new URL(page.url()).pathname);
    const long = 'grimnak';
    await take(table, long, `put down ${long}`);
    const ground = place((await table.view()).scene).filter(({ thing }) => thing.layer === 'ground');
    const edge = ground[0]!;
    await table.clickAt(edge.middle);
    await table.page.locator('.next').waitFor({ state: 'detached' });
    const stands = ({ scene }: View) => scene.things.find(({ id }) => id === long)!.words;
    const before = stands(await table.view());
    await catalog(table).getByRole('button', { name: `turn ${long}`, exact: true }).click();
    await table.hears((view) => stands(view) !== before, 'it to be turned');
    await picture(table.page, 'long-figure-light-desktop');

    // Where somebody stands already nobody else does.
    await take(table, 'finn', /^put down finn/);
    await table.clickAt(edge.middle);
    await table.page.locator('.next .refusal').waitFor();
    await picture(table.page, 'refused-over-the-board-light-desktop');
    await axe(table.page, 'refused over the board');
    await table.page.keyboard.press('Escape');
    await table.page.locator('.next').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
    await table.ends();
  });

  it('looks at a figure that is clicked, though there is but one that it might attack', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', referee: true });
    await catalog(hand).waitFor();
    for (const line of ['place finn at E5', 'place mimring at F6']) {
      await hand.page.getByRole('button', { name: /^Type/ }).click();
      await hand.page.keyboard.type(line);
      await hand.page.keyboard.press('Enter');
      await hand.hears(({ log }) => log.at(-1)?.says.includes(line) ?? false, line);
      await hand.page.keyboard.press('Escape');
    }
    await hand.clickAt(middleOf(await hand.view(), 'finn'));
    const card = hand.page.getByRole('region', { name: 'what was clicked' });
    await card.getByText('Finn the Viking Champion').first().waitFor();
    expect(await hand.page.getByRole('button', { name: 'Do it' }).count()).toBe(0);
    await hand.page.locator('.choices .list').getByRole('button', { name: 'finn attacks mimring' }).waitFor();
    await picture(hand.page, 'looked-at-light-desktop');
    // What a glyph does stands beside it.
    const glyph = (await hand.view()).scene.things.find(({ id }) => id.startsWith('glyph at'))!;
    expect(glyph.words).toMatch(/: one more (attack|defense) die/);
    await hand.ends();
  });

  it('keeps what a hand has picked while somebody else puts something down', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', referee: true });
    await catalog(hand).waitFor();
    const puts = async (line: string) => {
      const answer = await hand.page.request.post(hand.api('inputs'), { data: { line } });
      expect(answer.ok()).toBe(true);
      await hand.hears(({ log }) => log.at(-1)?.says.includes(line) ?? false, line);
    };
    for (const line of ['place finn at E5', 'place mimring at F6']) await puts(line);
    await hand.clickAt(middleOf(await hand.view(), 'finn'));
    const card = hand.page.getByRole('region', { name: 'what was clicked' });
    const attack = hand.page.locator('.choices .list').getByRole('button', { name: 'finn attacks mimring' });
    await card.getByText('Finn the Viking Champion').first().waitFor();
    await attack.waitFor();
    // Now mimring may attack somebody else; what finn may do is still what is shown.
    await puts('place tarn 1 at F5');
    expect(await card.getByText('Finn the Viking Champion').count()).toBeGreaterThan(0);
    expect(await attack.count()).toBe(1);
    expect(await hand.page.locator('.choices .list').getByRole('button', { name: 'mimring attacks finn' }).count()).toBe(0);
    await hand.ends();
  });

  it('puts units down where a finger points on an open table', async () => {
    const hand = await Hand.at(stage, { battle: 'beacons', referee: true }, PHONE, 'dark');
    await catalog(hand).waitFor();
    await catalog(hand).getByRole('searchbox').fill('reds 1');
    await catalog(hand).getByRole('button', { name: /^(put down|move) reds 1$/ }).first().tap();
    await hand.clickAt([60, 60]);
    await liesAt(hand, 'reds 1', [60, 60], 4);
    await axe(hand.page, 'catalog on a phone');
    await picture(hand.page, 'catalog-dark-phone');
    await hand.ends();
  });

  it('takes a whole formation, and one unit, off the tray by hand', async () => {
    const hand = await Hand.at(stage, { battle: 'ea-heresy', referee: true });
    await catalog(hand).waitFor();
    await dragOn(hand.page, middleOf(await hand.view(), 'reds'), [60, 90]);
    await hand.hears(({ log }) => /place reds at \(/.test(log.at(-1)?.says ?? ''), 'the reds to be put down');
    expect(await hand.page.getByRole('alert').count()).toBe(0);
    await dragOn(hand.page, middleOf(await hand.view(), 'blues 2'), [90, 30]);
    await liesAt(hand, 'blues 2', [90, 30], 4);
    await hand.page.getByText('How to begin at this table').click();
    await hand.page.locator('code', { hasText: 'place reds 1 at' }).first().waitFor();
    await picture(hand.page, 'formation-put-down');
    await hand.ends();
  });

  it('measures on an open table', async () => {
    for (const [battle, says] of [['ea-heresy', /cm$/], ['skirmish', /in$/]] as const) {
      const hand = await Hand.at(stage, { battle }, DESKTOP, 'dark');
      expect(await hand.page.locator('.measure').textContent()).toMatch(says);
      await hand.ends();
    }
  });
});
