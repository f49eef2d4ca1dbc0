/** How much of a table's picture is drawn: its layers, the charts laid over it, and the floors that lie over one another. */
import { atFirst } from './charts';
import { floorsOf, type Placed } from './geometry';
import { keepLayers, keptLayers, type Layers, type Switches } from './remembered';
import type { Scene } from './scene.svelte';
import type { Views } from './views';
import type { Chart } from './wire';

export class Sight {
  layers = $state.raw<Layers>(keptLayers());
  /** The highest floor that is drawn; nothing, where all are. */
  floor = $state.raw<number | null>(null);

  constructor(
    private readonly views: Pick<Views, 'shown'>,
    private readonly scene: Scene,
  ) {}

  /** What a viewer may have drawn over the picture, or left out. */
  charts: Chart[] = $derived.by(() => this.views.shown?.scene.charts ?? []);
  /** On which floor everything lies; the table is the lowest. */
  private floorOf = $derived.by(() => floorsOf(this.scene.placed));
  /** How many floors lie over one another. */
  floors = $derived(Math.max(0, ...this.floorOf.values()) + 1);
  /** What lies over the highest floor that is drawn. */
  private above = $derived(
    this.floor === null ? [] : [...this.floorOf].flatMap(([id, floor]) => (floor > this.floor! ? [id] : [])),
  );
  /** What is not drawn at all. */
  lifted = $derived.by(() => {
    const out = this.charts.filter((chart) => chart.drawing === 'shapes' && !this.charted(chart));
    const things = this.views.shown?.scene.things ?? [];
    return new Set([
      ...this.above,
      ...out.flatMap(({ groups }) => groups.flatMap((group) => group.things.flatMap((n) => things[n]?.id ?? []))),
    ]);
  });
  /** What is drawn, and can be pointed at. */
  visible: Placed[] = $derived.by(() =>
    this.scene.placed.filter(
      ({ thing: { id, layer } }) =>
        !this.lifted.has(id) &&
        (layer === 'marks' ? this.layers.marks : layer === 'pieces' ? this.layers.pieces : true),
    ),
  );

  layer(name: keyof Switches, drawn: boolean) {
    this.keep({ ...this.layers, [name]: drawn });
  }

  /** Whether a chart is drawn: what is part of the picture is at first, and numbers such as heights; what else is laid over it is not. */
  charted(chart: Chart): boolean {
    return this.layers.charts[chart.name] ?? atFirst(chart);
  }

  chart(chart: Chart, drawn: boolean) {
    this.keep({ ...this.layers, charts: { ...this.layers.charts, [chart.name]: drawn } });
  }

  private keep(layers: Layers) {
    this.layers = layers;
    keepLayers(layers);
  }
}
