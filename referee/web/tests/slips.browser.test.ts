import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page, Route } from 'playwright-core';
import { Hand, asked, axe, middleOf, onScreen, still, waitFor } from './hands';
import { DESKTOP, PHONE, picture, seat, start, visit, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await start();
});
afterAll(async () => {
  await stage?.end();
});

/** Keeps what a page puts in on its way, until it is let through. */
async function held(page: Page): Promise<Route[]> {
  const routes: Route[] = [];
  await page.route(/\/inputs\?/, (route) => void routes.push(route));
  return routes;
}

/** Until the page has drawn what came of what was done. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const crumbs = (hand: Hand) => hand.page.locator('.crumb');
const prompt = (page: Page) => page.getByRole('combobox', { name: /^type / });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

describe('keys alone', () => {
  it('pick one thing after the other, and stay on the board', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const { page } = hand;
    const onBoard = () => page.evaluate(() => document.activeElement?.closest('[role=toolbar] [data-thing]') != null);
    await page.locator('[role=toolbar] [tabindex="0"]').focus();
    await page.keyboard.press('Enter');
    await crumbs(hand).first().waitFor();
    await waitFor(onBoard, 'the focus to stay on the board');
    const first = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.thing);
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) {
      await page.keyboard.press(key);
      if ((await page.evaluate(() => (document.activeElement as HTMLElement).dataset.thing)) !== first) break;
    }
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.thing)).not.toBe(first);
    await page.keyboard.press('Enter');
    await page.locator('.decision').waitFor();
    await hand.ends();
  });

  it('put a piece on the ground that they chose, on an open table too', async () => {
    const hand = await Hand.at(stage, { battle: 'beacons', referee: true });
    const { page } = hand;
    const catalog = page.getByRole('region', { name: 'what may be put down' });
    await catalog.getByRole('searchbox').fill('reds 1');
    await catalog
      .getByRole('button', { name: /^(put down|move) reds 1$/ })
      .first()
      .click();
    const ground = page.locator('[role=toolbar] [data-thing]').last();
    await ground.focus();
    const name = (await ground.getAttribute('data-thing'))!;
    await page.keyboard.press('Enter');
    await hand.hears(({ log }) => /reds 1/.test(log.at(-1)?.says ?? ''), 'reds 1 to be put down');
    const [x, y] = middleOf(await hand.view(), name);
    const [left, top] = middleOf(await hand.view(), 'reds 1');
    expect(Math.hypot(left - x, top - y)).toBeLessThan(4);
    await hand.ends();
  });
});

describe('what one has to act with', () => {
  /** Whether all of it can be seen in the part that scrolls. */
  const inSight = (one: Locator) =>
    one.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const within = element.closest('.act, .part')!.getBoundingClientRect();
      return box.top >= within.top && box.bottom <= within.bottom + 1;
    });

  it.each([
    [{ width: 1280, height: 800 }, 'desktop'],
    [{ width: 390, height: 844 }, 'phone'],
  ] as const)('is in sight with its odds, whatever happened before (%s %s)', async (size, name) => {
    const { links } = await seat(stage, { battle: 'heroscape', seed: 7 });
    const hand = await Hand.by(stage, links[0]!.path, size);
    const { page } = hand;
    for (let n = 0; n < 60; n++) {
      const view = await hand.turn();
      if (view.offers.actions.some(({ says }) => says === 'raelin attacks mimring')) break;
      expect((await page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } })).ok()).toBe(
        true,
      );
      await hand.hears(({ after }) => after > view.after, 'the decision');
    }
    await page.locator('.decision .fill').first().waitFor();
    await still(page);
    await picture(page, `acts-${name}`);
    const news = page.getByLabel('what others did');
    expect(await news.locator('li').count()).toBeGreaterThan(2);
    expect(await news.locator('li:visible').count()).toBe(name === 'phone' ? 0 : 1);
    expect(await inSight(page.getByRole('button', { name: 'Do it' }))).toBe(true);
    const shares = page.locator('.decision .number');
    expect(await inSight(name === 'phone' ? shares.first() : shares.last())).toBe(true);
    if (name === 'desktop') expect(await inSight(page.getByRole('button', { name: 'end turn' }))).toBe(true);
    // Scrolled on, the button is still there.
    await page.locator('.decision summary').scrollIntoViewIfNeeded();
    expect(await inSight(page.getByRole('button', { name: 'Do it' }))).toBe(true);
    await news.getByRole('button', { name: 'all', exact: true }).click();
    await waitFor(async () => (await news.locator('li:visible').count()) > 2, 'all that happened');
    await hand.ends();
  });

  it('leaves the log to whoever turns to it', async () => {
    const hand = await Hand.at(stage, { battle: 'heroscape', seed: 7 }, { width: 1280, height: 620 });
    const { page } = hand;
    const view = await hand.turn();
    await page.locator('.part').waitFor();
    const height = async () => (await page.locator('.part').boundingBox())!.height;
    expect(await height()).toBeLessThan(100);
    await tab(page, 'Log').click();
    expect(await height()).toBeGreaterThan(120);
    expect((await page.request.post(hand.api('inputs'), { data: { decide: true, after: view.after } })).ok()).toBe(
      true,
    );
    await hand.ends();
  });
});

describe('dice that are tapped in', () => {
  it.each([
    ['light', undefined],
    ['dark', PHONE],
  ] as const)('stand still under the finger (%s)', async (scheme, size) => {
    const hand = await Hand.at(
      stage,
      { battle: 'duel-on-the-hill', players: ['here', 'here'], dice: 'typed', seed: 5 },
      size,
      scheme,
    );
    const { page } = hand;
    expect((await page.request.post(hand.api('inputs'), { data: { line: 'marro 1 attacks finn' } })).ok()).toBe(true);
    const skull = page.locator('.pad .faces').getByRole('button', { name: 'skull' });
    await skull.waitFor();
    await still(page);
    const at = (await skull.boundingBox())!;
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    // One tap more than there are dice: neither is a die taken away, nor do others fall.
    for (let n = 0; n < 5; n++) await (size ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    expect(await page.locator('.pad .die').count()).toBe(3);
    expect(await skull.boundingBox()).toEqual(at);
    expect(await page.getByRole('button', { name: 'let the table roll' }).isDisabled()).toBe(true);
    await picture(page, `pad-full-${scheme}`);
    await hand.press('take away skull');
    expect(await page.locator('.pad .die').count()).toBe(2);
    await hand.press('Clear');
    expect(await page.locator('.pad .die').count()).toBe(0);
    expect(await skull.boundingBox()).toEqual(at);
    // Which faces count stands out.
    expect(await page.locator('.pad .faces .face.counts').allTextContents()).toEqual(['skull']);
    expect(await page.locator('.pad .faces .face.idle').allTextContents()).toEqual(['shield', 'blank']);
    await axe(page, 'a pad of drawn faces');
    for (let n = 0; n < 3; n++) await hand.press(n === 0 ? 'blank' : 'skull');
    await hand.press('These fell');
    if (size) await tab(page, 'Log').tap();
    // Drawn, and read out as they are typed.
    const line = page.locator('.log li', { hasText: 'dice: blank skull skull' });
    await line.waitFor({ state: 'attached' });
    expect(await line.locator('.face.framed svg').count()).toBe(3);
    if (size) await tab(page, 'Act').tap();
    const shield = page.locator('.pad .faces').getByRole('button', { name: 'shield' });
    await shield.waitFor();
    for (let n = 0; n < 4; n++) await (size ? shield.tap() : shield.click());
    await hand.press('These fell');
    const own = page.getByLabel('what came of it');
    await own.getByText('shield').first().waitFor({ state: 'attached' });
    expect(await own.locator('.dice .face.framed svg').count()).toBe(7);
    await picture(page, `dice-drawn-${scheme}`);
    await hand.ends();
  });

  it('have another face of the only die take the place of the one before', async () => {
    const hand = await Hand.at(stage, { battle: 'dragon-dice', players: ['here', 'here'], dice: 'typed', seed: 5 });
    const faces = hand.page.locator('div.pad section').first().locator('.faces').getByRole('button');
    await faces.nth(0).click();
    await faces.nth(1).click();
    await faces.nth(1).click();
    expect(await faces.evaluateAll((all) => all.map((one) => one.ariaPressed))).toEqual([
      'false',
      'true',
      'false',
      'false',
      'false',
    ]);
    await hand.ends();
  });
});

describe('keys alone, beside the board', () => {
  it('go on where they were, though what they pressed is gone', async () => {
    const hand = await Hand.at(stage, {
      battle: 'duel-on-the-hill',
      players: ['here', 'here'],
      dice: 'typed',
      seed: 5,
    });
    const { page } = hand;
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    const inPanel = () => page.evaluate(() => document.activeElement?.closest('.panel') != null);
    await page.keyboard.press('Tab');
    await page.locator('.choices').getByRole('button', { name: 'marro 1', exact: true }).focus();
    await page.keyboard.press('Enter');
    await waitFor(
      async () => (await focused()).startsWith('list them here'),
      'the focus to go to what can be picked next',
    );
    await page.keyboard.press('Enter');
    await page.locator('.choices').getByRole('button', { name: 'finn', exact: true }).focus();
    await page.keyboard.press('Enter');
    await waitFor(async () => (await focused()) === 'Do it', 'the focus to go to what is decided');
    await page.keyboard.press('Enter');
    await waitFor(async () => (await focused()) === 'skull', 'the focus to go to the dice');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Enter');
    await waitFor(async () => (await focused()) === 'These fell', 'the focus to go to the dice that fell');
    await page.keyboard.press('Enter');
    await page.getByText('defense of finn').first().waitFor();
    await waitFor(async () => (await focused()) === 'skull', 'the focus to go to the next dice');
    // Whoever uses a mouse is led nowhere.
    await page.getByRole('button', { name: 'let the table roll' }).click();
    await hand.hears(({ asked }) => asked.kind === 'choice', 'the next choice');
    expect(await inPanel()).toBe(false);
    await hand.ends();
  });

  it('are told at the prompt how dice are typed, and it is typed so', async () => {
    const hand = await Hand.at(stage, {
      battle: 'duel-on-the-hill',
      players: ['here', 'here'],
      dice: 'typed',
      seed: 5,
    });
    const { page } = hand;
    await page.keyboard.press('/');
    await prompt(page).fill('marro 1 attacks finn');
    await page.keyboard.press('Enter');
    await page.locator('dialog .entry').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.pad .faces').first().waitFor();
    await page.keyboard.press('/');
    const says = page.locator('dialog p', { hasText: 'Type what fell' });
    const typed = (await says.locator('code').textContent())!;
    expect(typed).toBe('skull shield blank');
    await prompt(page).fill(typed);
    await page.keyboard.press('Enter');
    await hand.hears(({ log }) => log.at(-1)?.says === `dice: ${typed}`, 'the dice');
    await hand.ends();
  });
});

describe('a key pressed right after what closed the prompt', () => {
  it("is the page's again", async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    const { page } = hand;
    for (const closes of ['Escape', 'a press']) {
      await page.keyboard.press('/');
      await prompt(page).waitFor();
      // The browser tells of the end of a dialog in a task of its own: the key comes before it.
      await page.evaluate(async (closes: string) => {
        const dialog = document.querySelector('dialog')!;
        if (closes === 'Escape') dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
        else dialog.querySelector<HTMLElement>('button[aria-label=close]')!.click();
        for (let n = 0; n < 100 && dialog.isConnected; n++) await Promise.resolve();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      }, closes);
      await prompt(page).fill('status');
      await page.keyboard.press('Escape');
      await prompt(page).waitFor({ state: 'detached' });
    }
    await hand.ends();
  });
});

describe('a hand that lets go on the board of what it took elsewhere', () => {
  it('picks nothing', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const { page } = hand;
    const view = await hand.view();
    const attack = view.offers.actions.find(({ says }) => says.includes(' attacks '))!;
    await hand.clickAt(middleOf(view, attack.about[0]!.thing));
    await crumbs(hand).first().waitFor();
    const heading = (await page.locator('h1').boundingBox())!;
    await page.mouse.move(heading.x + 5, heading.y + 5);
    await page.mouse.down();
    await page.mouse.move(...(await onScreen(page, middleOf(view, attack.about[1]!.thing))));
    await page.mouse.up();
    await drawn(page);
    expect([await crumbs(hand).count(), await page.locator('.decision').count()]).toEqual([1, 0]);
    await hand.clickAt(middleOf(view, attack.about[1]!.thing));
    await page.locator('.decision').waitFor();
    await hand.ends();
  });
});

describe('a line at the prompt', () => {
  it('is sent once, stays until it is answered, and is there to be put right where it is refused', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const { page } = hand;
    const routes = await held(page);
    await page.keyboard.press('/');
    await prompt(page).fill('odds 3 v 4');
    await page.keyboard.press('Enter');
    await waitFor(async () => routes.length > 0, 'the line to be sent');
    await page.keyboard.press('Enter');
    await drawn(page);
    expect([await prompt(page).inputValue(), routes.length, await page.locator('dialog .entry').count()]).toEqual([
      'odds 3 v 4',
      1,
      0,
    ]);
    await routes.pop()!.continue();
    await page.locator('dialog .answer').waitFor();
    expect(await prompt(page).inputValue()).toBe('');
    await prompt(page).fill('fly me to the moon');
    await page.keyboard.press('Enter');
    await waitFor(async () => routes.length > 0, 'the line to be sent');
    await routes.pop()!.continue();
    await page.locator('dialog .refusal').waitFor();
    expect(await prompt(page).inputValue()).toBe('fly me to the moon');
    expect(await page.locator('dialog').getByText('done', { exact: true }).count()).toBe(0);
    await hand.ends();
  });

  it('is told why not though the prompt was closed meanwhile', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const { page } = hand;
    const routes = await held(page);
    await page.keyboard.press('/');
    await prompt(page).fill('fly me to the moon');
    await page.keyboard.press('Enter');
    await waitFor(async () => routes.length > 0, 'the line to be sent');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await routes.pop()!.continue();
    await page.locator('.panel .refusal', { hasText: 'fly me to the moon' }).waitFor();
    await hand.ends();
  });

  it('is only asked while an earlier moment is shown', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const { page } = hand;
    const before = await hand.view();
    expect(
      (await page.request.post(hand.api('inputs'), { data: { line: 'end turn', after: before.after } })).ok(),
    ).toBe(true);
    await hand.turn();
    await page.getByRole('button', { name: 'one moment earlier' }).click();
    await page.getByRole('button', { name: 'Back to now' }).waitFor();
    const { after } = await hand.view();
    await page.keyboard.press('/');
    await page.getByText('what is asked here is answered of now').waitFor();
    await prompt(page).fill('end turn');
    await page.keyboard.press('Enter');
    await page.locator('dialog .entry').waitFor();
    expect((await hand.view()).after).toBe(after);
    await axe(page, 'the prompt at an earlier moment');
    await prompt(page).fill('odds 3 v 4');
    await page.keyboard.press('Enter');
    await page.locator('dialog .answer figure').waitFor();
    await hand.ends();
  });
});

describe('on a phone', () => {
  it('refusals are told in whichever part is shown, and what could not be said is kept', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', seed: 5 }, PHONE);
    const { page } = hand;
    const fault = { says: 'not so fast', grounds: [], instead: [], may_be_overruled: false };
    await page.route(/\/inputs\?/, (route) => route.fulfill({ status: 422, json: fault }));
    await tab(page, 'Chat').tap();
    await page.getByLabel('say something').fill('hello');
    await tab(page, 'Log').tap();
    await tab(page, 'Chat').tap();
    expect(await page.getByLabel('say something').inputValue()).toBe('hello');
    await hand.press('Say');
    await page.locator('.part .refusal', { hasText: 'not so fast' }).waitFor();
    await waitFor(
      async () => (await page.getByLabel('say something').inputValue()) === 'hello',
      'the words to be there again',
    );
    await picture(page, 'refused-beside-the-panel-light-phone');
    await axe(page, 'a refusal beside the panel on a phone');
    // What is looked at is told where the table is asked about.
    await tab(page, 'Status').tap();
    await page.locator('.status .name').first().tap();
    await page.locator('.look').waitFor();
    expect(await tab(page, 'Act').getAttribute('aria-selected')).toBe('true');
    await hand.ends();
  });

  it('whoever only looks on is not asked to say something', async () => {
    const { links } = await seat(stage, { battle: 'duel-on-the-hill' });
    const hand = await Hand.by(stage, links.find(({ whose }) => whose === 'spectators')!.path, PHONE);
    await tab(hand.page, 'Chat').tap();
    await hand.page.getByRole('log', { name: 'chat' }).waitFor();
    expect(await hand.page.getByLabel('say something').count()).toBe(0);
    await hand.ends();
  });

  it('dice that were tapped in lie there when one looked elsewhere', async () => {
    const hand = await Hand.at(stage, { battle: 'dragon-dice', dice: 'typed' }, PHONE);
    const { page } = hand;
    await page.locator('.pad .faces').first().getByRole('button').first().tap();
    await tab(page, 'Log').tap();
    await page.locator('.log').waitFor();
    await tab(page, 'Act').tap();
    await page.locator('div.pad').waitFor();
    expect(await page.locator('div.pad section.full').count()).toBe(1);
    expect((await page.request.post(hand.api('inputs'), { data: { line: 'note a word' } })).ok()).toBe(true);
    await hand.hears(({ notes }) => notes.length > 0, 'the note');
    await tab(page, 'Log').tap();
    await page.locator('.log .noted').waitFor();
    await tab(page, 'Act').tap();
    expect(await page.locator('div.pad section.full').count()).toBe(1);
    await hand.ends();
  });

  it('lists stay where they were scrolled to, whatever others say', async () => {
    const { links } = await seat(stage, { battle: 'dragon-dice', players: ['here', 'friend'], seed: 8 });
    const hand = await Hand.by(stage, links[0]!.path, PHONE);
    const other = await Hand.by(stage, links.find(({ whose }) => whose === 'B')!.path);
    const { page } = hand;
    await hand.turn();
    const tray = page.locator('.tray');
    await tray.locator('[data-thing]').first().tap();
    await tray.locator('.looked, .can').first().waitFor();
    await drawn(page);
    const end = await tray.evaluate((box) => ((box.scrollTop = box.scrollHeight), box.scrollTop));
    expect(end).toBeGreaterThan(100);
    expect((await page.request.post(other.api('inputs'), { data: { chat: 'hello' } })).ok()).toBe(true);
    await tab(page, 'Chat').locator('.tally').waitFor();
    await drawn(page);
    expect(await tray.evaluate((box) => box.scrollTop)).toBe(end);
    await other.ends();
    await hand.ends();
  });
});

describe('a connection that broke without a word', () => {
  it('is made anew when an input proves the page to be behind', async () => {
    const { links } = await seat(stage, { battle: 'duel-on-the-hill', seed: 5 });
    const seen = await visit(stage);
    const { page } = seen;
    let deaf = false;
    let sockets = 0;
    await page.routeWebSocket(/\/live/, (socket) => {
      const first = (sockets += 1) === 1;
      socket.connectToServer().onMessage((frame) => void (first && deaf ? null : socket.send(frame)));
    });
    const hand = await Hand.sits(stage, seen, links[0]!.path);
    const before = await hand.view();
    deaf = true;
    expect(
      (await page.request.post(hand.api('inputs'), { data: { line: 'end turn', after: before.after } })).ok(),
    ).toBe(true);
    await hand.press('end turn');
    await hand.press('Do it');
    await page.locator('.panel .refusal').waitFor();
    await hand.hears(({ counted }) => counted > before.counted, 'what was done meanwhile');
    expect(sockets).toBe(2);
    await hand.ends();
  });
});

describe('what a judge enters for a player', () => {
  it('is told that player as the log has it, not as a deed of their own', async () => {
    const { links } = await seat(stage, {
      battle: 'duel-on-the-hill',
      players: ['here', 'friend'],
      seed: 5,
      judge: true,
    });
    const hand = await Hand.by(stage, links[0]!.path);
    const judge = await Hand.by(stage, links.find(({ whose }) => whose === 'judge')!.path);
    expect((await judge.page.request.post(judge.api('inputs'), { data: { line: 'A: end turn', after: 0 } })).ok()).toBe(
      true,
    );
    const told = hand.page.locator('.happened', { hasText: 'A: end turn' });
    await told.waitFor();
    expect(await told.innerText()).not.toContain('You:');
    await judge.ends();
    await hand.ends();
  });
});

describe('keys', () => {
  it('lead to what is asked, take back and bring back, and are told with the end of the game', async () => {
    const hand = await Hand.at(stage, { battle: 'duel-on-the-hill', players: ['here', 'here'], seed: 5 });
    const { page } = hand;
    await page.getByRole('button', { name: 'To what is asked' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.classList.contains('asked'))).toBe(true);
    const before = await hand.view();
    await page.request.post(hand.api('inputs'), { data: { line: 'finish moving', after: before.after } });
    await hand.hears(({ counted }) => counted > before.counted, 'what was done');
    await page.keyboard.press('Control+z');
    await hand.hears(({ counted }) => counted === before.counted, 'it to be taken back');
    await page.keyboard.press('Control+Shift+z');
    await hand.hears(({ counted }) => counted > before.counted, 'it again');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'HeroScape' });
    await dialog.getByText('undo, redo').waitFor();
    await axe(page, 'keys');
    await picture(page, 'keys-light-desktop');
    await dialog.getByRole('button', { name: 'A: give up ...' }).click();
    expect((await hand.view()).asked.kind).not.toBe('over');
    await dialog.getByRole('button', { name: 'A: yes, give up the game' }).click();
    await hand.hears(({ asked }) => asked.kind === 'over', 'the end');
    await hand.ends();
  });
});

describe('what is proposed', () => {
  it('is withdrawn by whoever proposed it, and a judge may agree to it', async () => {
    const wanted = { battle: 'duel-on-the-hill', players: ['here', 'friend'], seed: 5, judge: true };
    const { links } = await seat(stage, wanted);
    const hand = await Hand.by(stage, links[0]!.path);
    const judge = await Hand.by(stage, links.find(({ whose }) => /judge/.test(whose))!.path);
    const { page } = hand;
    const view = await hand.view();
    const attack = view.offers.actions.find(({ says }) => says.includes(' attacks '))!;
    expect((await page.request.post(hand.api('inputs'), { data: { line: attack.says, after: view.after } })).ok()).toBe(
      true,
    );
    await hand.hears(({ counted }) => counted > view.counted, 'the attack');
    const board = () => judge.page.locator('canvas').boundingBox();
    const before = await board();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('asks for a take-back').waitFor();
    // Nobody's board changes its place for it.
    await judge.page.getByText('asks for a take-back').waitFor();
    expect(await board()).toEqual(before);
    expect(await page.getByRole('button', { name: 'Yes, take it back' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await judge.hears(({ proposal }) => proposal == null, 'nothing proposed');
    await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await judge.page.getByRole('button', { name: 'Yes, take it back' }).click();
    await hand.hears(({ counted }) => counted <= view.counted, 'it to be taken back');
    await judge.ends();
    await hand.ends();
  });
});

describe('why', () => {
  it('something is proposed is read by whoever is asked, and who did not agree by whoever proposed it', async () => {
    const { links } = await seat(stage, {
      battle: 'duel-on-the-hill',
      players: ['here', 'friend'],
      dice: 'typed',
      judge: true,
    });
    const hand = await Hand.by(stage, links[0]!.path);
    const other = await Hand.by(stage, links.find(({ whose }) => whose === 'B')!.path, PHONE);
    const judge = await Hand.by(stage, links.find(({ whose }) => whose === 'judge')!.path);
    const { page } = hand;
    const puts = async (line: string) =>
      expect((await page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
    await puts('marro 1 attacks finn');
    await puts('skull skull skull');
    await hand.hears(({ counted }) => counted === 2, 'the dice');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('textbox', { name: 'why, for all to read' }).fill('one was cocked');
    await axe(page, 'why it is proposed');
    await page.keyboard.press('Enter');
    await other.page.getByText('A says: one was cocked').waitFor();
    await picture(other.page, 'take-back-why-light-phone');
    await page.getByText('You say: one was cocked').waitFor();
    expect(await page.getByRole('textbox', { name: 'why, for all to read' }).count()).toBe(0);
    await other.page.getByRole('textbox', { name: 'why not, for all to read' }).fill('it lay flat');
    await axe(other.page, 'why one does not agree');
    await other.page.getByRole('button', { name: 'No', exact: true }).tap();
    await page.getByText('Nothing is taken back: B did not agree. Why: it lay flat').waitFor();
    await judge.page.getByText('B did not agree').waitFor();
    expect((await hand.view()).notes).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await judge.page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByText('Nothing is taken back: the judge did not agree.').waitFor();
    await page.reload();
    await page.getByText('Nothing is taken back: the judge did not agree.').waitFor();
    await other.ends();
    await judge.ends();
    await hand.ends();
  });

  it('a judge puts a line right, or changes something, has a field of its own', async () => {
    const { links } = await seat(stage, {
      battle: 'duel-on-the-hill',
      players: ['here', 'friend'],
      dice: 'typed',
      judge: true,
    });
    const hand = await Hand.by(stage, links[0]!.path);
    const judge = await Hand.by(stage, links.find(({ whose }) => whose === 'judge')!.path);
    for (const line of ['marro 1 attacks finn', 'skull skull skull']) {
      expect((await hand.page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
    }
    await judge.hears(({ counted }) => counted === 2, 'the dice');
    const { page } = judge;
    const why = page.getByRole('textbox', { name: 'why, for all to read' });
    await page.getByLabel('menu of line 2', { exact: true }).click();
    await page.getByRole('button', { name: 'correct', exact: true }).click();
    await prompt(page).fill('correct 2 skull skull blank');
    await why.fill('it lay aslant');
    await axe(page, 'why a line is put right');
    await page.keyboard.press('Enter');
    await hand.page.getByLabel('what others did').getByText('Why: it lay aslant').waitFor();
    await hand.page.locator('.log li', { hasText: 'line 2: it lay aslant' }).waitFor();
    await prompt(page).fill('amend wounds finn 2');
    expect(await why.inputValue()).toBe('');
    await why.fill('as it is on the table');
    await page.keyboard.press('Enter');
    await hand.hears(({ log }) => (log.at(-1)?.says ?? '').includes('as it is on the table'), 'the amendment');
    await prompt(page).fill('amend wounds finn 3 because');
    await why.waitFor({ state: 'detached' });
    await prompt(page).fill('odds marro 1 attacks finn');
    expect(await why.count()).toBe(0);
    await hand.ends();
    await judge.ends();
  });
});

describe('who only looks on', () => {
  it('reads on a phone what it came to, to the end', async () => {
    const { links } = await seat(stage, { battle: 'duel-on-the-hill', players: ['here', 'friend'], dice: 'typed' });
    const hand = await Hand.by(stage, links[0]!.path);
    const { page, context, faults } = await visit(stage, { width: 390, height: 844 });
    await page.goto(new URL(links.find(({ whose }) => whose === 'spectators')!.path, stage.address).href);
    await asked(page).waitFor();
    for (const line of ['marro 1 attacks finn', 'skull skull blank']) {
      expect((await hand.page.request.post(hand.api('inputs'), { data: { line } })).ok()).toBe(true);
    }
    const friend = await Hand.by(stage, links.find(({ whose }) => whose === 'B')!.path);
    expect(
      (await friend.page.request.post(friend.api('inputs'), { data: { line: 'shield blank blank blank' } })).ok(),
    ).toBe(true);
    const news = page.getByLabel('what others did');
    await news.getByText('finn takes 1 wound').waitFor();
    const cut = await news.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(cut).toBeLessThan(2);
    await picture(page, 'looks-on-light-phone');
    expect(faults).toEqual([]);
    await context.close();
    await friend.ends();
    await hand.ends();
  });
});

describe('the lobby', () => {
  it('keeps what was chosen where a table cannot be opened, and says which seeds there are', async () => {
    const { page, context, faults } = await visit(stage);
    await page.goto(stage.address);
    await page.route('**/api/tables', (route) =>
      route.fulfill({
        status: 422,
        json: { says: 'no room for it', grounds: [], instead: [], may_be_overruled: false },
      }),
    );
    await page
      .getByRole('button', { name: /^With others \.\.\.: (?!armies)/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    // What opens the table is the last of it: nothing is cut off beneath.
    const [whole, end] = [(await dialog.boundingBox())!, (await dialog.locator('.open').boundingBox())!];
    expect(Math.abs(whole.y + whole.height - end.y - end.height)).toBeLessThan(3);
    await dialog.getByLabel('B is played by').selectOption('random');
    await dialog.getByLabel('same dice again').fill('99999999999999999999');
    await dialog.getByRole('alert').getByText('a whole number of at most').waitFor();
    await dialog.getByLabel('same dice again').fill('12');
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Open the table' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('B is played by').inputValue()).toBe('random');
    expect(await dialog.getByLabel('same dice again').inputValue()).toBe('12');
    await picture(page, 'setup-refused-light-desktop');
    await axe(page, 'a table that cannot be opened');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('lists what was opened in another tab, and goes light and dark with the system', async () => {
    const { page, context, faults } = await visit(stage, DESKTOP, 'light');
    await page.goto(stage.address);
    await page
      .getByRole('button', { name: /^Play .* against the bot$/ })
      .first()
      .waitFor();
    expect(await page.getByRole('heading', { name: 'Your tables' }).count()).toBe(0);
    const other = await context.newPage();
    await other.goto(new URL((await seat(stage, { battle: 'duel-on-the-hill' })).links[0]!.path, stage.address).href);
    await asked(other).waitFor();
    await page.getByRole('heading', { name: 'Your tables' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme=dark]').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('whoever asks how a game is played', () => {
  it('is told how it is won and how a turn goes, in every game', async () => {
    for (const [battle, won] of [
      ['skirmish', /hold more objectives/],
      ['dragon-dice', /capture two terrains/],
      ['ea-heresy', /reach two goals/],
      ['heroscape', /destroy all figures/],
    ] as const) {
      const hand = await Hand.at(stage, { battle, seed: 5 });
      const { page } = hand;
      const button = page.getByRole('button', { name: 'how to play, keys, and the end of the game' });
      await button.getByText('How to play').waitFor();
      await page.keyboard.press('?');
      const how = page.getByRole('dialog').getByRole('region', { name: 'How it is played' });
      await how.getByText(won).waitFor();
      expect(await how.getByRole('listitem').count()).toBeGreaterThan(3);
      if (battle === 'skirmish') await axe(page, 'how it is played');
      // Who has read it is not pointed to it again.
      await page.keyboard.press('Escape');
      expect(await button.getByText('How to play').count()).toBe(0);
      await hand.ends();
    }
  });
});
