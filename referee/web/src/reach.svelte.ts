/** How far the piece in hand may go, drawn on an open table while it is asked where to. */
import type { Ask, Drawn, Reply } from './wire';

/** A piece at a moment of the game, and the question that shows its reach. */
export interface InHand {
  line: string;
  /** How many lines the record has: after another the reach is another. */
  after: number;
}

export class Reach {
  private found = $state.raw<{ of: InHand; shapes: Drawn[] } | null>(null);
  /** The rims of what the piece in hand reaches; none while no piece is in hand, or nothing was answered yet. */
  shapes: Drawn[] = $derived.by(() => {
    const [found, hand] = [this.found, this.hand()];
    return found && hand && isSame(found.of, hand) ? found.shapes : [];
  });

  constructor(
    private readonly ask: (question: Ask) => Promise<Reply>,
    private readonly hand: () => InHand | null,
  ) {}

  /** Asks for the reach of what is in hand now, once. */
  async look() {
    const of = this.hand();
    if (!of || (this.found && isSame(this.found.of, of))) return;
    // Whoever has no answer goes without: the rules still tell where a piece may go.
    const reply = await this.ask({ line: of.line, or_nothing: true }).catch(() => null);
    this.found = { of, shapes: reply?.shapes ?? [] };
  }
}

const isSame = (one: InHand, other: InHand) => one.line === other.line && one.after === other.after;
