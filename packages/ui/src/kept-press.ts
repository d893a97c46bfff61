/**
 * A press on a button or a link counts even if the element moves before the press ends: leaving a field may show its error,
 * and an answer may arrive, and both push down the content below. Otherwise the browser finds another element under the pointer, and nothing
 * happens. Dragging away still cancels the press. For touch, browsers already do this.
 */
import { type PointerEvent, type PointerEventHandler, useRef } from 'react';

/** How far the pointer may drift during a press, CSS pixels. */
const driftPx = 12;

interface PointerProps<Element extends HTMLElement> {
  readonly onPointerDown?: PointerEventHandler<Element> | undefined;
  readonly onPointerMove?: PointerEventHandler<Element> | undefined;
}

/** Props for a `button` or an `a` that keep the press; they replace the element's own handlers, which are called too. */
export function useKeptPress<Element extends HTMLElement>(own: PointerProps<Element>) {
  const start = useRef<readonly [number, number]>(undefined);
  return {
    onPointerDown(event: PointerEvent<Element>): void {
      own.onPointerDown?.(event);
      if (event.pointerType === 'touch' || event.button !== 0) return;
      start.current = [event.clientX, event.clientY];
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<Element>): void {
      own.onPointerMove?.(event);
      const { currentTarget, pointerId, clientX, clientY } = event;
      if (!start.current || !currentTarget.hasPointerCapture(pointerId)) return;
      const [x, y] = start.current;
      if (Math.hypot(clientX - x, clientY - y) <= driftPx) return;
      const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
      const isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom;
      if (isOutside) currentTarget.releasePointerCapture(pointerId);
    },
  };
}
