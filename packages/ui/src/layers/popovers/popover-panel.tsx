/** The panel of a popover on Base UI: it flips and shifts at the edges of the window and is never higher than the available room. */
import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { staysOpen } from '../stays-open.ts';
import classes from './popover.module.css';

interface PopoverPanelProps {
  /** The element that it opens under; its first button regains the focus. */
  anchor: RefObject<HTMLElement | null>;
  align: 'start' | 'end' | 'screen';
  above?: boolean | undefined;
  keepsFocus?: boolean | undefined;
  /** Its name: the id of its opener, or text. */
  labelledBy?: string;
  label?: string;
  onClose: () => void;
  children: ReactNode;
}

/** Minimum distance between the panel and the sides of the window. */
const windowMargin = 8;

/**
 * Base UI puts focus guards before and after the panel, and before and after its place in the page. The inner ones
 * look for Base UI's own trigger, which we do not use; the outer ones work.
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
