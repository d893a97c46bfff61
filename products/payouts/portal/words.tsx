/** Texts of a payout's status and refusal, and number formats. */
import type { PayoutOverview, PayoutStatus } from '@calmly/contract';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Badge, type BadgeColour } from '@calmly/ui/facts/status-badge.tsx';

const colours: Readonly<Record<PayoutStatus, BadgeColour>> = {
  READING: 'blue',
  MAPPING: 'orange',
  DRAFT: 'grey',
  REPAIRING: 'blue',
  WAITING: 'yellow',
  SCHEDULED: 'blue',
  PAYING: 'blue',
  DONE: 'green',
  CANCELED: 'grey',
  UNREADABLE: 'red',
};

export function PayoutBadge({ status }: { status: PayoutStatus }) {
  const t = useTranslations('payoutWords.status');
  return <Badge colour={colours[status]}>{t(status)}</Badge>;
}

/** Why the file was refused, and the next step. */
export function useRefusalText(): (refusal: NonNullable<PayoutOverview['refusal']>) => string {
  const t = useTranslations('payoutWords.refusal');
  // Missing parameters become empty.
  const blank = { line: '', cell: '', sheet: '', found: '', path: '', transaction: '', declared: '' };
  return ({ code, params }) => t(code, { ...blank, ...params });
}

/** The short name of a fault or warning. */
export function useFaultTitle(): (code: string) => string {
  const t = useTranslations('payoutWords.fault');
  return (code) => {
    const key = code as Parameters<typeof t>[0];
    return t(t.has(key) ? key : 'other');
  };
}

/** A whole number, in groups of three: `18 240`. */
export function useCount(): (count: number) => string {
  const format = useFormatter();
  return (count) => format.number(count);
}

/** Paid as far as possible, or cancelled: it can no longer be changed. */
export const isFinished = (status: PayoutStatus): boolean => status === 'DONE' || status === 'CANCELED';
