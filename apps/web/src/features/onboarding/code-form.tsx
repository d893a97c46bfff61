/**
 * Confirming a contact: where the code went, six boxes, send again after its countdown, another address, and whom to write
 * to when no code comes (specification sections 5, 8, 9).
 */
import type { SentCode } from '@calmly/contract';
import { supportEmail } from '@calmly/domain';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import { OtpBoxes, otpLength } from '../../ui/fields/otp-boxes.tsx';
import { ResendLink } from '../../ui/fields/resend-link.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './onboarding.module.css';
import { contacts } from './queries.ts';
import { resendSeconds, type SentTo } from './use-sent-code.ts';

const secondsAfter = (sent: SentCode | undefined) => sent?.resendIn ?? resendSeconds;

interface CodeFormProps {
  channel: 'email' | 'phone';
  code: SentTo;
  /** The way back, where the flow has one. */
  onBack?: () => void;
  /** Opens the form for another address. */
  onChange: () => void;
  changeLabel: string;
  hint?: ReactNode;
}

export function CodeForm({ channel, code, onBack, onChange, changeLabel, hint }: CodeFormProps) {
  const t = useTranslations();
  const problemText = useProblemText();
  const [digits, setDigits] = useState(code.sent?.code ?? '');
  const [seen, setSeen] = useState(code.sent);
  const [fault, setFault] = useState<string>();
  const confirming = useMutation(contacts[channel].confirm);
  // A new code begins with empty boxes, or with the digits that the sandbox tells.
  if (code.sent !== seen) {
    setSeen(code.sent);
    setDigits(code.sent?.code ?? '');
    setFault(undefined);
    if (confirming.isError) confirming.reset();
  }
  const problem = fault ?? (confirming.error ? problemText(confirming.error) : code.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirming.isPending) return;
    if (digits.length < otpLength) return setFault(t('otp.required'));
    confirming.mutate(digits);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {problem && <Notice tone="refusal">{problem}</Notice>}
      <div className={classes.code}>
        <OtpBoxes
          key={code.sent?.code}
          value={digits}
          invalid={Boolean(fault ?? confirming.error)}
          onChange={(next) => {
            setDigits(next);
            setFault(undefined);
          }}
          onRejected={() => setFault(t('otp.digitsOnly'))}
        />
        <p className={classes.codeFoot}>
          <ResendLink
            key={code.sent ? 'sent' : 'asked'}
            seconds={secondsAfter(code.sent)}
            onResend={() => code.send().then(secondsAfter, () => resendSeconds)}
          />
          <button type="button" className="link" onClick={onChange}>
            {changeLabel}
          </button>
        </p>
      </div>
      {hint && <p className={classes.help}>{hint}</p>}
      <div className={classes.actions}>
        {onBack && (
          <Button size="l" onClick={onBack}>
            {t('onboarding.back')}
          </Button>
        )}
        <Button type="submit" variant="accent" size="l" block busy={confirming.isPending}>
          {confirming.isPending ? t('otp.checking') : t('onboarding.code.confirm')}
        </Button>
      </div>
      <details className={classes.noCode}>
        <summary>
          {t('onboarding.code.noCode')}
          <IconChevronDown aria-hidden="true" className={classes.chevron} />
        </summary>
        <Notice tone="warning">
          {t.rich(channel === 'email' ? 'onboarding.code.notHaveCode' : 'onboarding.code.notHaveSms', {
            email: supportEmail,
            mail: (text) => (
              <a className="link" href={`mailto:${supportEmail}`}>
                {text}
              </a>
            ),
          })}
        </Notice>
      </details>
    </form>
  );
}
