/**
 * Modal dialogs on the platform's own `<dialog>`: the page behind is inert, focus stays inside and comes back to where it
 * was. A click on the scrim never closes; Escape does what Cancel does.
 */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button, Spinner } from './button.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  labelledBy: string;
  describedBy?: string;
  /** It has no fields: on a phone it needs no whole screen. */
  isMessage?: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** Rendered means open. The control marked `data-autofocus` is focused, else the first. */
export function Dialog({ labelledBy, describedBy, isMessage, onCancel, children }: DialogProps) {
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
      data-message={isMessage ? '' : undefined}
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

interface MessageDialogProps {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  /** Under the text: what may be done along with it, or what happens along with it. */
  choice?: ReactNode;
  /** Under that: why it failed. */
  problem?: ReactNode;
  actions: ReactNode;
  onCancel: () => void;
}

/** A message with what can be done about it as buttons, secondary left, primary right. */
export function MessageDialog({ icon, title, text, choice, problem, actions, onCancel }: MessageDialogProps) {
  return (
    <Dialog labelledBy="message-title" describedBy="message-text" isMessage onCancel={onCancel}>
      <div className={classes.icon}>{icon}</div>
      <h2 id="message-title" className={classes.title}>
        {title}
      </h2>
      <p id="message-text" className={classes.text}>
        {text}
      </p>
      {choice && <div className={classes.problem}>{choice}</div>}
      {problem && <div className={classes.problem}>{problem}</div>}
      <div className={`${classes.actions} ${classes.alert}`}>{actions}</div>
    </Dialog>
  );
}

interface ConfirmDialogProps extends Omit<MessageDialogProps, 'actions'> {
  /** The words of the button that does nothing. */
  keep: string;
  /** The words of the button that does it. */
  confirm: string;
  variant?: 'danger' | 'accent';
  busy: boolean;
  onConfirm: () => void;
}

/** Asks before something is done. */
export function ConfirmDialog({
  keep,
  confirm,
  variant = 'danger',
  busy,
  onConfirm,
  ...message
}: ConfirmDialogProps) {
  return (
    <MessageDialog
      {...message}
      actions={
        <>
          <Button size="l" onClick={message.onCancel}>
            {keep}
          </Button>
          <Button size="l" variant={variant} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
