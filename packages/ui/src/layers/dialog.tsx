/** Modal dialogs. A click on the scrim never closes one; Escape does what Cancel does. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from '../button.tsx';
import classes from './dialog.module.css';

const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }));

interface DialogProps {
  labelledBy: string;
  describedBy?: string;
  /** It has no fields, so on a phone it does not fill the screen. */
  isMessage?: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** Rendered means open. The control marked `data-autofocus` gets the focus, or else the first. */
export function Dialog({ onCancel, ...props }: DialogProps) {
  return (
    <Suspense>
      <Modal {...props} className={classes.dialog} focus="control" onClose={onCancel} />
    </Suspense>
  );
}

interface MessageDialogProps {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  /** Under the text: an additional option or consequence. */
  choice?: ReactNode;
  /** Under that: the reason for a failure. */
  problem?: ReactNode;
  actions: ReactNode;
  onCancel: () => void;
}

/** A message with its actions as buttons, secondary left, primary right. */
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
  /** Text of the button that cancels. */
  keep: string;
  /** Text of the button that confirms. */
  confirm: string;
  variant?: 'danger' | 'accent';
  busy: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation. */
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
