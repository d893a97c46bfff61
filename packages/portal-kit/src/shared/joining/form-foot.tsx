/** The footer of a step's form: errors that belong to no field, Back where possible, and Continue. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';

interface FormFootProps {
  message: string | undefined;
  busy: boolean;
  /** The button's label; default: to the next step. */
  label?: string;
  onBack?: () => void;
}

export function FormFoot({ message, busy, label, onBack }: FormFootProps) {
  const t = useTranslations('onboarding');
  return (
    <>
      {message && <Notice tone="refusal">{message}</Notice>}
      <Inline gap={12} above={8}>
        {onBack && (
          <Button size="l" onClick={onBack}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" variant="accent" size="l" block busy={busy}>
          {busy ? t('saving') : (label ?? t('next'))}
        </Button>
      </Inline>
    </>
  );
}
