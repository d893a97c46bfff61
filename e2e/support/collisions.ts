/**
 * Layout errors of a narrow page: it scrolls sideways, text overlaps other text, text leaves its control or window. Intentionally
 * truncated text (hidden overflow, an ellipsis) counts only as far as it is visible; floating elements (sticky bars, dialogs) are
 * compared only with their own text.
 */
import { expect, type Page } from '@playwright/test';

/** The page at its current width has no such fault. */
export async function expectNoCollisions(page: Page, what: string): Promise<void> {
  // Layout by script follows a new width a moment later.
  await expect.poll(() => page.evaluate(findCollisions), { message: what }).toEqual([]);
}

/** Runs in the page. */
function findCollisions(): string[] {
  interface Box {
    text: string;
    layer: Element;
    owner: Element;
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const root = document.documentElement;
  const faults: string[] = [];
  const boxes: Box[] = [];

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const owner = node.parentElement;
    if (text === '' || !owner?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (owner.closest('script, style, option, .visually-hidden')) continue;
    let layer: Element = document.body;
    let scrolls = false;
    let clip = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
    for (
      let around: Element | null = owner;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const style = getComputedStyle(around);
      if (style.position === 'fixed' || style.position === 'sticky') {
        if (layer === document.body) layer = around;
      }
      if (style.overflowX === 'visible' && style.clipPath === 'none') continue;
      const edge = around.getBoundingClientRect();
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') scrolls = true;
      clip = {
        left: Math.max(clip.left, edge.left),
        top: Math.max(clip.top, edge.top),
        right: Math.min(clip.right, edge.right),
        bottom: Math.min(clip.bottom, edge.bottom),
      };
    }
    const control = owner.closest('button, a, label, input, summary')?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      // A line is higher than its letters.
      const air = rect.height * 0.2;
      const box = {
        text: text.slice(0, 40),
        layer,
        owner,
        left: Math.max(rect.left, clip.left),
        top: Math.max(rect.top + air, clip.top),
        right: Math.min(rect.right, clip.right),
        bottom: Math.min(rect.bottom - air, clip.bottom),
      };
      if (box.right - box.left < 2 || box.bottom - box.top < 2) continue;
      if (!scrolls && box.right > root.clientWidth + 1) faults.push(`leaves the window: ${box.text}`);
      if (control && (box.right > control.right + 1 || box.left < control.left - 1))
        faults.push(`leaves its control: ${box.text}`);
      boxes.push(box);
    }
  }

  if (root.scrollWidth > root.clientWidth)
    faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth}`);
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      if (one.owner === other.owner || one.layer !== other.layer) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 2 && height > 2) faults.push(`overlap: ${one.text} | ${other.text}`);
    }
  return [...new Set(faults)].slice(0, 20);
}
