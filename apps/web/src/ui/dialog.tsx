/**
 * Modal dialogs on the platform's own `<dialog>`: the page behind is inert, focus stays inside and comes back to where it
 * was. A click on the scrim never closes; Escape does what Cancel does.
 */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Spinner } from './button.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  labelledBy: string;
  describedBy?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** Rendered means open. The control marked `data-autofocus` is focused, else the first. */
export function Dialog({ labelledBy, describedBy, onCancel, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // Before the children's effects: what they focus must win over the browser's own choice.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={classes.dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // A file picker inside that was closed is not this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
    </dialog>
  );
}

/** Covers everything while the portal finds out who is there. */
export function LoadingDialog() {
  const t = useTranslations('ui');
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      <Spinner />
    </div>
  );
}

interface ConfirmDialogProps {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  actions: ReactNode;
  onCancel: () => void;
}

/** A question with its answers as buttons, secondary left, primary right. */
export function ConfirmDialog({ icon, title, text, actions, onCancel }: ConfirmDialogProps) {
  return (
    <Dialog labelledBy="confirm-title" describedBy="confirm-text" onCancel={onCancel}>
      <div className={classes.icon}>{icon}</div>
      <h2 id="confirm-title" className={classes.title}>
        {title}
      </h2>
      <p id="confirm-text" className={classes.text}>
        {text}
      </p>
      <div className={`${classes.actions} ${classes.alert}`}>{actions}</div>
    </Dialog>
  );
}
