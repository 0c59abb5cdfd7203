import { boardIn, fetchHandNames, NO_NAMES, openHands } from './handNames';
import type { TableScene } from './scene';
import { withSettled } from './settledRound';

/** Keep the names of the hands that lie open at a table. Called by the component that shows the table. */
export function learnNames(scene: () => TableScene): void {
  const lying = $derived.by(() => {
    const { view, decided } = scene();
    return view && withSettled(view, decided);
  });
  $effect(() => {
    const [seen, table] = [lying, scene()];
    const hands = seen ? openHands(seen) : [];
    if (!seen || !table.layout || !hands.length) {
      table.names = NO_NAMES;
      return;
    }
    void fetchHandNames(table.layout, hands, boardIn(seen)).then((names) => {
      if (names && lying === seen) table.names = names;
    });
  });
}
