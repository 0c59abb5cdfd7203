import { fetchLayout } from '../table/tableData';
import type { Step } from '../table/scene';
import { post, RequestError } from '../wire/http';
import type { LayoutPayload, Post, RecordState } from '../wire/generated/http';

const AT_ONCE = 200;

/** The states of a record from a viewpoint, and the layout of its table. */
export interface RecordStates {
  readonly steps: readonly Step[];
  readonly layout: LayoutPayload;
}

const asStep = (state: RecordState): Step => ({
  ...state,
  events: state.events.map((event, nth) => ({ number: state.number, nth, event })),
  seats: [],
});

/** Fetch all states of a record from a viewpoint, page by page. */
export async function recordStates(record: string, eyes: string, language: string): Promise<RecordStates> {
  const steps: Step[] = [];
  let told: Post['/api/records/states'];
  do {
    const body = { record, eyes, first: steps.length, most: AT_ONCE };
    told = await post('/api/records/states', body, { language });
    steps.push(...told.states.map(asStep));
  } while (told.states.length === AT_ONCE && steps.length < told.total);
  const layout = await fetchLayout(told.game, told.norm, told.choices, language);
  if (typeof layout === 'string') throw new RequestError(0, 'our_mistake', null, layout);
  return { steps, layout };
}
