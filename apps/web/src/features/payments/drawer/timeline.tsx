/**
 * The course of a payment: done is a check on sunken, where it stands has the status colour, what is to come is an empty
 * ring. Each step says when, who, and in plain words why or what happens next.
 */
import { type PaymentDetails, type PaymentReason, paymentReasons } from '@calmly/contract';
import { statusColour, staysInside } from '@calmly/domain';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { type Step, stepsOf } from '../model/timeline.ts';
import classes from './drawer.module.css';

const isReason = (text: string): text is PaymentReason =>
  (paymentReasons as readonly string[]).includes(text);

/** What stands under a step's name. */
function useStepNote(payment: PaymentDetails) {
  const t = useTranslations('payments');
  return ({ status, state, event }: Step): string | undefined => {
    if (state === 'todo') return undefined;
    const reason = event?.reason && isReason(event.reason) ? t(`reasons.${event.reason}`) : undefined;
    const account = payment.accountName;
    switch (status) {
      case 'EXECUTED':
        if (payment.direction === 'CREDIT') return t('done.EXECUTED_IN', { account });
        if (staysInside(payment.scheme)) return t('done.EXECUTED_INSIDE');
        return t('done.EXECUTED_OUT', { bank: payment.creditorAgentName ?? t('done.theirBank') });
      case 'REJECTED':
      case 'AML_REJECTED':
        return [reason, t('done.REJECTED', { account })].filter(Boolean).join(' ');
      case 'CANCELED':
        return [reason ?? event?.actor, t('done.CANCELED', { account })].filter(Boolean).join('. ');
      default:
        if (state === 'now') return [reason, t(`next.${status}`)].filter(Boolean).join(' ');
        if (status === 'PENDING_FINANCE_INSTITUTION')
          return t('done.PENDING_FINANCE_INSTITUTION', { way: t(`ways.${payment.scheme}`) });
        return reason ?? event?.actor ?? undefined;
    }
  };
}

export function Timeline({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments');
  const format = useFormatter();
  const noteOf = useStepNote(payment);
  const time = (at: string) =>
    format.dateTime(new Date(at), {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });

  return (
    <ol className={classes.timeline}>
      {stepsOf(payment).map((step) => (
        <li
          key={`${step.status}-${step.event?.at ?? step.state}`}
          className={classes.step}
          data-state={step.state}
          data-colour={statusColour(step.status === 'AML_REJECTED' ? 'REJECTED' : step.status)}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <Mark step={step} />
          <div className={classes.stepHead}>
            <span className={classes.stepName}>
              {t(`steps.${step.status}`)}
              {step.state === 'todo' && <span className="visually-hidden">, {t('drawer.toCome')}</span>}
            </span>
            {step.event && (
              <time className={classes.stepTime} dateTime={step.event.at}>
                {step.state === 'now' && <span className="visually-hidden">{t('drawer.now')}, </span>}
                {time(step.event.at)}
              </time>
            )}
          </div>
          {noteOf(step) && <p className={classes.stepNote}>{noteOf(step)}</p>}
        </li>
      ))}
    </ol>
  );
}

const failed: readonly string[] = ['REJECTED', 'AML_REJECTED', 'CANCELED'];

function Mark({ step: { state, status } }: { step: Step }) {
  return (
    <span className={classes.mark} aria-hidden="true">
      {state === 'done' || state === 'ended' ? failed.includes(status) ? <IconX /> : <IconCheck /> : null}
    </span>
  );
}
