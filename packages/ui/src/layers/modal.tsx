/**
 * The base of every modal layer, on Base UI's dialog: the page behind is inert, focus stays inside and returns to where it was.
 * `dialog.tsx` and `side-drawer.tsx` load this file when the first one opens.
 */
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './modal.module.css';
import { openersNow, openerToFocus, rememberOpeners } from './openers.ts';

export interface ModalProps {
  /** The id of its title; without one it has a `label`. */
  labelledBy?: string;
  label?: string;
  describedBy?: string | undefined;
  className: string | undefined;
  isMessage?: boolean | undefined;
  /** Initial focus: the control marked `data-autofocus`, or else the first control or the panel itself. */
  focus: 'control' | 'panel';
  closesOnScrim?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Rendered means open. */
export function Modal(props: ModalProps) {
  const panel = useRef<HTMLDivElement>(null);
  // Read during the first render: parts inside may take the focus before Base UI records where it was.
  const [openers] = useState(openersNow);
  useEffect(() => {
    if (panel.current) rememberOpeners(panel.current, openers);
  }, [openers]);
  const holdsFocus = () => panel.current?.contains(document.activeElement) ?? false;
  const firstFocus = () => {
    // A part inside has taken the focus itself, such as the boxes of a code.
    if (holdsFocus()) return false;
    const marked = panel.current?.querySelector<HTMLElement>('[data-autofocus]');
    return marked ?? (props.focus === 'control' ? true : panel.current);
  };
  return (
    <Dialog.Root
      open
      onOpenChange={(_, { reason }) => {
        // Two independent dialogs may be open: Escape closes the one with the focus.
        if (reason === 'escape-key' && holdsFocus()) props.onClose();
        if (reason === 'outside-press' && props.closesOnScrim) props.onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={classes.scrim} />
        <Dialog.Popup
          ref={panel}
          className={`${classes.modal} ${props.className ?? ''}`}
          data-layer=""
          data-message={props.isMessage ? '' : undefined}
          aria-labelledby={props.labelledBy}
          aria-label={props.label}
          aria-describedby={props.describedBy}
          initialFocus={firstFocus}
          finalFocus={() => openerToFocus(openers) ?? true}
        >
          {props.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
