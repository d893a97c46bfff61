/** The panel of a popover on Base UI: it flips and shifts at the edges of the window and is never higher than the available room. */
import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { staysOpen } from '../stays-open.ts';
import classes from './popover.module.css';

interface PopoverPanelProps {
  /** What it opens under; its first button gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  align: 'start' | 'end' | 'screen';
  above?: boolean | undefined;
  keepsFocus?: boolean | undefined;
  /** What names it: the id of its opener, or words. */
  labelledBy?: string;
  label?: string;
  onClose: () => void;
  children: ReactNode;
}

/** What stays free between the panel and the sides of the window. */
const windowMargin = 8;

/**
 * Before and after the panel, and before and after its place in the page, Base UI puts elements that lead the focus on. From the inner ones
 * it looks for a trigger of its own, and ours is not; the outer ones know the way.
 */
const guard = '[data-base-ui-focus-guard]';

export function PopoverPanel(props: PopoverPanelProps) {
  const { anchor, align, above, keepsFocus, labelledBy, label, onClose, children } = props;
  return (
    <Popover.Root
      open
      onOpenChange={(_, details) => {
        if (!staysOpen(details, anchor.current)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className={classes.place}
          anchor={anchor}
          side={above ? 'top' : 'bottom'}
          align={align === 'start' ? 'start' : 'end'}
          sideOffset={8}
          collisionPadding={windowMargin}
          onFocus={({ currentTarget, target }) => {
            if (!target.matches(guard)) return;
            const outside = [...(anchor.current?.querySelectorAll<HTMLElement>(guard) ?? [])];
            (target === currentTarget.lastElementChild ? outside.at(-1) : outside[0])?.focus();
          }}
        >
          <Popover.Popup
            className={classes.panel}
            data-align={align}
            data-layer=""
            aria-labelledby={labelledBy}
            aria-label={label}
            {...(keepsFocus && { initialFocus: false })}
            finalFocus={() => anchor.current?.querySelector('button') ?? true}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
