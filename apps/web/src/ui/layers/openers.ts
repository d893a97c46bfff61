/**
 * Where the focus goes when a modal layer closes: to what had it when the layer opened, or, if that is gone, to the nearest focusable part
 * around it. A layer that was opened from another one that is gone too returns it to where that one would have.
 */
const known = new WeakMap<Element, readonly HTMLElement[]>();

/** What has the focus now and the focusable parts around it, nearest first. Read before a layer's own parts take the focus. */
export function openersNow(): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let part = document.activeElement; part instanceof HTMLElement; part = part.parentElement) {
    if (part !== document.body && (part.tabIndex >= 0 || part.hasAttribute('tabindex'))) found.push(part);
    found.push(...(known.get(part) ?? []));
  }
  return found;
}

/** Keeps them for layers that are opened from this one. */
export function rememberOpeners(layer: Element, openers: readonly HTMLElement[]): void {
  known.set(layer, openers);
}

/** The first of them that is still in the page. */
export const stillThere = (openers: readonly HTMLElement[]): HTMLElement | undefined =>
  openers.find((opener) => opener.isConnected && opener.checkVisibility());
