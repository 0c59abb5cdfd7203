import { houseOf, languageOf } from './house';

const STYLE = `
:host { display: block; font: 1rem/1.45 system-ui, sans-serif; color: inherit; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-weight: 600; padding-block-end: .4em; }
th, td { padding: .35em .6em; text-align: end; border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th:first-child, td:first-child { text-align: start; padding-inline-start: 0; }
svg { display: block; width: 100%; height: auto; border-radius: 8px; }
p { margin: .4em 0 0; font-size: .875em; }
a { color: inherit; }
`;

/** An element that shows something of a house, again whenever an attribute changes. */
export abstract class Shown extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  #stop = new AbortController();

  constructor() {
    super();
    const sheet = new CSSStyleSheet(); // a page may forbid styles that stand in the document
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
  }

  connectedCallback(): void {
    new MutationObserver(() => this.#begin()).observe(this, { attributes: true });
    this.#begin();
  }

  disconnectedCallback(): void {
    this.#stop.abort();
  }

  #begin(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    void this.show(signal).catch(() => {
      if (!signal.aborted) this.put(this.link(this.page, new URL(this.house).host));
    });
  }

  /** Fetch and draw. The signal says that the element has changed or is gone. */
  protected abstract show(signal: AbortSignal): Promise<void>;
  /** The page of the house that shows the same. */
  protected abstract get page(): string;

  protected get house(): string {
    return houseOf(this);
  }

  protected get language(): string {
    return languageOf(this);
  }

  protected put(...nodes: readonly Node[]): void {
    this.#root.replaceChildren(...nodes);
  }

  /** Return a line with a link to the house. */
  protected link(address: string, text: string): HTMLElement {
    const line = document.createElement('p');
    const link = document.createElement('a');
    link.href = address;
    link.textContent = text;
    line.append(link);
    return line;
  }
}
