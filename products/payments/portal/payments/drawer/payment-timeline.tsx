/** A payment's history: each step says when, who, and in plain words why or what happens next. */
import { type PaymentDetails, type PaymentEvent, type PaymentReason, paymentReasons } from '@calmly/contract';
import { type PaymentStatus, statusColour, statusLabel, staysInside } from '@calmly/domain';
import { dayAsDate, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { isConfirming } from '@calmly/portal-kit/shared/payment/shown-status.ts';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import type { BadgeColour } from '@calmly/ui/facts/status-badge.tsx';
import { Timeline, TimelineStep } from '@calmly/ui/facts/timeline.tsx';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { type Step, stepsOf } from '../model/timeline.ts';

const isReason = (text: string): text is PaymentReason =>
  (paymentReasons as readonly string[]).includes(text);

/** Finds the step in which the money of our payment was returned. */
const returnIn =
  ({ direction }: PaymentDetails) =>
  (event: PaymentEvent | undefined): boolean =>
    direction === 'DEBIT' && event?.reason === 'returned';

/** The name of a status in the timeline; one that this page does not know yet keeps its own word. */
export function useStepName(): (status: PaymentStatus) => string {
  const t = useTranslations('payments');
  return (status) => (t.has(`steps.${status}`) ? t(`steps.${status}`) : statusLabel(status));
}

/** The text under a step's name. */
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
    if (payment.scheme === 'CARD' && payment.direction === 'DEBIT') {
      if (status === 'EXECUTED') return reason ?? t('byCard.collected');
      return reason ?? (state === 'now' ? t('byCard.held') : undefined);
    }
    switch (status) {
      case 'EXECUTED':
        if (payment.direction === 'CREDIT') return t('done.EXECUTED_IN', { account });
        if (staysInside(payment.scheme)) return t('done.EXECUTED_INSIDE');
        if (payment.scheme === 'CRYPTO') return t('done.EXECUTED_NETWORK');
        return t('done.EXECUTED_OUT', { bank: payment.creditorAgentName ?? t('done.theirBank') });
      case 'REJECTED':
      case 'AML_REJECTED':
        // Of a deposit nothing was ever here.
        if (payment.direction === 'CREDIT') return reason;
        return [reason, t('done.REJECTED', { account })].filter(Boolean).join(' ');
      case 'CANCELED':
        return [reason ?? (event?.actor && `${event.actor}.`), t('done.CANCELED', { account })]
          .filter(Boolean)
          .join(' ');
      default:
        if (payment.scheme === 'CRYPTO' && status === 'PENDING_FINANCE_INSTITUTION')
          return reason ?? t(state === 'now' ? 'next.PENDING_NETWORK' : 'done.PENDING_NETWORK');
        if (isConfirming(payment)) return t('deposit.seen');
        // Here what happens next says it already.
        if (state === 'now')
          return [
            status !== 'UNDER_REVIEW' && reason,
            t.has(`next.${status}`) && t(`next.${status}`),
            expected(),
          ]
            .filter(Boolean)
            .join(' ');
        if (status === 'PENDING_FINANCE_INSTITUTION')
          return reason ?? t('done.PENDING_FINANCE_INSTITUTION', { way: t(`ways.${payment.scheme}`) });
        return reason ?? event?.actor ?? undefined;
    }
  };
}

export function PaymentTimeline({ payment }: { payment: PaymentDetails }) {
  const format = useFormatter();
  const noteOf = useStepNote(payment);
  const stepName = useStepName();
  const own = useTranslations('paymentDrawer');
  const t = useTranslations('payments');
  const nameOf = (status: PaymentStatus): string => {
    if (isHold(payment, status)) return t('byCard.approved');
    return isConfirming({ ...payment, status }) ? t('deposit.confirming') : stepName(status);
  };
  const isReturn = returnIn(payment);
  const firstDay = localDay(new Date(payment.createdAt));
  /** The second counts on the first day; later the day does. */
  const timeOf = ({ at }: PaymentEvent) =>
    format.dateTime(new Date(at), {
      ...(localDay(new Date(at)) === firstDay
        ? { second: '2-digit' as const }
        : { day: 'numeric' as const, month: 'short' as const }),
      ...timeOfDay,
    });

  return (
    <Timeline>
      {stepsOf(payment).map((step) => {
        const { status, state, event } = step;
        const returned = isReturn(event);
        return (
          <TimelineStep
            key={`${status}-${event?.at ?? state}`}
            state={state === 'ended' ? 'done' : state}
            colour={returned ? 'orange' : colourOf(step)}
            icon={returned ? <IconArrowBackUp /> : failed.includes(status) && <IconX />}
            name={returned ? own('returned') : nameOf(status)}
            at={event?.at}
            {...(event && { time: timeOf(event) })}
          >
            {noteOf(step)}
          </TimelineStep>
        );
      })}
    </Timeline>
  );
}

/** No bank is asked about a card payment: the money is held here. */
const isHold = ({ scheme }: PaymentDetails, status: PaymentStatus): boolean =>
  scheme === 'CARD' && status === 'PENDING_FINANCE_INSTITUTION';

const failed: readonly PaymentStatus[] = ['REJECTED', 'AML_REJECTED', 'CANCELED'];

/** Past steps are quiet; the current or final one has the status colour. */
function colourOf({ state, status }: Step): BadgeColour | undefined {
  if (state === 'done' || state === 'todo') return undefined;
  return statusColour(status === 'AML_REJECTED' ? 'REJECTED' : status);
}
