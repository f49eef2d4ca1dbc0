/** The picture of a table as this board lies: what stands where on it, what belongs to what, and how it was turned. */
import { place, type Placed } from './geometry';
import { keepTurn, keptTurn } from './remembered';
import type { Seats } from './seats';
import { tidy } from './tidy';
import { decision, happened, mentioned, type Deed } from './told';
import { STEPS, turnedPicture, turnedPoint } from './turn';
import type { Views } from './views';
import type { Picture, Point } from './wire';

export class Scene {
  /** By how many steps the board is turned. */
  turn = $state(0);

  constructor(
    private readonly table: string,
    private readonly views: Views,
    private readonly seats: Seats,
  ) {
    this.turn = keptTurn(table);
  }

  /** A picture as this board lies, with what is written on it where it can be read. */
  laid(scene: Picture | undefined): Picture | null {
    return scene ? tidy(turnedPicture(scene, this.turn), this.views.live?.unit != null) : null;
  }

  things = $derived.by(() => new Map((this.views.shown?.scene.things ?? []).map((thing) => [thing.id, thing])));
  /** The picture as this board lies. */
  picture: Picture | null = $derived.by(() => this.laid(this.views.shown?.scene));
  placed: Placed[] = $derived(this.picture ? place(this.picture) : []);
  /** What belongs to which group: a group is pointed at by any of its members. */
  members = $derived.by(() => {
    const found = new Map<string, Placed[]>();
    for (const placed of this.placed) {
      const whole = placed.thing.part_of;
      if (whole) found.set(whole, [...(found.get(whole) ?? []), placed]);
    }
    return found;
  });
  /** Whether anything stands higher than something else: then a solid board shows more. */
  uneven = $derived.by(() => {
    const ground = this.placed.filter(({ thing }) => thing.layer === 'ground');
    const first = ground[0]?.thing.heights[1];
    return ground.some(({ thing }) => thing.heights[1] !== first);
  });
  /** Whether the picture is of a table that one may walk around: ground that is measured, or that rises. */
  turns = $derived.by(
    () =>
      this.views.shown?.unit != null ||
      this.placed.some(({ thing }) => thing.layer === 'ground' && thing.heights[1] > 0),
  );

  /** Turns the board by some steps. */
  turnBy(steps: number) {
    if (!this.turns) return;
    this.turn = (this.turn + steps + STEPS) % STEPS;
    keepTurn(this.table, this.turn);
  }

  /** Where a place of the server's picture is on this board. */
  lying(at: Point): Point {
    return this.turn === 0 ? at : turnedPoint(at, this.turn);
  }

  /** Where a place of this board is in the server's picture. */
  truly(at: Point): Point {
    return this.turn === 0 ? at : turnedPoint(at, STEPS - this.turn);
  }

  /** The things and groups that a thing is part of, the smallest first. */
  wholes(id: string): string[] {
    const found: string[] = [];
    for (
      let whole = this.things.get(id)?.part_of;
      whole && !found.includes(whole);
      whole = this.things.get(whole)?.part_of
    )
      found.push(whole);
    return found;
  }

  /** Whether a name stands on the board: of a thing, or of a group of them. */
  isOnBoard(name: string): boolean {
    return this.things.has(name) || this.members.has(name);
  }

  /** Whether a name is that of a group which is no thing itself. */
  isGroup(name: string): boolean {
    return !this.things.has(name) && this.members.has(name);
  }

  /** Whether a name on the board is another's. */
  isAnothers(name: string): boolean {
    const owner = this.ownerOf(name);
    return owner != null && !this.seats.mine(owner);
  }

  /** Whether a name on the board is one's own. */
  isMine(name: string): boolean {
    const owner = this.ownerOf(name);
    return owner != null && this.seats.mine(owner);
  }

  private ownerOf(name: string): number | null | undefined {
    return (this.things.get(name) ?? this.members.get(name)?.[0]?.thing)?.owner;
  }

  /** The pieces and groups that words speak of. */
  piecesIn(words: string): string[] {
    const pieces = this.placed.filter(({ thing }) => thing.layer !== 'ground').map(({ thing }) => thing.id);
    return mentioned(words, [...pieces, ...this.members.keys()]);
  }

  /** The pieces and groups that a deed speaks of. */
  piecesOf(deed: Deed): string[] {
    return this.piecesIn([decision(deed), ...happened(deed).map(({ says }) => says)].join('\n'));
  }
}
