/** What is drawn over a table's picture for a while, or in its place: what an answer shows, what is pointed at, and where what is pointed at leads. */
import type { Hand } from './hand.svelte';
import type { Playback } from './playback.svelte';
import type { Reach } from './reach.svelte';
import type { Scene } from './scene.svelte';
import { mentioned } from './told';
import { turnedShapes } from './turn';
import type { Views } from './views';
import type { Drawn, Picture, Reply } from './wire';

/** A hand that goes over many lines asks for none, in milliseconds. */
const GLANCE = 80;

interface Needs {
  views: Views;
  scene: Scene;
  hand: Hand;
  reach: Reach;
  playback: Playback;
  /** Where a line leads; nothing where it is no action, or none that the rules allow. */
  legal: (line: string) => Promise<{ after: Drawn[] } | null>;
}

export class Overlay {
  /** Ids that something outside the board points at. */
  pointed = $state.raw<string[]>([]);
  /** The thing or the place on the board that a pointer is over. */
  aimed = $state.raw<string | null>(null);
  /** The picture that an answer brought, shown in place of the board's own. */
  answered = $state.raw<{ scene: Picture; to: string } | null>(null);
  /** What an answer draws, as the server says it. */
  drawn = $state.raw<Drawn[]>([]);
  /** The pieces that the action looked at moves, where they will stand; as the server says it. */
  after = $state.raw<Drawn[]>([]);
  /** Counts what was pointed at: what is answered for what no longer is, is not drawn. */
  private foreseen = 0;

  constructor(private readonly needs: Needs) {}

  /** The picture that is looked at: the board's own, or that of an answer. */
  pictured: Picture | null = $derived.by(() => {
    const { views, scene, playback } = this.needs;
    return this.answered && !views.moment ? scene.laid(this.answered.scene) : (playback.scene ?? scene.picture);
  });
  /** What is drawn over the board, as it lies. */
  answers: Drawn[] = $derived.by(() => {
    const { views, scene, reach } = this.needs;
    return views.moment ? [] : turnedShapes([...reach.shapes, ...this.drawn], scene.turn);
  });
  /** The pieces where they will stand, as the board lies. */
  arriving: Drawn[] = $derived.by(() => turnedShapes(this.after, this.needs.scene.turn));
  /** Whose dice are asked for, and whom they are against, as far as they stand on the board. */
  private rolling = $derived.by(() => {
    const { views, scene } = this.needs;
    const asked = views.live?.asked;
    if (asked?.kind !== 'roll' || views.moment) return [];
    return scene.piecesIn(asked.groups.map(({ says }) => says).join('\n'));
  });
  /** What is spoken of in a question, as far as it is somebody's and lies on the board. */
  private spoken = $derived.by(() => {
    const { views, scene } = this.needs;
    const asked = views.live?.asked;
    if (asked?.kind !== 'choice' || views.moment) return [];
    return mentioned(
      asked.says,
      scene.placed.filter(({ thing }) => thing.owner != null).map(({ thing }) => thing.id),
    );
  });
  /** What is pointed at, by a list, by the dice that are asked for or by the question. */
  indicated = $derived([...this.pointed, ...this.rolling, ...this.spoken]);

  /** Draws what an answer brought; whether it brought anything. */
  illustrate(reply: Reply, to: string): boolean {
    const { shapes } = reply;
    if (shapes.length > 0) this.drawn = shapes;
    // What is drawn over the board needs no other picture.
    else if (reply.scene) this.answered = { scene: reply.scene, to };
    return shapes.length > 0 || reply.scene != null;
  }

  /** Nothing of an answer is drawn any longer. */
  clear() {
    this.drawn = [];
    this.answered = null;
  }

  /** Shows where a line leads, and the things it is about, as long as something points at it; what is put up for decision shows that itself. */
  async foresee(line: string | null, about: string[] = []) {
    const { hand, legal } = this.needs;
    const nth = (this.foreseen += 1);
    this.pointed = about;
    if (hand.chosen) return;
    this.after = [];
    if (!line) return;
    await new Promise((done) => setTimeout(done, GLANCE));
    if (nth !== this.foreseen) return;
    const found = await legal(line);
    if (nth === this.foreseen && !hand.chosen) this.after = found?.after ?? [];
  }

  /** What was pointed at is gone, or was pressed. */
  unforesee() {
    this.foreseen += 1;
    this.after = [];
  }
}
