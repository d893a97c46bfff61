/** Replaces the code form to enter another address or number, which changes when a code is sent to it. */

import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import type { Form } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import type { ReactNode } from 'react';
import classes from './onboarding.module.css';

interface ChangeContactProps {
  form: Pick<Form<never>, 'props' | 'message' | 'busy'>;
  sendLabel: string;
  onCancel: () => void;
  children: ReactNode;
}

export function ChangeContact({ form, sendLabel, onCancel, children }: ChangeContactProps) {
  const t = useTranslations('onboarding.code');
  return (
    <form {...form.props} className={classes.form}>
      {children}
      <FormMessage form={form} />
      <div className={classes.actions}>
        <Button size="l" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="accent" size="l" block busy={form.busy}>
          {form.busy ? t('sending') : sendLabel}
        </Button>
      </div>
    </form>
  );
}
