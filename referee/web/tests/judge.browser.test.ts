import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../src/geometry';
import { Hand, asked, axe, middleOf, waitFor } from './hands';
import { PHONE, picture, seat, start, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

/** A judge at a game that two friends play. */
async function judging(battle: string, size?: { width: number; height: number }, dice = 'seeded'): Promise<Hand> {
  const { links } = await seat(stage, { battle, players: ['friend', 'friend'], seed: 5, judge: true, dice });
  return Hand.by(stage, links.find(({ whose }) => whose === 'judge')!.path, size);
}

const filling = (hand: Hand) => hand.page.getByRole('region', { name: 'what is filled in' });
const last = async (hand: Hand) => (await hand.view()).log.at(-1)?.says ?? '';

describe('whoever judges', () => {
  it('says so when the table is set up, and sits down as its judge with the links of the players', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    const card = page.locator('article', { hasText: 'four marro warriors on a slope' });
    await card.getByRole('button', { name: /^With others \.\.\.: (?!armies)/ }).click();
    const setup = page.getByRole('dialog');
    await setup.getByLabel('judged by').selectOption('me: I judge, and play for nobody');
    // Nobody plays in this browser then.
    expect(await setup.getByLabel('A is played by').inputValue()).toBe('friend');
    expect(await setup.locator('option', { hasText: 'me, in this browser' }).count()).toBe(0);
    await axe(page, 'setup by a judge');
    await setup.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    await asked(page).waitFor();
    const share = page.getByRole('dialog');
    await share.getByText('your own way back (judge)').waitFor();
    for (const whose of ['A', 'B', 'spectators'])
      expect(await share.getByLabel(`link for ${whose}`, { exact: true }).count()).toBe(1);
    expect(await share.getByLabel('link for judge').count()).toBe(0);
    await share.getByRole('button', { name: 'close' }).click();
    await page.getByText('You judge').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('has what may be done in sight, and the catalog folded beneath', async () => {
    const hand = await judging('duel-on-the-hill');
    const { page } = hand;
    const ways = page.getByRole('region', { name: 'what a judge may do' });
    const { height } = page.viewportSize()!;
    for (const way of [/^Change/, /^Let through/, /^Enter for A/, /^Take back to/, /^Correct a line/, /^Note/]) {
      const box = (await ways.getByRole('button', { name: way }).boundingBox())!;
      expect(box.y + box.height).toBeLessThan(height * 0.6);
    }
    const catalog = page.getByRole('region', { name: 'what may be put down' });
    await catalog.getByRole('button', { name: 'list what can be put down' }).waitFor();
    expect(await catalog.getByRole('list').count()).toBe(0);
    await axe(page, 'a judge');
    await picture(page, 'judge-light-desktop');
    await hand.ends();
  });

  it('moves a figure by picking it and its place, with a reason for all to read', async () => {
    for (const size of [undefined, PHONE]) {
      const hand = await judging('duel-on-the-hill', size);
      const { page } = hand;
      await hand.press('Change ...');
      await hand.press(/^place FIGURE at SPACE/);
      const asks = page.locator('.next');
      await asks.getByText('on it.', { exact: false }).waitFor();
      const view = await hand.view();
      await hand.clickAt(middleOf(view, 'finn'));
      await asks.getByText('place finn at').waitFor();
      await filling(hand).getByLabel('why, for all to read').fill('the table was bumped');
      if (size === undefined) await axe(page, 'a form');
      const stands = place(view.scene).filter(({ thing }) => thing.layer === 'pieces');
      const there = place(view.scene).find(
        ({ thing, middle }) =>
          thing.layer === 'ground' &&
          stands.every((one) => Math.hypot(one.middle[0] - middle[0], one.middle[1] - middle[1]) > 3),
      )!;
      await hand.clickAt(there.middle);
      await hand.hears(({ log }) => log.length === 1, 'the change');
      expect(await last(hand)).toBe(`judge: place finn at ${there.thing.id} (the table was bumped)`);
      // It is done, and the form is gone with it.
      await filling(hand).waitFor({ state: 'detached' });
      expect(await page.locator('.next').count()).toBe(0);
      await hand.ends();
    }
  });

  it('fills a number in, is told over the board what cannot be so, and fills it otherwise', async () => {
    const hand = await judging('duel-on-the-hill');
    const { page } = hand;
    // What needs no click more is done by a press of its own.
    await hand.clickAt(middleOf(await hand.view(), 'marro 1'));
    await hand.press(/^destroy marro 1/);
    await filling(hand).getByRole('button', { name: 'Do it' }).waitFor();
    expect((await hand.view()).log.length).toBe(0);
    await filling(hand).getByRole('button', { name: 'Do it' }).click();
    await hand.hears(({ log }) => log.length === 1, 'the loss');
    await hand.clickAt(middleOf(await hand.view(), 'finn'));
    await hand.press(/^wounds finn NUMBER/);
    await filling(hand).getByLabel('number', { exact: true }).fill('77');
    await page.keyboard.press('Enter');
    await page.locator('.next .refusal').waitFor();
    await filling(hand).getByLabel('number', { exact: true }).fill('2');
    await page.keyboard.press('Enter');
    await hand.hears(({ log }) => log.length === 2, 'the wounds');
    expect(await last(hand)).toContain('wounds finn 2');
    await hand.ends();
  });

  it('points at places of an open table, and names two with a comma between', async () => {
    const hand = await judging('skirmish');
    await hand.press('Change ...');
    await hand.press(/^place FIGURE at PLACE/);
    await filling(hand).getByRole('button', { name: 'hedda', exact: true }).click();
    await hand.page.locator('.next', { hasText: 'place hedda at' }).waitFor();
    await hand.clickAt([10, 10]);
    await hand.hears(({ log }) => log.length === 1, 'the change');
    expect(await last(hand)).toMatch(/place hedda at (\(?)(10|9\.9|10\.\d).* \(the judge puts it so\)/);
    await hand.ends();

    const other = await judging('ea-heresy');
    await other.press('Change ...');
    await other.press(/^sees UNIT/);
    for (const unit of ['reds 1', 'blues 1']) {
      const name = filling(other).getByLabel(/^unit/);
      await name.fill(unit);
      await name.press('Enter');
    }
    await filling(other).getByRole('button', { name: 'no', exact: true }).click();
    await other.hears(({ log }) => log.length === 1, 'what the judge sees');
    expect(await last(other)).toContain('sees reds 1, blues 1 no');
    await other.ends();
  });

  it('keeps what is filled in while the players go on', async () => {
    const { links } = await seat(stage, {
      battle: 'duel-on-the-hill',
      players: ['friend', 'friend'],
      seed: 5,
      judge: true,
    });
    const by = (whose: string) => links.find((link) => link.whose === whose)!.path;
    const judge = await Hand.by(stage, by('judge'));
    const player = await Hand.by(stage, by('A'));
    await judge.press('Change ...');
    await judge.press(/^place FIGURE at SPACE/);
    await judge.clickAt(middleOf(await judge.view(), 'finn'));
    const put = await player.page.request.post(player.api('inputs'), { data: { line: 'end turn' } });
    expect(put.ok()).toBe(true);
    await judge.hears(({ log }) => log.length > 0, 'the end of the turn');
    await judge.page.locator('.next', { hasText: 'place finn at' }).waitFor();
    await player.ends();
    await judge.ends();
  });

  it('lets through what breaks the rules, and enters what is called out, by clicking', async () => {
    const hand = await judging('duel-on-the-hill');
    const { page } = hand;
    await hand.press('Let through ...');
    await page.getByLabel('search the actions').fill('attacks');
    await hand.press(/^FIGURE attacks FIGURE/);
    const view = await hand.view();
    for (const figure of ['marro 3', 'finn']) await hand.clickAt(middleOf(view, figure));
    // The reason is written before it is done.
    await filling(hand).getByRole('button', { name: 'Do it' }).waitFor();
    expect((await hand.view()).log.length).toBe(0);
    await filling(hand).getByLabel('why, for all to read').fill('within six when measured');
    await filling(hand).getByRole('button', { name: 'Do it' }).click();
    await hand.hears(({ log }) => log.length > 0, 'the attack');
    expect((await hand.view()).log[0]!.says).toContain('marro 3 attacks finn (within six when measured)');
    await filling(hand).waitFor({ state: 'detached' });
    await hand.hears(({ asked }) => asked.kind === 'choice', 'the end of the attack');
    const before = (await hand.view()).log.length;
    await hand.press('Enter for A ...');
    await page.getByLabel('search the actions').fill('end');
    await hand.press(/^end turn/);
    await filling(hand).getByRole('button', { name: 'Do it' }).click();
    await hand.hears(({ log }) => log.length > before, 'the end of the turn');
    expect((await hand.view()).log[before]!.says).toBe('A: end turn');
    await hand.page.locator('.log li', { hasText: 'A: end turn' }).getByText('(put in by the judge)').waitFor();
    await hand.ends();
  });

  it('lets through by a press what is refused to a line of theirs, and is rid of it when something else was done', async () => {
    const hand = await judging('duel-on-the-hill', PHONE, 'typed');
    const { page } = hand;
    await page.getByRole('tab', { name: 'Log' }).tap();
    await page.getByRole('button', { name: /^Type/ }).tap();
    const line = page.getByRole('combobox', { name: 'type an action' });
    // A line is read whole there.
    expect((await line.boundingBox())!.width).toBeGreaterThan(240);
    await line.fill('A: marro 3 attacks finn');
    await line.press('Enter');
    await hand.press('let it through ...');
    await filling(hand).getByText('A: marro 3 attacks finn').waitFor();
    const put = await page.request.post(hand.api('inputs'), { data: { line: 'A: marro 1 attacks finn' } });
    expect(put.ok()).toBe(true);
    await hand.hears(({ log }) => log.length === 1, 'an attack');
    await filling(hand).getByRole('button', { name: 'Do it' }).tap();
    await page.locator('.refusal').first().waitFor();
    await hand.press('Note ...');
    await line.fill('note it was measured');
    await line.press('Enter');
    await page.locator('dialog .entry', { hasText: 'noted' }).waitFor();
    await page.keyboard.press('Escape');
    await filling(hand).waitFor({ state: 'detached' });
    expect(await page.locator('.refusal').count()).toBe(0);
    expect(await page.locator('.next').count()).toBe(0);
    await hand.ends();
  });

  it('has what a button opens in sight, with the focus', async () => {
    for (const size of [undefined, PHONE]) {
      const hand = await judging('duel-on-the-hill', size);
      const { page } = hand;
      const group = page.getByRole('group', { name: 'what may be put in' });
      for (const [way, first] of [
        ['Enter for A ...', group.getByRole('searchbox')],
        ['Change ...', group.getByRole('button', { name: /^place FIGURE at SPACE/ })],
        ['Let through ...', group.getByRole('searchbox')],
      ] as const) {
        await hand.press(way);
        await first.waitFor();
        await waitFor(async () => {
          const box = (await first.boundingBox())!;
          return box.y > 0 && box.y + box.height < page.viewportSize()!.height;
        }, `what ${way} opens`);
        expect(await group.evaluate((box) => box.contains(document.activeElement))).toBe(true);
      }
      await hand.ends();
    }
  });

  it('is told of to both players, with the rule that was set aside, whatever they are about to do', async () => {
    const { links } = await seat(stage, {
      battle: 'duel-on-the-hill',
      players: ['friend', 'friend'],
      seed: 5,
      judge: true,
      dice: 'typed',
    });
    const by = (whose: string) => links.find((link) => link.whose === whose)!.path;
    const judge = await Hand.by(stage, by('judge'));
    const [one, other] = [await Hand.by(stage, by('A'), PHONE), await Hand.by(stage, by('B'), PHONE)];
    const puts = async (line: string, log: number) => {
      expect((await judge.page.request.post(judge.api('inputs'), { data: { line } })).ok()).toBe(true);
      for (const hand of [one, other]) await hand.hears((view) => view.log.length === log, line);
    };
    const LETS = 'judge lets A: marro 3 attacks finn (within six when measured)';
    await puts('overrule A: marro 3 attacks finn because within six when measured', 1);
    const news = other.page.getByLabel('what others did').locator('li', { hasText: LETS });
    await news.getByRole('button', { name: 'rule HS-7.2.1' }).waitFor();
    // What the dice came to, and the pad for those of one's own, hide nothing of it.
    await puts('skull skull', 2);
    await other.page.locator('div.pad').waitFor();
    const seen = (await news.getByRole('button', { name: 'rule HS-7.2.1' }).boundingBox())!;
    const faces = (await other.page.locator('div.pad .faces').last().boundingBox())!;
    expect(seen.y).toBeGreaterThan(0);
    expect(faces.y + faces.height).toBeLessThan((await other.page.locator('div.pad .send').boundingBox())!.y + 2);
    const own = one.page.getByLabel('what came of it');
    await own.getByText(LETS).waitFor();
    await own.getByRole('button', { name: 'rule HS-7.2.1' }).waitFor();
    await picture(other.page, 'let-through-light-phone');
    for (const hand of [one, other, judge]) await hand.ends();
  });

  it('reads how a figure stands as words, not as a button', async () => {
    const hand = await judging('duel-on-the-hill');
    const data = { line: 'amend wounds finn 1 because so' };
    expect((await hand.page.request.post(hand.api('inputs'), { data })).ok()).toBe(true);
    await hand.clickAt(middleOf(await hand.hears(({ log }) => log.length === 1, 'the wound'), 'finn'));
    const card = hand.page.getByRole('region', { name: 'what was clicked' });
    const words = card.getByText('1 of 4 wounds (on the board: -1)');
    await words.waitFor();
    const elsewhere = card.getByRole('button', { name: 'put it elsewhere' });
    // The card grows as it is filled: both are measured until they stand still.
    await waitFor(
      async () => (await words.boundingBox())!.y < (await elsewhere.boundingBox())!.y,
      'the words to stand above the button',
    );
    await hand.ends();
  });

  it('takes back to a line, and corrects one, by picking it in the log', async () => {
    const hand = await judging('duel-on-the-hill');
    const { page } = hand;
    for (const line of [
      'amend wounds finn 1 because so',
      'amend wounds finn 2 because so',
      'amend wounds finn 3 because so',
    ])
      expect((await page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
    await hand.hears(({ log }) => log.length === 3, 'three lines');
    await hand.press('Take back to ...');
    await page.getByText('Take back to which line?').waitFor();
    // However much the panel tells, the lines are in sight.
    const log = (await page.getByRole('list', { name: 'log' }).boundingBox())!;
    expect(log.height).toBeGreaterThan(page.viewportSize()!.height * 0.25);
    expect(await page.getByRole('button', { name: 'take back to line 3' }).count()).toBe(0);
    await axe(page, 'picking a line');
    await hand.press('take back to line 1');
    await hand.hears(({ log }) => log.length === 1, 'one line');
    await hand.press('Correct a line ...');
    await hand.press('correct line 1');
    expect(await page.getByRole('combobox', { name: 'type an action' }).inputValue()).toBe('correct 1 wounds finn 1');
    await page.keyboard.press('Escape');
    await hand.press('Take back to ...');
    await hand.press('to the beginning');
    await hand.hears(({ log }) => log.length === 0, 'nothing to be left');
    await hand.ends();
  });

  it('reads beside a note that the line it was about was taken back', async () => {
    const hand = await judging('duel-on-the-hill');
    const { page } = hand;
    const puts = async (line: string) =>
      expect((await page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
    await puts('amend wounds finn 1 because so');
    await puts('note line 1: he was bumped');
    const note = page.locator('.log .noted', { hasText: 'he was bumped' });
    await note.waitFor();
    expect(await note.innerText()).not.toContain('taken back');
    await puts('undo');
    await note.getByText('(line 1 was taken back)').waitFor();
    await hand.ends();
  });

  it('keeps what was typed at a prompt that a click on the board closed', async () => {
    const hand = await judging('duel-on-the-hill');
    const { page } = hand;
    const line = page.getByRole('combobox', { name: 'type an action' });
    await page.keyboard.press('/');
    // What a judge may put in comes first, not what the players could do.
    const hints = page.locator('#prompt-hints li');
    await hints.first().waitFor();
    expect((await hints.allInnerTexts()).map((words) => words.trim())).toEqual(['overrule', 'answer', 'amend']);
    await line.fill('amend wounds fi');
    await hand.clickAt(middleOf(await hand.view(), 'finn'));
    await line.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(await line.inputValue()).toBe('amend wounds fi');
    await page.keyboard.press('Escape');
    // Something else is begun meanwhile: what was typed is gone on with by a press.
    await hand.press('Note ...');
    expect(await line.inputValue()).toBe('note ');
    await hand.press(/^go on with/);
    expect(await line.inputValue()).toBe('amend wounds fi');
    await line.fill('amend wounds finn 1 because so');
    await line.press('Enter');
    await hand.hears(({ log }) => log.length === 1, 'the wounds');
    await page.locator('dialog .came', { hasText: 'wounds finn 1' }).waitFor();
    expect(await hints.filter({ hasText: 'attacks' }).count()).toBe(0);
    await hand.ends();
  });
});
