/**
 * Confirming a contact: where the code was sent, six boxes, resend after a countdown, another address, and support if no code arrives
 * (specification sections 5, 8, 9).
 */
import type { SentCode } from '@calmly/contract';
import { supportEmail } from '@calmly/domain';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { OtpBoxes, otpLength } from '@calmly/ui/fields/codes/otp-boxes.tsx';
import { ResendLink } from '@calmly/ui/fields/codes/resend-link.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './onboarding.module.css';
import { contacts } from './queries.ts';
import { resendSeconds, type SentTo } from './use-sent-code.ts';

const secondsAfter = (sent: SentCode | undefined) => sent?.resendIn ?? resendSeconds;

interface CodeFormProps {
  channel: 'email' | 'phone';
  code: SentTo;
  /** Goes back, if the flow allows it. */
  onBack?: () => void;
  /** Opens the form for another address. */
  onChange: () => void;
  changeLabel: string;
  /** The address or number whose messages are in the sandbox's outbox. */
  outboxOf?: string | undefined;
  hint?: ReactNode;
}

export function CodeForm({ channel, code, onBack, onChange, changeLabel, outboxOf, hint }: CodeFormProps) {
  const t = useTranslations();
  const problemText = useProblemText();
  const { sent } = code;
  const [notDigits, setNotDigits] = useState(false);
  const form = useForm({
    // The sandbox fills in the digits.
    start: () => ({ digits: sent?.code ?? '', prefilled: sent?.code }),
    read: ({ digits }) =>
      digits.length < otpLength ? { faults: { digits: t('otp.required') } } : { body: digits },
    mutation: contacts[channel].confirm,
  });
  const before = useRef<typeof sent>(undefined);
  /** If another code is requested while the typed digits are being checked, they stay until the check is over. */
  const isChecking = useRef(false);
  const beginAnew = useEffectEvent((_code: typeof sent) => {
    const isAnswer = before.current === undefined;
    const isOld = isChecking.current && form.busy;
    before.current = sent;
    isChecking.current = sent === undefined && form.busy;
    // The code may arrive and be typed before the answer to the send call.
    if (isAnswer && form.values.digits !== '' && !form.error && !isOld) return;
    setNotDigits(false);
    form.startOver();
  });
  useEffect(() => beginAnew(sent), [sent]);
  const fault = notDigits ? t('otp.digitsOnly') : form.faults.digits;
  const problem = fault ?? (form.error ? problemText(form.error) : code.problem);
  return (
    <form {...form.props} className={classes.form}>
      {problem && <Notice tone="refusal">{problem}</Notice>}
      <div className={classes.code}>
        <OtpBoxes
          key={form.values.prefilled}
          value={form.values.digits}
          invalid={Boolean(fault ?? form.error)}
          onChange={(digits) => {
            form.change({ digits });
            setNotDigits(false);
          }}
          onRejected={() => setNotDigits(true)}
        />
        <p className={classes.codeFoot}>
          <ResendLink
            key={sent ? 'sent' : 'asked'}
            seconds={secondsAfter(sent)}
            onResend={() => code.send().then(secondsAfter, () => resendSeconds)}
          />
          <button type="button" className="link" onClick={onChange}>
            {changeLabel}
          </button>
        </p>
      </div>
      {outboxOf && (
        <p className={classes.help}>
          {t.rich('onboarding.code.outbox', {
            link: (text) => (
              <a
                className="link"
                href={`/sandbox/outbox?${new URLSearchParams({ to: outboxOf })}`}
                target="_blank"
                rel="noopener"
              >
                {text}
              </a>
            ),
          })}
        </p>
      )}
      {hint && <p className={classes.help}>{hint}</p>}
      <div className={classes.actions}>
        {onBack && (
          <Button size="l" onClick={onBack}>
            {t('onboarding.back')}
          </Button>
        )}
        <Button type="submit" variant="accent" size="l" block busy={form.busy}>
          {form.busy ? t('otp.checking') : t('onboarding.code.confirm')}
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
