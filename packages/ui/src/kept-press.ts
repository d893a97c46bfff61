/**
 * A press that began on a button or a link counts for it although it moves before the press ends: leaving a field may show its error,
 * and an answer may arrive, and both push down what is below. Without this the browser finds something else under the pointer, and nothing
 * happens. Dragging away still cancels the press. For touch, browsers do this themselves.
 */
import { type PointerEvent, type PointerEventHandler, useRef } from 'react';

/** How far the pointer may drift during a press, CSS pixels. */
const driftPx = 12;

interface PointerProps<Element extends HTMLElement> {
  readonly onPointerDown?: PointerEventHandler<Element> | undefined;
  readonly onPointerMove?: PointerEventHandler<Element> | undefined;
}

/** The props that keep the press of a `button` or an `a`, in place of the element's own ones, which are called too. */
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
