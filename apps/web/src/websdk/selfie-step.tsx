/** Step 2: a photograph of the face. */
import { useState } from 'react';
import type { Draft } from './draft.ts';
import { type Picture, PictureField } from './picture-field.tsx';
import { SampleFace } from './samples.tsx';
import { StepForm } from './step-form.tsx';
import { useText } from './texts.ts';

interface SelfieStepProps {
  face: Picture | undefined;
  onChange: (change: Partial<Draft>) => void;
  onNext: () => void;
  onBack: () => void;
}

export function SelfieStep({ face, onChange, onNext, onBack }: SelfieStepProps) {
  const text = useText();
  const [asked, setAsked] = useState(false);
  return (
    <StepForm
      title={text.selfie.title}
      text={text.selfie.text}
      onSubmit={() => (face ? onNext() : setAsked(true))}
      onBack={onBack}
    >
      <PictureField
        label={text.selfie.label}
        camera="user"
        picture={face}
        sample={<SampleFace />}
        error={asked && !face ? text.document.missing : undefined}
        onChange={(picture) => onChange({ face: picture })}
      />
    </StepForm>
  );
}
