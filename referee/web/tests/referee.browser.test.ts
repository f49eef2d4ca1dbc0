import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../src/geometry';
import type { View } from '../src/wire';
import { Hand, axe, dragOn, middleOf, onScreen, waitFor } from './hands';
import type { Locator } from 'playwright-core';
import { DESKTOP, PHONE, picture, seat, start, visit, type Stage } from './stage';

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
  await catalog(hand)
    .getByRole('button', { name: button, exact: typeof button === 'string' })
    .first()
    .click();
}

/** Until a thing lies at a place, in the page's own picture, too. */
async function liesAt(hand: Hand, id: string, [x, y]: [number, number], near = 0.05) {
  await hand.hears(({ scene }) => {
    const found = place(scene).find(({ thing }) => thing.id === id);
    return found !== undefined && Math.hypot(found.middle[0] - x, found.middle[1] - y) < near;
  }, `${id} to lie at ${x}, ${y}`);
}

describe('changes', () => {
  it('stay open where they were opened, though the server tells only then what may be put down', async () => {
    const { links } = await seat(stage, { battle: 'duel-on-the-hill', players: ['here', 'friend'], judge: true });
    const hand = await Hand.by(stage, links.find(({ whose }) => whose === 'judge')!.path);
    const { page } = hand;
    let tell = () => {};
    const told = new Promise<void>((resolve) => (tell = resolve));
    await page.route('**/stock*', async (route) => {
      await told;
      await route.continue();
    });
    await page.reload();
    await hand.press('Change ...');
    const form = page.getByRole('button', { name: /^destroy FIGURE/ });
    await form.waitFor();
    const answer = page.waitForResponse(/stock/);
    tell();
    await answer;
    await catalog(hand).waitFor();
    expect(await form.count()).toBe(1);
    await hand.press('Change ...');
    await form.waitFor({ state: 'detached' });
    await hand.ends();
  });

  it('of doors are offered where there is a door; elsewhere they are folded away', async () => {
    for (const [battle, doors] of [
      ['duel-on-the-hill', false],
      ['storm-the-gatehouse', true],
    ] as const) {
      const { links } = await seat(stage, { battle, players: ['here', 'friend'], judge: true });
      const hand = await Hand.by(stage, links.find(({ whose }) => whose === 'judge')!.path);
      const { page } = hand;
      await hand.press('Change ...');
      await page.getByRole('button', { name: /^destroy FIGURE/ }).waitFor();
      const folded = page.locator('details', { hasText: 'Change what is not at this table now' });
      const offered = page.locator('.judge .forms > ul li', { hasText: 'open door DOOR' });
      if (doors) await offered.waitFor();
      else {
        await folded.waitFor();
        expect(await offered.count()).toBe(0);
        expect(await page.locator('.judge .forms > ul li', { hasText: 'dice DICE' }).count()).toBe(1);
        await folded.locator('summary').click();
        await folded.getByRole('button', { name: /^open door DOOR/ }).waitFor();
      }
      expect(await folded.count()).toBe(doors ? 0 : 1);
      await hand.ends();
    }
  });
});

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
    await page
      .getByLabel("battlefield of a referee's table of HeroScape")
      .selectOption({ label: 'Along the old road' });
    await page.getByRole('button', { name: "Set it up: a referee's table of HeroScape" }).click();
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
    await catalog(table)
      .getByRole('button', { name: `turn ${long}`, exact: true })
      .click();
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

  it('asks about a figure before it is shown what else could be put down, changes it as it can be changed, and sees the dice that are asked for', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', referee: true, dice: 'typed' });
    const { page } = hand;
    await catalog(hand).waitFor();
    const puts = async (line: string) => {
      expect((await page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
      await hand.hears(({ log }) => log.at(-1)?.says.includes(line) ?? false, line);
    };
    for (const line of ['place finn at E5', 'place mimring at F6']) await puts(line);
    await hand.clickAt(middleOf(await hand.view(), 'finn'));
    const ask = page.locator('summary', { hasText: 'Ask about finn' });
    await ask.waitFor();
    const top = async (one: Locator) => (await one.boundingBox())!.y;
    expect(await top(ask)).toBeLessThan(await top(catalog(hand)));
    expect(await catalog(hand).getByRole('list').count()).toBe(0);
    const change = page.locator('details', { has: page.locator('summary', { hasText: 'Change finn' }) });
    await change.getByRole('button', { name: /^wounds finn NUMBER/ }).waitFor();
    expect(await change.getByRole('button', { name: /door|field|dice|glyph/ }).count()).toBe(0);
    await picture(page, 'changes-light-desktop');
    await axe(page, 'changes of a figure');

    // Whatever was answered before, the dice that are asked for come first.
    await page
      .getByRole('button', { name: /card finn/ })
      .first()
      .click();
    const answer = page.getByRole('region', { name: 'what was asked' });
    await answer.waitFor();
    await puts('finn attacks mimring');
    await page.locator('div.pad').waitFor();
    expect(await top(page.locator('div.pad'))).toBeLessThan(await top(answer));
    await picture(page, 'pad-before-answer-light-desktop');
    await hand.ends();
  });

  it('lets through what is refused by one press and a reason', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', referee: true });
    const { page } = hand;
    await page.keyboard.press('/');
    const line = page.getByRole('combobox', { name: 'type an action' });
    await line.fill('marro 3 attacks finn');
    await line.press('Enter');
    const refusal = page.locator('dialog .refusal');
    await refusal.getByRole('button', { name: 'let it through ...' }).waitFor();
    // It is told once.
    const told = (await refusal.locator('p, li').allInnerTexts()).map((words) => words.trim().replace(/^no: /, ''));
    expect(new Set(told).size).toBe(told.length);
    await picture(page, 'refused-light-desktop');
    await refusal.getByRole('button', { name: 'let it through ...' }).click();
    const fills = page.getByRole('region', { name: 'what is filled in' });
    await fills.getByLabel('why, for all to read').fill('he is near enough');
    await page.keyboard.press('Enter');
    await hand.hears(({ log }) => log.length === 1, 'the attack');
    expect((await hand.view()).log[0]!.says).toContain('marro 3 attacks finn (he is near enough)');
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
    expect(
      await hand.page.locator('.choices .list').getByRole('button', { name: 'mimring attacks finn' }).count(),
    ).toBe(0);
    await hand.ends();
  });

  it('puts units down where a finger points on an open table', async () => {
    const hand = await Hand.at(stage, { battle: 'beacons', referee: true }, PHONE, 'dark');
    await catalog(hand).waitFor();
    await catalog(hand).getByRole('searchbox').fill('reds 1');
    await catalog(hand)
      .getByRole('button', { name: /^(put down|move) reds 1$/ })
      .first()
      .tap();
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

  it('is told of answers that they were before the last change, and sees them drawn as they were given', async () => {
    const hand = await Hand.at(stage, { battle: 'ea-heresy', referee: true });
    const puts = async (line: string) => {
      expect((await hand.page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
      await hand.hears(({ log }) => log.at(-1)?.says.includes(line.split(' because')[0]!) ?? false, line);
    };
    for (const line of ['place reds 1 at (50, 15)', 'place blues 1 at (60, 60)']) await puts(line);
    const view = await hand.view();
    const [from, to] = [middleOf(view, 'reds 1'), middleOf(view, 'blues 1')];
    /** Whether a colour is drawn somewhere between them. */
    const isDrawn = async (colour: string) => {
      const ends = await Promise.all([from, to].map((at) => onScreen(hand.page, at)));
      return hand.page.locator('canvas').evaluate(
        (canvas, { ends, colour }) => {
          const { left, top } = canvas.getBoundingClientRect();
          const brush = (canvas as HTMLCanvasElement).getContext('2d')!;
          const found = Array.from({ length: 200 }, (_, n) => {
            const [x, y] = [0, 1].map((axis) => ends[0]![axis]! + ((ends[1]![axis]! - ends[0]![axis]!) * n) / 200);
            const [r, g, b] = brush.getImageData(Math.round(x! - left), Math.round(y! - top), 1, 1).data;
            return `#${[r, g, b].map((value) => value!.toString(16).padStart(2, '0')).join('')}`;
          });
          return found.includes(colour);
        },
        { ends, colour },
      );
    };
    const [green, red] = ['#1e7d32', '#b71c1c'];
    const card = hand.page.getByRole('region', { name: 'what was asked' });
    const asks = async () => {
      await hand.page.getByRole('button', { name: /los A B/ }).click();
      for (const at of [from, to]) await hand.clickAt(at);
      await card.waitFor();
    };
    await asks();
    await hand.page.locator('.next', { hasText: 'reds 1 sees blues 1' }).waitFor();
    await waitFor(() => isDrawn(green), 'the line of sight');
    // Whatever happens then, here by another hand: the answer is one of before.
    await puts('place blues 2 at (150, 60)');
    await card.getByText('This was before the last change.').waitFor();
    await hand.page.locator('.next').waitFor({ state: 'detached' });
    await waitFor(async () => !(await isDrawn(green)), 'a board without the line');
    await picture(hand.page, 'answered-before-light-desktop');
    await axe(hand.page, 'an answer of before');
    await card.getByRole('button', { name: 'Ask it now' }).click();
    await card.getByText('This was before the last change.').waitFor({ state: 'detached' });
    await waitFor(() => isDrawn(green), 'the line of sight again');
    // A note changes nothing on the table, and undo does.
    await hand.page.request.post(hand.api('inputs'), { data: { line: 'note as they stand' } });
    await hand.page.locator('.log .noted', { hasText: 'as they stand' }).waitFor();
    expect(await card.getByText('This was before the last change.').count()).toBe(0);
    await hand.press(/Undo/);
    await card.getByText('This was before the last change.').waitFor();

    // What a judge ruled is drawn as ruled.
    await puts('sees reds 1, blues 1 no because the models say so');
    await asks();
    await hand.page.locator('.next.no', { hasText: 'does not see' }).waitFor();
    await waitFor(() => isDrawn(red), 'a line that is stopped');
    expect(await isDrawn(green)).toBe(false);
    await picture(hand.page, 'ruled-no-light-desktop');
    await hand.ends();
  });

  it('puts a line right without touching why it was done', async () => {
    const hand = await Hand.at(stage, { battle: 'ea-heresy', referee: true });
    for (const line of [
      'place reds at (51.1, 15.3)',
      'place blues 1 at (60, 60) because the model (the big one) stood there',
    ]) {
      expect((await hand.page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
    }
    const before = await hand.hears(({ log }) => log.length === 2, 'both lines');
    for (const [number, words] of [
      [1, 'place reds at (51.1, 15.3)'],
      [2, 'place blues 1 at (60, 60)'],
    ] as const) {
      await hand.page.getByRole('button', { name: `menu of line ${number}`, exact: true }).click();
      await hand.page
        .getByRole('group', { name: /^what can be done with line/ })
        .getByRole('button', { name: 'correct' })
        .click();
      const line = hand.page.getByRole('combobox', { name: 'type an action' });
      expect(await line.inputValue()).toBe(`correct ${number} ${words}`);
      await line.press('Enter');
      await hand.page
        .getByText(new RegExp(`line ${number} corrected`))
        .first()
        .waitFor();
      await hand.page.keyboard.press('Escape');
    }
    expect((await hand.view()).log.map(({ says }) => says)).toEqual(before.log.map(({ says }) => says));
    await hand.ends();
  });

  it('has lookers-on, who are offered nothing that would change something', async () => {
    const { links } = await seat(stage, { battle: 'ea-heresy', referee: true });
    const hand = await Hand.by(stage, links.find(({ whose }) => whose === 'spectators')!.path);
    const { page } = hand;
    await page.getByRole('heading', { name: 'You look on' }).waitFor();
    await page.getByText('Ask ...').click();
    await page.getByTitle(/los A B/).waitFor();
    expect(await page.getByText('The table is yours').count()).toBe(0);
    expect(await catalog(hand).count()).toBe(0);
    expect(await page.getByText(/^Change/).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(place|put down|move|destroy|undo|redo)/i }).count()).toBe(0);
    await picture(page, 'looks-on-light-desktop');
    await page.keyboard.press('/');
    const line = page.getByRole('combobox', { name: 'type a question' });
    const hints = page.locator('#prompt-hints li');
    const types = async (words: string) => {
      const answered = page.waitForResponse(
        (answer) => answer.url().includes('/complete') && (answer.request().postData() ?? '').includes(`"${words}"`),
      );
      await line.fill(words);
      return (await answered).json() as Promise<string[]>;
    };
    await types('los');
    await hints.filter({ hasText: /^los/ }).first().waitFor();
    // The server names changes, since it does not ask who types: they are not shown.
    expect((await types('place')).some((hint) => hint.startsWith('place'))).toBe(true);
    await hints.first().waitFor({ state: 'detached' });
    await hand.ends();
  });

  it('measures on an open table', async () => {
    for (const [battle, says] of [
      ['ea-heresy', /cm$/],
      ['skirmish', /in$/],
    ] as const) {
      const hand = await Hand.at(stage, { battle }, DESKTOP, 'dark');
      expect(await hand.page.locator('.measure').textContent()).toMatch(says);
      await hand.ends();
    }
  });
});
