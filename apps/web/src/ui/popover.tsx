/**
 * A small panel under what opened it: filters, pickers, menus. It does not block the page: Escape, a press outside or focus
 * leaving closes it, and Escape gives focus back to the opener. Rendered beside its opener inside one `Popover`.
 */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import classes from './popover.module.css';

interface PopoverProps {
  /** What stays in place and opens the panel; its first button gets focus back. */
  opener: ReactNode;
  open: boolean;
  onClose: () => void;
  /**
   * `fill` is as wide as the opener (a picker), `start` and `end` are as wide as the content; `screen` is 400 wide and on a
   * phone as wide as the screen, under the top bar.
   */
  align?: 'start' | 'end' | 'fill' | 'screen';
  /** Its name in a row that is measured (`useFitting`). */
  part?: string;
  /** For an opener at the foot of the window. */
  above?: boolean;
  children: ReactNode;
}

/** What stays free between the panel and the sides of the window. */
const windowMargin = 8;

export function Popover({ opener, open, onClose, align = 'start', above, part, children }: PopoverProps) {
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  // A panel wider than the room beside its opener moves into the window.
  useLayoutEffect(() => {
    if (!open || !panel.current) return;
    const { left, right } = panel.current.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    const beyond = Math.max(0, right - (clientWidth - windowMargin));
    panel.current.style.translate = `${Math.max(-beyond, windowMargin - left)}px`;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    // Near the foot of the window the page moves up, so that nothing of the panel is cut off.
    panel.current?.scrollIntoView({ block: 'nearest' });
    const outside = (event: Event) => {
      const { target } = event;
      // A press on plain text inside gives focus to whatever around the panel can have it: that is not leaving.
      const around = event.type === 'focusin' && target instanceof Node && target.contains(root.current);
      if (target instanceof Node && !around && !root.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard for the focused control inside
    <div
      ref={root}
      className={classes.root}
      data-align={align}
      data-part={part}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
        root.current?.querySelector<HTMLElement>('button')?.focus();
      }}
    >
      {opener}
      {open && (
        <div ref={panel} className={classes.panel} data-align={align} data-above={above ? '' : undefined}>
          {children}
        </div>
      )}
    </div>
  );
}
