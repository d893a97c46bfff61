/** A dialog with a title, a sentence, its content and one button that closes it. */

import { Button } from '@calmly/ui/button.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { type ReactNode, useId } from 'react';
import classes from './dialogs.module.css';

interface PlainDialogProps {
  title: string;
  text: string;
  close: string;
  onClose: () => void;
  children: ReactNode;
}

export function PlainDialog({ title, text, close, onClose, children }: PlainDialogProps) {
  const id = useId();
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={onClose}>
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <p id={`${id}-text`} className={classes.text}>
        {text}
      </p>
      {children}
      <div className={classes.foot}>
        <Button size="l" onClick={onClose}>
          {close}
        </Button>
      </div>
    </Dialog>
  );
}
