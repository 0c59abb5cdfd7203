import { announcer } from '../../shell/announcer.svelte';
import { settings } from '../../settings.svelte';

/** Answers to the questions that Shift and a letter ask, by letter. */
export type Questions = Readonly<Record<string, () => string>>;

/** Return a handler that speaks the answer to Shift and a letter. Plain letters stay for typing. */
export function answering(questions: Questions): (event: KeyboardEvent) => void {
  return (event) => {
    const inField = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (!settings.keys || inField || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const says = questions[event.key.toUpperCase()];
    if (!says) return;
    event.preventDefault();
    announcer.say(says());
  };
}
