const KEY = 'novamas.settings';

/** Settings of look, sound and keys, stored in this browser only. */
export interface Choices {
  theme: 'system' | 'light' | 'dark';
  cloth: 'green' | 'blue' | 'wine' | 'slate';
  suits: 'two' | 'four';
  motion: 'system' | 'none';
  speech: boolean;
  confirm: boolean;
  /** Whether the coach speaks at every decision. */
  coach: boolean;
  keys: boolean;
  /** Whether chips, cards and the ball are heard. */
  sounds: boolean;
}

const USUAL: Choices = {
  theme: 'system',
  cloth: 'green',
  suits: 'two',
  motion: 'system',
  speech: false,
  confirm: false,
  coach: false,
  keys: true,
  sounds: false,
};

export const settings = $state<Choices>(read());

function read(): Choices {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>) };
  } catch {
    return { ...USUAL };
  }
}

/** Apply the settings, now and after each change. */
export function applySettings(): void {
  const root = document.documentElement;
  const night = matchMedia('(prefers-color-scheme: dark)');
  const asked = new URLSearchParams(location.search).get('theme');
  const show = (): void => {
    const theme =
      settings.theme === 'system' ? (asked ?? (night.matches ? 'dark' : 'light')) : settings.theme;
    root.dataset.theme = theme;
    set(root, 'cloth', settings.cloth === 'green' ? null : settings.cloth);
    set(root, 'suits', settings.suits === 'four' ? 'four' : null);
    set(root, 'motion', settings.motion === 'none' ? 'none' : null);
  };
  night.addEventListener('change', show);
  addEventListener('beforeprint', () => (root.dataset.theme = 'light')); // paper is white
  addEventListener('afterprint', show);
  $effect.root(() => {
    $effect(() => {
      show();
      localStorage.setItem(KEY, JSON.stringify(settings));
    });
  });
}

function set(root: HTMLElement, name: string, value: string | null): void {
  if (value === null) root.removeAttribute(`data-${name}`);
  else root.setAttribute(`data-${name}`, value);
}

/** Return whether the page is dark now. */
export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}
