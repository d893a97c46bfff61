/** Step 3: replaces the provider's liveness check, one movement after the other. */

import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useState } from 'react';
import { SampleFace } from './samples.tsx';
import { StepForm } from './step-form.tsx';
import { useText } from './texts.ts';
import classes from './websdk.module.css';

const moves = ['straight', 'left', 'right'] as const;

export function LivenessStep({ onNext, onBack }: { onNext: () => void; onBack: () => void }) {
  const { liveness: text } = useText();
  const [done, setDone] = useState(0);
  const move = moves[done] ?? 'straight';
  return (
    <StepForm
      title={text.title}
      text={text.text}
      submit={text.done}
      onSubmit={() => (done + 1 < moves.length ? setDone(done + 1) : onNext())}
      onBack={onBack}
    >
      <Grid gap={16} items="center" className={classes.liveness}>
        <div className={classes.face} data-move={move}>
          <SampleFace />
        </div>
        <Text role="status" size={18} weight="title">
          {text.moves[move]}
        </Text>
        <Inline gap={8} className={classes.dots} aria-hidden="true">
          {moves.map((name, index) => (
            <span key={name} data-done={index < done || undefined} data-now={index === done || undefined} />
          ))}
        </Inline>
      </Grid>
    </StepForm>
  );
}
