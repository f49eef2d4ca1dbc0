/** Holds the cards, units or dice of a game as its table has them; they are asked for when first they are wanted. */
import type { TableApi } from './api';
import type { Card } from './wire';

export class Cards {
  all = $state.raw<ReadonlyMap<string, Card>>(new Map());
  private asked = false;

  constructor(private readonly api: TableApi) {}

  /** Asks for them, once. */
  async want() {
    if (this.asked) return;
    this.asked = true;
    try {
      const cards = await this.api.cards();
      this.all = new Map(cards.map((card) => [card.name, card]));
    } catch {
      // Whoever wants them next asks again.
      this.asked = false;
    }
  }

  /** Those of some names, each once. */
  named(names: (string | null | undefined)[]): Card[] {
    return [...new Set(names)].flatMap((name) => (name ? (this.all.get(name) ?? []) : []));
  }
}
