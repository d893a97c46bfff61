/** Step 4, for the tester: the provider's answer to the submission. */
import { type SandboxAnswer, sandboxAnswers } from '@calmly/contract';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useState } from 'react';
import { StepForm } from './step-form.tsx';
import { useText } from './texts.ts';
import classes from './websdk.module.css';

interface AnswerStepProps {
  /** No photos: the person who added the company is already verified. */
  ofCompany: boolean;
  /** `null`: no answer. */
  onHandIn: (answer: SandboxAnswer | null) => Promise<void>;
  onBack?: () => void;
}

const options = [...sandboxAnswers, 'NONE'] as const;
type Option = (typeof options)[number];

export function AnswerStep({ ofCompany, onHandIn, onBack }: AnswerStepProps) {
  const { answer: text } = useText();
  const [chosen, setChosen] = useState<Option>('GREEN');
  const [sending, setSending] = useState<'no' | 'yes' | 'failed'>('no');
  async function submit() {
    setSending('yes');
    await onHandIn(chosen === 'NONE' ? null : chosen).catch(() => setSending('failed'));
  }
  return (
    <StepForm
      title={text.title}
      text={ofCompany ? text.companyText : text.text}
      submit={text.submit}
      busy={sending === 'yes'}
      onSubmit={() => void submit()}
      {...(onBack && { onBack })}
    >
      <Grid as="fieldset" gap={8} className={classes.choices}>
        <legend className="visually-hidden">{text.title}</legend>
        {options.map((option) => (
          <RadioRow
            key={option}
            name="answer"
            value={option}
            title={text.options[option][0]}
            text={text.options[option][1]}
            checked={chosen === option}
            onChange={() => setChosen(option)}
          />
        ))}
      </Grid>
      {sending === 'failed' && <Notice tone="refusal">{text.failed}</Notice>}
    </StepForm>
  );
}
