/** Make an element that scrolls sideways reachable by keyboard. */
export function scrollable(node: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    if (node.scrollWidth > node.clientWidth) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const watch = new ResizeObserver(look);
  watch.observe(node);
  for (const child of node.children) watch.observe(child);
  return { destroy: () => watch.disconnect() };
}
