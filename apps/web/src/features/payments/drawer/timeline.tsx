/**
 * The course of a payment: done is a check on sunken, where it stands has the status colour, what is to come is an empty
 * ring. Each step says when, who, and in plain words why or what happens next.
 */
import { type PaymentDetails, type PaymentEvent, type PaymentReason, paymentReasons } from '@calmly/contract';
import { statusColour, staysInside } from '@calmly/domain';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { dayAsDate, localDay } from '../../../session/days.ts';
import { type Step, stepsOf } from '../model/timeline.ts';
import classes from './drawer.module.css';

const isReason = (text: string): text is PaymentReason =>
  (paymentReasons as readonly string[]).includes(text);

/** Tells the step in which the money of a payment of ours came back. */
const returnIn =
  ({ direction }: PaymentDetails) =>
  (event: PaymentEvent | undefined): boolean =>
    direction === 'DEBIT' && event?.reason === 'returned';

/** What stands under a step's name. */
function useStepNote(payment: PaymentDetails) {
  const t = useTranslations('payments');
  const own = useTranslations('paymentDrawer');
  const format = useFormatter();
  const isReturn = returnIn(payment);
  const cameBack = (): string => {
    const why = payment.returned?.reason;
    return [why && isReason(why) ? t(`reasons.${why}`) : t('reasons.returned'), own('returnedText')].join(
      ' ',
    );
  };
  /** By when, once another bank has it. */
  const expected = (): string | undefined =>
    payment.status === 'PENDING_FINANCE_INSTITUTION' && payment.expectedAt
      ? own('expected', {
          date: format.dateTime(dayAsDate(payment.expectedAt), { day: 'numeric', month: 'long' }),
        })
      : undefined;
  return ({ status, state, event }: Step): string | undefined => {
    if (state === 'todo') return undefined;
    const reason = event?.reason && isReason(event.reason) ? t(`reasons.${event.reason}`) : undefined;
    const account = payment.accountName;
    if (isReturn(event)) return cameBack();
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
        if (state === 'now')
          return [reason, t(`next.${status}`), expected()].filter((part) => part !== undefined).join(' ');
        if (status === 'PENDING_FINANCE_INSTITUTION')
          return reason ?? t('done.PENDING_FINANCE_INSTITUTION', { way: t(`ways.${payment.scheme}`) });
        return reason ?? event?.actor ?? undefined;
    }
  };
}

export function Timeline({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments');
  const format = useFormatter();
  const noteOf = useStepNote(payment);
  const own = useTranslations('paymentDrawer');
  const isReturn = returnIn(payment);
  const firstDay = localDay(new Date(payment.createdAt));
  /** The second counts on the first day; later the day does. */
  const time = (at: string) =>
    format.dateTime(new Date(at), {
      ...(localDay(new Date(at)) === firstDay
        ? { second: '2-digit' as const }
        : { day: 'numeric' as const, month: 'short' as const }),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });

  return (
    <ol className={classes.timeline}>
      {stepsOf(payment).map((step) => (
        <li
          key={`${step.status}-${step.event?.at ?? step.state}`}
          className={classes.step}
          data-state={step.state}
          data-colour={
            isReturn(step.event)
              ? 'orange'
              : statusColour(step.status === 'AML_REJECTED' ? 'REJECTED' : step.status)
          }
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <Mark step={step} returned={isReturn(step.event)} />
          <div className={classes.stepHead}>
            <span className={classes.stepName}>
              {isReturn(step.event) ? own('returned') : t(`steps.${step.status}`)}
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

function Mark({ step: { state, status }, returned }: { step: Step; returned: boolean }) {
  return (
    <span className={classes.mark} aria-hidden="true">
      {returned ? <IconArrowBackUp /> : marksOf(state, status)}
    </span>
  );
}

function marksOf(state: Step['state'], status: Step['status']) {
  if (state !== 'done' && state !== 'ended') return null;
  return failed.includes(status) ? <IconX /> : <IconCheck />;
}
