/** The frame of a step: its title, its question, Back and the main button. */

import { Button } from '@calmly/ui/button.tsx';
import type { ReactNode } from 'react';
import { useText } from './texts.ts';
import classes from './websdk.module.css';

interface StepFormProps {
  title: string;
  text?: string;
  submit?: string;
  busy?: boolean;
  onSubmit: () => void;
  onBack?: (() => void) | undefined;
  children: ReactNode;
}

export function StepForm({ title, text, submit, busy, onSubmit, onBack, children }: StepFormProps) {
  const words = useText();
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      <div>
        <h2 tabIndex={-1}>{title}</h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {children}
      <div className={classes.actions}>
        {onBack && (
          <Button size="l" onClick={onBack}>
            {words.back}
          </Button>
        )}
        <Button type="submit" variant="accent" size="l" block {...(busy && { busy })}>
          {submit ?? words.next}
        </Button>
      </div>
    </form>
  );
}
