/** In place of the code: another address or number. Sending a code there is what changes it. */
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './onboarding.module.css';
import type { SentTo } from './use-sent-code.ts';

interface ChangeContactProps {
  code: SentTo;
  sendLabel: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

export function ChangeContact({ code, sendLabel, onSubmit, onCancel, children }: ChangeContactProps) {
  const t = useTranslations('onboarding.code');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.busy) onSubmit();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {children}
      {code.problem && <Notice tone="refusal">{code.problem}</Notice>}
      <div className={classes.actions}>
        <Button size="l" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="accent" size="l" block busy={code.busy}>
          {code.busy ? t('sending') : sendLabel}
        </Button>
      </div>
    </form>
  );
}
