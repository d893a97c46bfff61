/** A few fields in a dialog: Cancel on the left, the action on the right. Sent once, also by Enter. */
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { Stack } from '../layout/boxes.tsx';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** Text of the submit button. */
  confirm: string;
  variant?: 'accent' | 'danger';
  busy: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  /** Default: Cancel. */
  cancel?: string;
  onCancel: () => void;
  /** The fields and the reason for a failure. */
  children: ReactNode;
}

export function FormDialog({ icon, title, text, variant = 'accent', busy, ...props }: FormDialogProps) {
  const t = useTranslations('ui');
  const id = useId();
  return (
    <Dialog labelledBy={`${id}-title`} {...(text && { describedBy: `${id}-text` })} onCancel={props.onCancel}>
      <Stack
        as="form"
        gap={24}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !props.disabled) props.onSubmit();
        }}
      >
        <div>
          {icon && <div className={classes.icon}>{icon}</div>}
          <h2 id={`${id}-title`} className={classes.title}>
            {title}
          </h2>
          {text && (
            <p id={`${id}-text`} className={classes.text}>
              {text}
            </p>
          )}
        </div>
        {props.children}
        <div className={classes.actions}>
          <Button size="l" onClick={props.onCancel}>
            {props.cancel ?? t('cancel')}
          </Button>
          <Button size="l" variant={variant} type="submit" busy={busy} disabled={props.disabled}>
            {props.confirm}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
