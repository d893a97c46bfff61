/**
 * Six digits in boxes with Cancel and Continue (specification sections 4, 5, 9): the core of the two-factor popup. Independent of calls:
 * `onSubmit` and `onResend` give the results. A refusal shows as a red outlined alert; every new challenge starts without the old one, because the
 * caller gives each its own `key`.
 */
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../button.tsx';
import classes from '../../layers/dialog.module.css';
import { Inline } from '../../layout/boxes.tsx';
import { Notice } from '../../surface.tsx';
import { OtpBoxes, otpLength } from './otp-boxes.tsx';
import { ResendLink } from './resend-link.tsx';

interface CodeFormProps {
  /** Filled in by a sandbox server only. */
  prefilled?: string | undefined;
  /** Why the last code was refused. */
  error?: string | undefined;
  busy: boolean;
  onSubmit: (code: string) => void;
  onCancel: () => void;
  /** For sent codes: seconds until another may be requested (the specification's countdown is 9), and the request. */
  resend?: { seconds: number; onResend: () => Promise<number> };
}

export function CodeForm({ prefilled, error, busy, onSubmit, onCancel, resend }: CodeFormProps) {
  const t = useTranslations();
  const [code, setCode] = useState(prefilled ?? '');
  const [missing, setMissing] = useState<string>();
  const problem = missing ?? error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.length < otpLength) return setMissing(t('otp.required'));
    setMissing(undefined);
    onSubmit(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      {problem && (
        <div className={classes.alert}>
          <Notice tone="refusal">{problem}</Notice>
        </div>
      )}
      <OtpBoxes
        value={code}
        invalid={Boolean(problem)}
        onChange={(next) => {
          setCode(next);
          setMissing(undefined);
        }}
        onRejected={() => setMissing(t('otp.digitsOnly'))}
      />
      <Inline gap={16} justify="between" className={classes.foot}>
        <span>{t('otp.paste')}</span>
        {resend && <ResendLink {...resend} />}
      </Inline>
      <div className={classes.actions}>
        <Button size="l" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="l" type="submit" variant="accent" busy={busy}>
          {busy ? t('otp.checking') : t('ui.continue')}
        </Button>
      </div>
    </form>
  );
}
