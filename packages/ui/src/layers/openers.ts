/**
 * Where the focus goes when a modal layer closes: to the element that had it before, or, if that is gone, to the nearest focusable part
 * around it. If the layer was opened from another one that is gone too, the focus returns to where that one would have returned it.
 */
const known = new WeakMap<Element, readonly HTMLElement[]>();
/** Of the layer that closed last: the focus target if the element that regained the focus has left the page. */
let lastOpeners: readonly HTMLElement[] = [];

/** The focused element and the focusable parts around it, nearest first. Read before a layer's own parts take the focus. */
export function openersNow(): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  if (document.activeElement === document.body) return lastOpeners;
  for (let part = document.activeElement; part instanceof HTMLElement; part = part.parentElement) {
    if (part !== document.body && (part.tabIndex >= 0 || part.hasAttribute('tabindex'))) found.push(part);
    found.push(...(known.get(part) ?? []));
  }
  return found;
}

/** Remembers them for layers opened from this one. */
export function rememberOpeners(layer: Element, openers: readonly HTMLElement[]): void {
  known.set(layer, openers);
}

/** The focus target when a layer with these openers closes: the first of them still in the page. */
export function openerToFocus(openers: readonly HTMLElement[]): HTMLElement | undefined {
  lastOpeners = openers;
  return openers.find((opener) => opener.isConnected && opener.checkVisibility());
}
