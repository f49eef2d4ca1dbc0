/** Turns the offered actions into picks of a hand: what can be picked next, and which action the picks single out. */
import type { Named, Offer, Point, QuestionEntry } from './wire';

/** What the picks so far leave open. */
export interface Standing {
  /** The picks, with those that go without saying. */
  picks: string[];
  /** How many of the picks were made by hand: the others follow from them. */
  forced: number;
  /** The actions that begin with these picks. */
  matching: Offer[];
  /** What can be picked next, in the order of the offers. */
  next: NextPick[];
  /** The actions that want no more picks. */
  complete: Offer[];
}

export interface NextPick {
  thing: string;
  slots: string[];
  /** Where it is in the picture, if it is a place and no thing. */
  at: Point | null;
  /** How many actions it leaves. */
  leaves: number;
}

function begins(action: Offer, picks: string[]): boolean {
  return action.about.length >= picks.length && picks.every((pick, n) => action.about[n]?.thing === pick);
}

/** Actions that are about nothing: buttons always. */
export function plain(actions: Offer[]): Offer[] {
  return actions.filter((action) => action.about.length === 0);
}

function nextOf(matching: Offer[], depth: number): NextPick[] {
  const next = new Map<string, NextPick>();
  for (const action of matching) {
    const pick = action.about[depth];
    if (!pick) continue;
    const known = next.get(pick.thing);
    if (!known) next.set(pick.thing, { thing: pick.thing, slots: [pick.slot], at: pick.at ?? null, leaves: 1 });
    else {
      known.leaves += 1;
      if (!known.slots.includes(pick.slot)) known.slots.push(pick.slot);
    }
  }
  return [...next.values()];
}

/** What each next pick would have one do, where that is one thing for each and tells one pick from another. */
export function meaningsOf(standing: Standing): Map<string, string> {
  const depth = standing.picks.length;
  const all = new Map<string, Set<string>>();
  for (const { about, meaning } of standing.matching) {
    const thing = about[depth]?.thing;
    if (thing !== undefined) all.set(thing, (all.get(thing) ?? new Set()).add(meaning ?? ''));
  }
  const single = [...all].flatMap(([thing, said]): [string, string][] => {
    const [only] = said;
    return said.size === 1 && only ? [[thing, only]] : [];
  });
  return new Map(new Set(single.map(([, meaning]) => meaning)).size > 1 || all.size === 1 ? single : []);
}

/** Where the picks lead. A pick that is the only one possible is made for the hand, unless told otherwise. */
export function stand(actions: Offer[], byHand: string[], forces = true): Standing {
  const about = actions.filter((action) => action.about.length > 0);
  let picks = byHand;
  // Picks that no action begins with any longer (the game went on) are forgotten from the end.
  while (picks.length > 0 && !about.some((action) => begins(action, picks))) picks = picks.slice(0, -1);
  const made = picks.length;
  for (;;) {
    const matching = about.filter((action) => begins(action, picks));
    const complete = matching.filter((action) => action.about.length === picks.length);
    const next = nextOf(matching, picks.length);
    const only = next[0];
    if (!forces || next.length !== 1 || !only || complete.length > 0) {
      return { picks, forced: picks.length - made, matching, next, complete };
    }
    picks = [...picks, only.thing];
  }
}

/** The actions to be shown for decision: none as long as more can be picked. */
export function decided(standing: Standing): Offer[] {
  return standing.picks.length > 0 && standing.next.length === 0 ? standing.complete : [];
}

/** So many ways to do like a chosen action are told beside it. */
const MOST_WAYS = 4;

/**
 * The ways to do what was chosen, itself among them, in the order of the offers: who acts and whom it meets are the same things on the board,
 * and names that stand nowhere are picked between them, as of a weapon. None where there is no other, or there are many.
 */
export function likeWays(offers: Offer[], chosen: Offer, things: Map<string, Named>): Offer[] {
  const [who, whom] = [chosen.about[0], chosen.about.at(-1)];
  const stands = (thing: string) => (things.get(thing)?.layer ?? 'ground') !== 'ground';
  if (!who || !whom || chosen.about.length < 2 || !stands(who.thing) || !stands(whom.thing)) return [];
  const found = offers.filter(
    ({ seat, about }) =>
      seat === chosen.seat &&
      about.length > 1 &&
      about[0]!.thing === who.thing &&
      about.at(-1)!.thing === whom.thing &&
      about.slice(1, -1).every(({ thing, at }) => !at && !things.has(thing)),
  );
  return found.includes(chosen) && found.length > 1 && found.length <= MOST_WAYS ? found : [];
}

/** One pick less: picks that went without saying go together with the one they followed from. */
export function back(byHand: string[]): string[] {
  return byHand.slice(0, -1);
}

/** Of the things under a pointer, topmost first, the one that is meant: the first that can be picked. */
export function meant(under: string[], standing: Standing): string | undefined {
  const can = new Set(standing.next.map((next) => next.thing));
  const last = standing.picks.at(-1);
  return under.find((thing) => can.has(thing)) ?? under.find((thing) => thing === last) ?? under[0];
}

/**
 * An action as it would be typed with another thing for the next pick: what to ask the server where that cannot be picked.
 * For the first pick only things of the same seat are likely to be meant.
 */
export function lineWith(
  standing: Standing,
  offers: Offer[],
  things: Map<string, Named>,
  clicked: string,
): string | undefined {
  const depth = standing.picks.length;
  const aim = things.get(clicked);
  const like = (offer: Offer) => {
    const thing = things.get(offer.about[depth]?.thing ?? '');
    if (!thing || !aim) return 0;
    return (thing.layer === aim.layer ? 2 : 0) + (thing.owner === aim.owner ? 1 : 0);
  };
  const matching = depth === 0 ? offers : standing.matching;
  const similar = matching
    .filter(
      (offer) =>
        (depth === 0 ? offer.about.length > 0 : offer.about.length === depth + 1) &&
        offer.says.includes(offer.about[depth]?.thing ?? '\0'),
    )
    .sort((one, other) => like(other) - like(one) || one.says.length - other.says.length);
  const best = similar[0];
  if (!best || like(best) < (depth === 0 ? 3 : 2)) return undefined;
  const name = best.about[depth]?.thing ?? '';
  const at = depth === 0 ? best.says.indexOf(name) : best.says.lastIndexOf(name);
  return best.says.slice(0, at) + clicked + best.says.slice(at + name.length);
}

/** Listed actions that aim at a place with the next pick, one of each kind: they may be meant for another place. */
export function aimable(standing: Standing, most = 6): Offer[] {
  const depth = standing.picks.length;
  const found = new Map<string, Offer>();
  for (const offer of standing.matching) {
    const pick = offer.about[depth];
    if (offer.about.length !== depth + 1 || !pick?.at) continue;
    const kind = kindOf(offer);
    if (!found.has(kind)) found.set(kind, offer);
  }
  return [...found.values()].slice(0, most);
}

/**
 * Actions that nobody listed, but that are like listed ones: what one member of a group may do at a place, put into the mouth
 * of another that the server says is able. Which places are good for it only the server knows: two are named, so that none goes without saying.
 */
export function alike(offers: Offer[], members: Map<string, string[]>, able: Set<string>): Offer[] {
  const found: Offer[] = [];
  const listed = new Set(offers.map(({ about }) => about[0]?.thing));
  for (const names of members.values()) {
    const silent = names.filter((name) => !listed.has(name) && able.has(name));
    if (silent.length === 0) continue;
    const models = offers.filter(({ says, about: [who, where, more] }) => {
      return (
        who &&
        where?.at &&
        !more &&
        names.includes(who.thing) &&
        says.split(who.thing).length === 2 &&
        !says.includes(';')
      );
    });
    const [one] = models;
    const other = models.find(
      (offer) => offer.about[0]!.thing === one?.about[0]?.thing && offer.about[1]!.thing !== one?.about[1]?.thing,
    );
    if (!one || !other) continue;
    for (const name of silent) {
      for (const { seat, says, about } of [one, other]) {
        const [who, where] = about as [Offer['about'][0], Offer['about'][0]];
        found.push({ seat, says: says.replace(who.thing, name), about: [{ ...who, thing: name }, where] });
      }
    }
  }
  return found;
}

/** What kind of action one is, whatever it is about: its first word that names none of its picks, and the slots. */
export function kindOf(offer: Offer): string {
  let says = offer.says;
  for (const { thing } of offer.about) says = says.replace(thing, ' ');
  const verb = says.split(/\s+/).find((word) => /^[a-z][a-z-]*$/i.test(word)) ?? '';
  return [verb, ...offer.about.map(({ slot }) => slot)].join(' ');
}

/** Whether questions about odds are of such actions: of any, or of those whose verb or whose picks they name. */
export function asksOdds(questions: Omit<QuestionEntry, 'of_tables'>[], offer: Offer): boolean {
  const [verb] = kindOf(offer).split(' ');
  const about = questions.filter(({ usage }) => usage.startsWith('odds '));
  const words = about
    .flatMap(({ usage, says }) => `${usage} ${says}`.split(/[^\p{L}-]+/u))
    .filter((word) => word !== 'odds');
  return (
    words.includes('ACTION') ||
    (!!verb && words.some((word) => word.startsWith(verb))) ||
    // What one does may be a pick itself.
    offer.about.some(({ thing }) => words.includes(thing))
  );
}

/** A sentence with a gap, and the places that may fill it. */
export interface Way {
  says: string;
  /** What it does, where all that is so means the same. */
  meaning: string | null;
  places: Set<string>;
}

/** What can be done with the next pick, as sentences with a gap: `NAME attacks …`; nothing where there are many. */
export function ways(standing: Standing, most = 6): Way[] {
  const depth = standing.picks.length;
  const found = new Map<string, Way>();
  for (const offer of standing.matching) {
    const rest = offer.about.slice(depth);
    if (rest.length === 0) continue;
    let says = offer.says;
    for (const { thing } of rest) {
      const at = says.lastIndexOf(thing);
      if (at >= 0) says = `${says.slice(0, at)}…${says.slice(at + thing.length)}`;
    }
    if (depth === 0) continue;
    const way = found.get(says) ?? { says, meaning: offer.meaning ?? null, places: new Set() };
    // What they do not all mean none of them is told to mean.
    if (way.meaning !== (offer.meaning ?? null)) way.meaning = null;
    if (rest[0]!.at) way.places.add(rest[0]!.thing);
    found.set(says, way);
    if (found.size > most) return [];
  }
  return [...found.values()];
}

/** By which signs places are told apart for which different things can be done: a place has that of the last of them. */
export const SIGNS = ['◆', '◈', '◇'] as const;

/** The sign of each way that leads to places, where there are several of them. */
export function signed(all: Way[]): Map<string, number> {
  const leading = all.filter(({ places }) => places.size > 0).slice(0, SIGNS.length);
  return new Map(leading.length > 1 ? leading.map(({ says }, n) => [says, n]) : []);
}
