/** The frame of a step: its title, its question, Back and the main button. */

import { Button } from '@calmly/ui/button.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import type { ReactNode } from 'react';
import { useText } from './texts.ts';

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
    <Grid
      as="form"
      gap={24}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      <div>
        <h2 tabIndex={-1}>{title}</h2>
        {text && (
          <Text tone="soft" above={4}>
            {text}
          </Text>
        )}
      </div>
      {children}
      <Inline gap={12}>
        {onBack && (
          <Button size="l" onClick={onBack}>
            {words.back}
          </Button>
        )}
        <Button type="submit" variant="accent" size="l" block {...(busy && { busy })}>
          {submit ?? words.next}
        </Button>
      </Inline>
    </Grid>
  );
}
