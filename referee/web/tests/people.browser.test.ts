import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floorsOf, place } from '../src/geometry';
import { Hand, asked, axe, middleOf, still, waitFor, onScreen } from './hands';
import { ACROSS, DESKTOP, PHONE, picture, seat, start, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

describe('the lobby', () => {
  it('has a table tell who is waited for', async () => {
    const heard: string[] = [];
    const listener = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        heard.push(body);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    await page
      .getByRole('button', { name: /^With others \.\.\.: (?!armies)/ })
      .first()
      .click();
    await page
      .getByLabel('tell who is waited for')
      .fill(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`);
    await axe(page, 'webhook');
    await picture(page, 'webhook-light-desktop');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    await asked(page).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'close' }).click();
    await page.getByRole('button', { name: 'Bot: this move' }).waitFor();
    await waitFor(async () => {
      await page
        .getByRole('button', { name: 'Bot: all such moves' })
        .click({ timeout: 500 })
        .catch(() => undefined);
      return heard.length > 0;
    }, 'a webhook to be told');
    expect(heard[0]).toContain('waits_for');
    expect(faults).toEqual([]);
    await context.close();
    await new Promise((done) => listener.close(done));
  });

  it('says whose army a seat has, and lets bots play with dice that whoever opened the table types', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    const card = page.locator('article', { hasText: 'four marro warriors on a slope' });
    await card.getByText('You play A: Marro Warriors').waitFor();
    await card.getByRole('button', { name: /^With others \.\.\.: (?!armies)/ }).click();
    const setup = page.getByRole('dialog');
    await setup.getByText('Finn the Viking Champion', { exact: true }).waitFor();
    await setup.locator('select').first().selectOption('a bot that thinks');
    await setup.locator('select').nth(1).selectOption('a bot that searches, a second a decision');
    await setup.getByText('real dice on my table').click();
    await setup.getByText('you look on as judge, and type what falls').waitFor();
    await axe(page, 'setup for bots');
    await picture(page, 'setup-bots-light-desktop');
    await setup.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    await page.getByText('A (bot that thinks)').waitFor();
    await page.getByText('B (bot that searches)').waitFor();
    await page.locator('.pad').first().waitFor();
    await picture(page, 'bots-typed-light-desktop');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says what is wrong with a file of ones own line by line, and leads to what is below its links', async () => {
    const { page, context, faults } = await visit(stage, ACROSS);
    await page.goto(stage.address);
    const links = page.getByRole('navigation', { name: 'games' });
    await links.waitFor();
    expect((await links.boundingBox())!.height).toBeLessThan(70);
    await links.getByRole('link', { name: 'Referee' }).click();
    const heading = page.locator('.referee h3').first();
    await waitFor(async () => {
      const [above, here] = [(await links.boundingBox())!, (await heading.boundingBox())!];
      return here.y >= above.y + above.height && here.y < ACROSS.height;
    }, 'the heading in sight');
    await picture(page, 'lobby-referee-light-across');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'broken.yaml', mimeType: 'text/yaml', buffer: Buffer.from('a: [1\n') });
    const told = page.getByRole('alert');
    await told.waitFor();
    expect(await told.innerText()).not.toContain('`');
    expect(await told.locator('.quoted').evaluate((text) => getComputedStyle(text).whiteSpace)).toBe('pre-wrap');
    await picture(page, 'lobby-fault-light-across');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says where a link leads nowhere', async () => {
    const { page, context, faults } = await visit(stage, PHONE);
    await page.goto(new URL('/t/nowhere/0123', stage.address).href);
    await page.getByRole('heading', { name: 'No way in' }).waitFor();
    await axe(page, 'no way in');
    expect(faults.filter((fault) => !fault.includes('WebSocket'))).toEqual([]);
    await context.close();
  });
});

describe('a stranger', () => {
  it('writes markup into names, talk and notes, and it is text', async () => {
    const strange = '<img src=x onerror="window.hurt=1">';
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const { page } = hand;
    expect((await page.request.post(hand.api('inputs'), { data: { chat: strange } })).ok()).toBe(true);
    await page.getByRole('tab', { name: /^Chat/ }).click();
    await page.locator('.said', { hasText: strange }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'type an action' }).fill(strange);
    await page.keyboard.press('Enter');
    await page.locator('dialog .refusal').waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    await hand.ends();
  });

  it('sits in two tabs: both see what one of them did, and picks half made are forgotten', async () => {
    const { links } = await seat(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    const one = await Hand.by(stage, links[0]!.path);
    const other = await Hand.by(stage, links[0]!.path, PHONE);
    const view = await one.turn();
    await other.turn();
    const end = view.offers.actions.find(({ says }) => says === 'end turn')!;
    const first = view.offers.actions.find(({ about }) => about.length > 1)!.about[0]!;
    await other.page.locator('.choices').getByRole('button', { name: first.thing, exact: true }).first().tap();
    await other.page.locator('.crumb').first().waitFor();
    await one.perform(view, end);
    await waitFor(
      async () => (await other.page.locator('.crumb', { hasText: first.thing }).count()) === 0,
      'the picks to be gone',
    );
    expect(await asked(other.page).textContent()).toBe(await asked(one.page).textContent());
    await one.ends();
    await other.ends();
  });
});

describe('a board', () => {
  it('of several floors is looked into floor by floor', async () => {
    const hand = await Hand.at(stage, { battle: 'storm-the-gatehouse', seed: 3 });
    const view = await hand.view();
    const floors = floorsOf(place(view.scene));
    expect(Math.max(...floors.values())).toBeGreaterThan(0);
    const ground = place(view.scene).filter(({ thing }) => thing.layer === 'ground');
    const middles = (one: { middle: [number, number] }) => one.middle.map((at) => Math.round(at * 10)).join();
    const above = ground
      .filter(({ thing }) => floors.get(thing.id)! > 0)
      .find((one) => ground.findLast((other) => middles(other) === middles(one)) === one)!;
    await still(hand.page);
    const look = () => hand.page.locator('.tip').first().textContent();
    await hand.page.mouse.move(...(await onScreen(hand.page, above.middle)));
    await waitFor(async () => ((await look()) ?? '').includes(above.thing.words), 'the upper floor');
    await picture(hand.page, 'floors-all-light-desktop');
    await hand.page.getByRole('button', { name: 'Legend' }).click();
    await hand.page.getByLabel('the ground alone').check();
    await axe(hand.page, 'floors');
    await hand.page.keyboard.press('Escape');
    await hand.page.mouse.move(5, 300);
    await hand.page.mouse.move(...(await onScreen(hand.page, above.middle)));
    await waitFor(async () => !((await look()) ?? '').includes(above.thing.words), 'what lies beneath');
    await picture(hand.page, 'floors-ground-light-desktop');
    await hand.page.getByRole('button', { name: '3D' }).click();
    await hand.page.getByLabel('The board in 3D.', { exact: false }).waitFor();
    await still(hand.page);
    await picture(hand.page, 'floors-solid-light-desktop');
    await hand.ends();
  });

  it.each(['flat', 'solid'])('that is %s grows under two fingers', async (form) => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 }, PHONE);
    if (form === 'solid') {
      await hand.page.getByRole('button', { name: '3D' }).tap();
      await hand.page.getByLabel('The board in 3D.', { exact: false }).waitFor();
      await still(hand.page);
    }
    const canvas = hand.page.locator('canvas');
    const before = await canvas.screenshot();
    const { x, y, width, height } = (await canvas.boundingBox())!;
    const [mx, my] = [x + width / 2, y + height / 2];
    const session = await hand.page.context().newCDPSession(hand.page);
    const fingers = (apart: number) => [
      { x: mx - apart, y: my, id: 1 },
      { x: mx + apart, y: my, id: 2 },
    ];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
    for (const apart of [30, 45, 60, 80])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await waitFor(async () => !(await canvas.screenshot()).equals(before), 'a closer look');
    // The page itself stayed as it was, and nothing was picked.
    expect(await hand.page.evaluate(() => visualViewport!.scale)).toBe(1);
    expect(await hand.page.locator('.crumb').count()).toBe(0);
    await picture(hand.page, `pinched-${form}-light-phone`);
    await hand.ends();
  });
});

describe('an army of dice', () => {
  it('has the odds of its attack told before anything is rolled', async () => {
    const hand = await Hand.at(stage, { battle: 'dragon-dice', seed: 7 });
    const { page } = hand;
    let view = await hand.turn();
    for (let n = 0; n < 40 && !view.offers.actions.some(({ says }) => says.startsWith('melee ')); n++) {
      const { after } = view;
      expect((await page.request.post(hand.api('inputs'), { data: { decide: true, after } })).ok()).toBe(true);
      await hand.hears((now) => now.after > after, 'the decision');
      view = await hand.turn();
    }
    await page.locator('.decision', { hasText: 'melee B' }).waitFor();
    await page.locator('.decision figure').waitFor();
    expect(await page.locator('.decision figure').textContent()).toMatch(/damage.*\d %/);
    await hand.ends();
  });
});

describe("what came of one's own dice", () => {
  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)('stands first, roll by roll, whatever bots did since, on a %s', async (name, size) => {
    const hand = await Hand.at(stage, { battle: 'dragon-dice', seed: 7 }, size);
    const { page } = hand;
    const own = page.getByLabel('what came of it');
    const others = page.getByLabel('what others did');
    for (let n = 0; n < 60; n++) {
      const view = await hand.turn();
      if ((await own.locator('.result').count()) > 0 && (await others.count()) > 0) break;
      expect((await page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } })).ok()).toBe(
        true,
      );
      await hand.hears(({ after }) => after > view.after, 'the decision');
    }
    // What it came to stands first and in sight; the dice are drawn where they are told of.
    await own.locator('.result').waitFor();
    const [outcome, news] = await Promise.all([own.boundingBox(), others.boundingBox()]);
    expect(outcome!.y).toBeLessThan(news!.y);
    expect(await own.locator('.roll .face').first().isVisible()).toBe(name === 'desktop');
    await picture(page, `own-dice-${name}`);
    await axe(page, `own dice on a ${name}`);
    const short = await own.locator('.told').count();
    await hand.press(/^all of it/);
    expect(await own.locator('.told').count()).toBeGreaterThan(short);
    expect(await own.locator('.roll .face').first().isVisible()).toBe(true);
    await hand.ends();
  });
});

describe('what bots did', () => {
  it('stands in short above what can be chosen on a phone, is stepped through with all the room there is, and counted until it was looked at', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 }, PHONE);
    const { page } = hand;
    const others = page.getByLabel('what others did');
    for (let n = 0; n < 60 && (await others.locator('li').count()) < 3; n++) {
      const view = await hand.turn();
      const { says } =
        view.offers.actions.find((action) => /^(end turn|finish moving)$/.test(action.says)) ?? view.offers.actions[0]!;
      expect((await page.request.post(hand.api('inputs'), { data: { line: says, after: view.after } })).ok()).toBe(
        true,
      );
      await hand.hears(({ after }) => after > view.after, says);
      await hand.turn();
      await still(page);
    }
    const count = await others.locator('li').count();
    expect(count).toBeGreaterThan(2);
    const [part, news, choices] = await Promise.all(
      ['.part', '.lately', '.choices'].map((one) => page.locator(one).first().boundingBox()),
    );
    expect(news!.y).toBeGreaterThanOrEqual(part!.y);
    expect(news!.y + news!.height).toBeLessThan(PHONE.height);
    expect(news!.y).toBeLessThan(choices!.y);
    await picture(page, 'news-light-phone');

    // The badge counts what the log has not shown.
    const log = page.getByRole('tab', { name: /^Log/ });
    await log.locator('.tally').waitFor();
    await log.tap();
    await page.locator('.log li.fresh').first().waitFor();
    await page.getByRole('tab', { name: /^Act/ }).tap();
    await others.waitFor();
    expect(await log.locator('.tally').count()).toBe(0);

    await others.getByRole('button', { name: 'step through' }).tap();
    await others.locator('b', { hasText: /^1 of \d+$/ }).waitFor();
    // The list is whole, or as high as the panel, and what steps through it is in sight.
    await waitFor(
      async () =>
        others.evaluate(
          (box) => box.scrollHeight <= box.clientHeight || box.clientHeight > box.closest('.part')!.clientHeight - 24,
        ),
      'as much of the list as there is room for',
    );
    const step = (await others.getByRole('button', { name: 'next' }).boundingBox())!;
    const panel = (await page.locator('.part').boundingBox())!;
    expect(step.y).toBeGreaterThanOrEqual(panel.y);
    // Everything that can be done from there is in sight, in one row over the board.
    expect((await page.locator('.banner').boundingBox())!.height).toBeLessThan(60);
    for (const name of ['Back to now', 'Take back to here', 'Go on from here as a new table']) {
      const box = (await page.getByRole('button', { name }).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    }
    await picture(page, 'stepped-through-light-phone');
    await axe(page, 'stepped through on a phone');
    await others.getByRole('button', { name: 'now', exact: true }).tap();

    // Undo comes before redo, and stays where it is.
    const undo = page.getByRole('button', { name: 'Undo' });
    const where = await undo.boundingBox();
    await undo.tap();
    const redo = page.getByRole('button', { name: 'Redo' });
    await redo.waitFor();
    expect(await undo.boundingBox()).toEqual(where);
    expect((await redo.boundingBox())!.x).toBeGreaterThan(where!.x);
    await hand.ends();
  });

  it.each(['heroscape', 'dragon-dice', 'ea-heresy', 'skirmish'])(
    'is told and stepped through in %s',
    async (battle) => {
      const hand = await Hand.at(stage, { battle, seed: 8 }, DESKTOP, 'dark');
      const others = hand.page.getByLabel('what others did');
      const deeds = () => others.locator('li').count();
      const refused: string[] = [];
      hand.page.on(
        'response',
        (response) =>
          response.status() >= 400 &&
          refused.push(`${response.status()} ${response.url()} ${response.request().postData()}`),
      );
      for (let n = 0; n < 40 && (await deeds()) < 2; n++) {
        const view = await hand.turn();
        if (view.asked.kind === 'over') break;
        await hand.page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } });
        await waitFor(async () => (await hand.view()).after > view.after, 'the decision');
        await hand.turn();
        await still(hand.page);
      }
      const all = await deeds();
      expect(all).toBeGreaterThan(1);
      await others.getByRole('button', { name: 'step through' }).click();
      await others.locator('b', { hasText: /^1 of \d+$/ }).waitFor();
      const [, count] = /of (\d+)/.exec((await others.locator('b').first().textContent())!)!;
      for (let n = 2; n <= Math.min(Number(count), 12); n++) {
        await others.getByRole('button', { name: 'next' }).click();
        await others.locator('b', { hasText: `${n} of ${count}` }).waitFor();
      }
      await picture(hand.page, `digest-${battle}-dark-desktop`);
      await others.getByRole('button', { name: 'now', exact: true }).click();
      expect(refused).toEqual([]);
      await hand.ends();
    },
  );
});

describe('people at one table', () => {
  it("are told on the card of another's figure who of theirs can do nothing to it, and why", async () => {
    for (const size of [undefined, PHONE]) {
      const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'friend'], seed: 5 }, size);
      const { page } = hand;
      await hand.clickAt(middleOf(await hand.view(), 'finn'));
      const card = page.getByRole('region', { name: 'what was clicked' });
      const why = card.getByRole('status');
      await why.getByText('marro 3 attacks finn').waitFor();
      expect(await why.innerText()).toContain('8 spaces away');
      await why.getByRole('button', { name: 'rule HS-7.2.1' }).waitFor();
      expect(await why.innerText()).not.toContain('marro 1');
      const box = (await why.boundingBox())!;
      expect(box.y + box.height).toBeLessThan(page.viewportSize()!.height + 1);
      await axe(page, 'who can do nothing');
      // Whoever was looked at before is meant, though it can be picked no more.
      const data = { line: 'finish moving' };
      expect((await page.request.post(hand.api('inputs'), { data })).ok()).toBe(true);
      const view = await hand.hears(({ log }) => log.length === 1, 'the end of moving');
      for (const figure of ['marro 3', 'finn']) await hand.clickAt(middleOf(view, figure));
      const refusal = card.locator('.refusal');
      await refusal.getByText('marro 3 attacks finn').waitFor();
      expect(await refusal.innerText()).toContain('8 spaces away');
      expect(await why.count()).toBe(0);
      const told = (await refusal.boundingBox())!;
      expect(told.y + told.height).toBeLessThan(page.viewportSize()!.height + 1);
      await hand.ends();
    }
  });

  it('read on a phone why so many dice fall above the pad', async () => {
    const wanted = { battle: 'duel-on-the-hill', players: ['here', 'friend'], seed: 5, dice: 'typed' };
    const hand = await Hand.at(stage, wanted, PHONE);
    const data = { line: 'marro 1 attacks finn' };
    expect((await hand.page.request.post(hand.api('inputs'), { data })).ok()).toBe(true);
    const [why, pad] = [hand.page.locator('.why li'), hand.page.locator('div.pad')];
    await pad.waitFor();
    const last = (await why.last().boundingBox())!;
    expect(last.y + last.height).toBeLessThan((await pad.boundingBox())!.y);
    for (const line of await why.all()) expect((await line.boundingBox())!.height).toBeLessThan(30);
    const faces = (await pad.locator('.faces').last().boundingBox())!;
    expect(faces.y + faces.height).toBeLessThan((await pad.locator('.send').boundingBox())!.y + 2);
    await hand.ends();
  });

  it('show what they asked to all, each of whom asks it by a press', async () => {
    const { links } = await seat(stage, { battle: 'duel-on-the-hill', players: ['friend', 'friend'], seed: 5 });
    const by = (whose: string) => links.find((link) => link.whose === whose)!.path;
    const [one, other] = [await Hand.by(stage, by('A')), await Hand.by(stage, by('B'), PHONE)];
    const view = await one.view();
    await one.clickAt(middleOf(view, 'finn'));
    await one.page.locator('summary', { hasText: 'Ask about finn' }).click();
    await one.press(/^who sees whom/);
    await one.clickAt(middleOf(view, 'marro 3'));
    await one.press('Show to all');
    await one.page.getByText('Shown to all').waitFor();
    expect(await one.page.getByLabel('what is shown to all').count()).toBe(0);
    const shown = other.page.getByLabel('what is shown to all');
    await shown.getByText('los finn marro 3').waitFor();
    await axe(other.page, 'a question for all');
    await other.press('See the answer');
    const answer = other.page.getByRole('region', { name: 'what was asked' });
    await answer.locator('.headline', { hasText: 'finn sees marro 3' }).waitFor();
    // It is put once, and stays in the chat.
    expect(await answer.getByRole('button', { name: 'Show to all' }).count()).toBe(0);
    await shown.waitFor({ state: 'detached' });
    await answer.getByRole('button', { name: 'close the answer' }).tap();
    await other.page.getByRole('tab', { name: /Chat/ }).tap();
    await other.page.getByRole('log', { name: 'chat' }).getByRole('button', { name: 'los finn marro 3' }).tap();
    await answer.locator('.headline', { hasText: 'finn sees marro 3' }).waitFor();
    for (const hand of [one, other]) {
      expect(hand.seen.faults).toEqual([]);
      await hand.ends();
    }
  });
});
