/** Breakpoints of the specification (section 9) as media queries, and a hook that follows one. */
import { useSyncExternalStore } from 'react';

export const breakpoints = {
  /** Bottom bar, day cards, full-screen dialogs and drawers. */
  phone: '(max-width: 599px)',
  /** Side navigation with text; a drawer docks next to the content. */
  wide: '(min-width: 1264px)',
  /** A mouse or similar: files can be dropped, and there is probably a keyboard. */
  mouse: '(any-pointer: fine)',
} as const;

/** Whether the window currently matches; rerenders when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
