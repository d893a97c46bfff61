/**
 * A press that began on a form's button counts for it although the button moves before the press ends: leaving a field may show its error,
 * and an answer may arrive, and both push down what stands below. Without this the browser finds something else under the pointer, and nothing
 * happens. Dragging away still cancels the press. For touch, browsers do this themselves.
 */
import { type PointerEvent, useRef } from 'react';

/** How far the pointer may drift during a press, CSS pixels. */
const driftPx = 12;

/** For a `button`'s props. */
export function useKeptPress() {
  const start = useRef<readonly [number, number]>(undefined);
  return {
    onPointerDown(event: PointerEvent<HTMLButtonElement>): void {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      start.current = [event.clientX, event.clientY];
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>): void {
      if (!start.current || !currentTarget.hasPointerCapture(pointerId)) return;
      const [x, y] = start.current;
      if (Math.hypot(clientX - x, clientY - y) <= driftPx) return;
      const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
      const isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom;
      if (isOutside) currentTarget.releasePointerCapture(pointerId);
    },
  };
}
