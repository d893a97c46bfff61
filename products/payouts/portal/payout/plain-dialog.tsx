/** A dialog with a title, a sentence, its content and one button that closes it. */

import { Button } from '@calmly/ui/button.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
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
      <Text as="h2" id={`${id}-title`} size={24}>
        {title}
      </Text>
      <p id={`${id}-text`} className={classes.text}>
        {text}
      </p>
      {children}
      <Inline gap={8} justify="end" above={24}>
        <Button size="l" onClick={onClose}>
          {close}
        </Button>
      </Inline>
    </Dialog>
  );
}
