/** Turns what contradicts our books or our instructions into exceptions for the desk. Pure. */
import { formatDecimal } from '@calmly/domain';
import type { RailException } from '@calmly/providers/rail/rail.ts';
import type { BookedEntry, BookedTransaction, CountedTransaction } from '../iso20022/booked.ts';
import type { StatedStatus } from '../iso20022/pain002.ts';
import type { RefusedEntry } from '../iso20022/refused-entry.ts';
import type { FoundInstruction } from './store.ts';

type Facts = RailException['facts'];

/** A debit that is not as it was instructed; `meant`: the instruction that it names. */
export function debitException(
  kind: 'credit_reversed' | 'debit_differs' | 'debit_repeated' | 'debit_replaced' | 'debit_unknown',
  booked: CountedTransaction,
  meant?: FoundInstruction,
): RailException {
  const { currency, amountMinor } = booked;
  const instructed = meant?.instruction;
  const asInstructed =
    instructed?.currency === currency ? BigInt(instructed.instructedAmountMinor) : undefined;
  return {
    kind,
    fingerprint: meant && kind !== 'debit_repeated' ? [meant.id] : identityOf(booked),
    reference: booked.reference,
    paymentId: instructed?.paymentId ?? null,
    entryKey: booked.entryKey,
    unbooked: unbookedBy(kind, booked, asInstructed),
    facts: [
      ...factsOf(booked),
      ...(instructed
        ? [
            [
              'Instructed',
              `${formatDecimal(BigInt(instructed.instructedAmountMinor), instructed.currency)} ${instructed.currency}`,
            ] as const,
            ['For', `${instructed.creditorName}, ${instructed.creditorAccount}`] as const,
          ]
        : []),
      ...(meant?.debitReference ? [['Debited before as', meant.debitReference] as const] : []),
      ['Debit', `${formatDecimal(amountMinor, currency)} ${currency}`],
    ],
  };
}

function unbookedBy(
  kind: RailException['kind'],
  { currency, amountMinor }: BookedTransaction,
  asInstructed: bigint | undefined,
): RailException['unbooked'] {
  if (kind === 'debit_replaced') return null;
  if (kind !== 'debit_differs') return { currency, amountMinor };
  return asInstructed === undefined ? null : { currency, amountMinor: amountMinor - asInstructed };
}

const identityOf = (booked: BookedTransaction): string[] => [
  booked.reference,
  booked.bankAccount ?? '',
  booked.bookedOn ?? '',
  booked.direction,
  booked.currency,
  `${booked.amountMinor}`,
];

const factsOf = (booked: BookedTransaction): Facts => [
  ['Bank’s reference', booked.reference],
  ['Account at the bank', booked.bankAccount ?? 'not said'],
  ['Booked on', booked.bookedOn ?? 'not said'],
  ['End-to-end id', booked.endToEndId ?? 'not said'],
  ['Text', booked.remittanceInformation ?? 'none'],
];

const mostLines = 50;

/** The transactions of a sum that was booked before they were told. */
export const lateDetails = (entry: BookedEntry): RailException => ({
  kind: 'details_late',
  fingerprint: [entry.key, `${entry.amountMinor}`, entry.currency, entry.bookedOn ?? ''],
  reference: entry.key,
  paymentId: null,
  unbooked: null,
  facts: [
    ['Bank’s reference', entry.key],
    ['Sum', `${formatDecimal(entry.amountMinor, entry.currency)} ${entry.currency}`],
    ...entry.transactions
      .slice(0, mostLines)
      .map(
        (each) =>
          [
            'Of it',
            [
              `${formatDecimal(each.amountMinor, each.currency)} ${each.currency}`,
              `from ${each.debtorName ?? 'not said'}`,
              `to ${each.creditorAccount ?? 'not said'}`,
              each.remittanceInformation ?? '',
            ].join(', '),
          ] as const,
      ),
    ...(entry.transactions.length > mostLines
      ? [['And', `${entry.transactions.length - mostLines} more`] as const]
      : []),
  ],
});

/** An entry that is set aside, while the others of its file are booked. */
export const entryRefused = (entry: RefusedEntry): RailException => ({
  kind: 'entry_refused',
  fingerprint: [entry.fingerprint],
  reference: entry.reference ?? entry.fingerprint.slice(0, 24),
  paymentId: null,
  unbooked: null,
  facts: [
    ['Why', entry.reason],
    ['Bank’s reference', entry.reference ?? 'not said'],
    ['Account at the bank', entry.account ?? 'not said'],
    ['Booked on', entry.bookedOn ?? 'not said'],
    ['Amount as written', `${entry.amount}, ${entry.direction ?? 'no direction'}`],
    ['Text', entry.additional ?? 'none'],
  ],
});

/** A status about something that did not leave here. */
export const unknownStatus = (
  about: { readonly messageId: string; readonly originalMessageId: string; readonly part: string },
  stated: StatedStatus,
): RailException => ({
  kind: 'report_unknown',
  fingerprint: [about.originalMessageId, about.part, stated.status],
  reference: about.originalMessageId,
  paymentId: null,
  unbooked: null,
  facts: [
    ['Report', about.messageId],
    ['About the file', about.originalMessageId],
    ['About', about.part],
    ['Status', [stated.status, stated.reasonCode].filter(Boolean).join(' ')],
  ],
});

/** A status report says that an instruction was carried out which had been replaced. */
export const replacedSettled = (meant: FoundInstruction, stated: StatedStatus): RailException => ({
  kind: 'debit_replaced',
  fingerprint: [meant.id],
  reference: meant.instruction.endToEndId,
  paymentId: meant.instruction.paymentId,
  unbooked: null,
  facts: [
    ['Status', stated.status],
    ['For', `${meant.instruction.creditorName}, ${meant.instruction.creditorAccount}`],
    ['End-to-end id', meant.instruction.endToEndId],
  ],
});
