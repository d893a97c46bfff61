/**
 * Where the focus goes when a modal layer closes: to what had it when the layer opened, or, if that is gone, to the nearest focusable part
 * around it. A layer that was opened from another one that is gone too returns it to where that one would have.
 */
const known = new WeakMap<Element, readonly HTMLElement[]>();
/** Of the layer that closed last: where the focus belongs if what it was returned to has left the page. */
let lastOpeners: readonly HTMLElement[] = [];

/** What has the focus now and the focusable parts around it, nearest first. Read before a layer's own parts take the focus. */
export function openersNow(): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  if (document.activeElement === document.body) return lastOpeners;
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

/** What gets the focus when a layer with these openers closes: the first of them that is still in the page. */
export function openerToFocus(openers: readonly HTMLElement[]): HTMLElement | undefined {
  lastOpeners = openers;
  return openers.find((opener) => opener.isConnected && opener.checkVisibility());
}
