/**
 * The two-factor popup (specification sections 2, 4, 5, 9): 600 wide, whole screen under 600, not dismissed by a click
 * outside; six digits in boxes, Cancel and Continue. Knows nothing of calls: `onSubmit` and `onResend` answer.
 *
 * A wrong code shows as a red outlined alert and the popup stays; every new challenge starts without the old error,
 * because the caller gives each its own `key`.
 */
import type { ConfirmationMethod } from '@calmly/contract';
import { IconShieldCheck } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { OtpBoxes, otpLength } from './otp-boxes.tsx';
import { ResendLink } from './resend-link.tsx';
import { Notice } from './surface.tsx';

export interface OtpDialogProps {
  sentVia: ConfirmationMethod;
  /** Masked address or number. */
  sentTo: string;
  /** What the code confirms, in words: amount and payee. */
  summary: string;
  lifetimeSeconds: number;
  /** Seconds until another code may be asked for; the specification's popup countdown is 9. */
  resendSeconds: number;
  /** Filled in by a sandbox server only. */
  prefilled?: string | undefined;
  /** Why the last code was refused. */
  error?: string | undefined;
  busy: boolean;
  onSubmit: (code: string) => void;
  onCancel: () => void;
  /** Resolves with the seconds until the next code may be asked for. */
  onResend: () => Promise<number>;
}

export function OtpDialog(props: OtpDialogProps) {
  const t = useTranslations();
  const id = useId();
  const [code, setCode] = useState(props.prefilled ?? '');
  const [missing, setMissing] = useState<string>();
  const problem = missing ?? props.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.busy) return;
    if (code.length < otpLength) return setMissing(t('otp.required'));
    setMissing(undefined);
    props.onSubmit(code);
  };
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={props.onCancel}>
      <form onSubmit={submit} noValidate>
        <div className={classes.icon}>
          <IconShieldCheck aria-hidden="true" />
        </div>
        <h2 id={`${id}-title`} className={classes.title}>
          {t('otp.title')}
        </h2>
        <div id={`${id}-text`}>
          <p className={classes.summary}>{props.summary}</p>
          <p className={classes.text}>
            {t(props.sentVia === 'sms' ? 'otp.sentBySms' : 'otp.sentByEmail', { to: props.sentTo })}
            <br />
            {t('otp.lifetime', { minutes: Math.max(1, Math.round(props.lifetimeSeconds / 60)) })}
          </p>
        </div>
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
        <div className={classes.foot}>
          <span>{t('otp.paste')}</span>
          <ResendLink seconds={props.resendSeconds} onResend={props.onResend} />
        </div>
        <div className={classes.actions}>
          <Button size="l" onClick={props.onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button size="l" type="submit" variant="accent" busy={props.busy}>
            {props.busy ? t('otp.checking') : t('ui.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
