/** What a referee lays down and changes: what there is to put down, what is about to be, and how a change is put in. */
import type { Puts } from './asking.svelte';
import type { Room } from './room.svelte';
import type { Point, PutDown, StockEntry } from './wire';

export class Laying {
  /** What a referee may put down; `null` until the server has told. */
  stock = $state.raw<StockEntry[] | null>(null);
  /** What is about to be put down where the next click is. */
  held = $state.raw<{ name: string; line: string } | null>(null);

  constructor(private readonly room: Room) {}

  async fetch() {
    const { room } = this;
    const { after } = room.live ?? {};
    const stock = await room.api.stock().catch(() => []);
    if (room.live?.after === after) this.stock = stock;
  }

  /** Puts something down: at once, or where the next click is. */
  lay(name: string, { line, aims }: PutDown) {
    const { room } = this;
    room.looking.look = null;
    room.trouble = null;
    room.asking.form = null;
    if (aims) this.held = { name, line };
    else void this.change(line);
  }

  /** Puts down what is held: on the ground that was clicked, or at the place. */
  async layAt(under: string[], at: Point) {
    const { scene, live } = this.room;
    const { line } = this.held!;
    const ground = under.find((id) => scene.things.get(id)?.layer === 'ground');
    const open = live?.unit != null;
    if (!open && ground === undefined) return;
    const done = await (open ? this.change(line, at) : this.change(`${line} ${ground}`));
    if (done) this.held = null;
  }

  /** Changes the position; where somebody's turn it is, the record says by whom. */
  private change(line: string, at: Point | null = null) {
    const { before, reason } = this.changing;
    return this.room.put({ line: before + line, at, ...(reason !== null && { because: reason }) }, line);
  }

  /** How a change of the position is put in: where somebody's turn it is, it needs a reason. */
  get changing(): Puts {
    const free = this.room.hand.free || this.room.live?.referee;
    return free ? { before: '', reason: null } : { before: 'amend ', reason: 'the judge puts it so' };
  }

  /** How a referee puts a thing of the board elsewhere. */
  putting(id: string): PutDown | undefined {
    const { hand, presides } = this.room;
    // What is listed for it at a place goes before; whom it may attack keeps nobody from moving it.
    if (!presides || hand.leadsSomewhere(hand.after([id]))) return undefined;
    return this.stock?.find(({ name }) => name === id)?.ways.find(({ aims }) => aims);
  }
}
