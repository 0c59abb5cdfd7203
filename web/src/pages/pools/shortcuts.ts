import { announcer } from '../../shell/announcer.svelte';
import { settings } from '../../settings.svelte';

/** The questions that can be asked everywhere by Shift and a letter, and what is said. */
export type Questions = Readonly<Record<string, () => string>>;

/** Answer a question asked by the keyboard; plain letters are left to whoever types. */
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
