/**
 * A small panel under its opener: filters, menus, explanations. It does not block the page: Escape, a click outside or loss of focus
 * closes it, and Escape returns focus to the opener. The panel's code is loaded when the first one opens.
 */
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import classes from './popover.module.css';

const load = () => import('./popover-panel.tsx');
const PopoverPanel = lazy(async () => ({ default: (await load()).PopoverPanel }));

interface PopoverProps {
  /** The element that stays in place and opens the panel; its first button regains the focus. */
  opener: ReactNode;
  open: boolean;
  onClose: () => void;
  /**
   * `start` and `end` are as wide as the content; `screen` is 400 wide and on a phone as wide as the screen, under the top bar.
   */
  align?: 'start' | 'end' | 'screen';
  /** Its name in a measured row (`useFitting`). */
  part?: string;
  /** For an opener at the foot of the window. */
  above?: boolean;
  /** Does not move the focus, because the panel is only informative. */
  keepsFocus?: boolean;
  children: ReactNode;
}

export function Popover({ opener, open, align = 'start', part, children, ...panel }: PopoverProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  // Loads the panel's code before the opener is pressed.
  useEffect(() => {
    for (const sign of ['pointerover', 'focusin']) root.current?.addEventListener(sign, load, { once: true });
  }, []);
  return (
    <div ref={root} className={classes.root} data-part={part}>
      <span id={id} className={classes.opener}>
        {opener}
      </span>
      {open && (
        <Suspense>
          <PopoverPanel {...panel} align={align} anchor={root} labelledBy={id}>
            {children}
          </PopoverPanel>
        </Suspense>
      )}
    </div>
  );
}
