/** The results of all rows as CSV that a spreadsheet opens without running anything in it. */
import { csvInBatches } from '@calmly/platform/files/csv.ts';
import type { Cell } from '@calmly/platform/files/xlsx.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { remittanceOf } from '../check/texts.ts';
import type { StoredPayout } from '../store.ts';
import { refusalText, toRow } from '../view.ts';
import { type RowWithPayment, rowsWithPayments } from './outcome.ts';
import { sentenceOfPayment } from './reason-codes.ts';

const texts = {
  en: {
    headings: [
      'Row',
      'Payee',
      'Account',
      'Amount',
      'Currency',
      'Fee',
      'Reference',
      'Outcome',
      'Reason',
      'Payment',
    ],
    outcomes: {
      paid: 'Paid',
      pending: 'On its way',
      failed: 'Failed',
      refused: 'Not sent',
      faulty: 'Left out',
    },
  },
  ru: {
    headings: [
      'Строка',
      'Получатель',
      'Счёт',
      'Сумма',
      'Валюта',
      'Комиссия',
      'Назначение',
      'Результат',
      'Причина',
      'Платёж',
    ],
    outcomes: {
      paid: 'Оплачено',
      pending: 'В пути',
      failed: 'Не исполнено',
      refused: 'Не отправлено',
      faulty: 'Пропущено',
    },
  },
} as const;

/** All rows by position; none while the payout is READING. Streams: `sql` must outlive the call, so it cannot be a transaction's. */
export function resultsCsv(sql: Sql, payout: StoredPayout, locale: Locale) {
  return {
    fileName: `${payout.number}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    content: csvInBatches(texts[locale].headings, linesOf(sql, payout, locale), daysIn('UTC')),
  };
}

async function* linesOf(
  sql: Sql,
  { id, status }: StoredPayout,
  locale: Locale,
): AsyncGenerator<ReadonlyArray<readonly Cell[]>> {
  if (status === 'READING') return;
  for await (const rows of rowsWithPayments(sql, id)) yield rows.map((row) => lineOf(row, locale));
}

function lineOf(each: RowWithPayment, locale: Locale): readonly Cell[] {
  const { row, payment, outcome } = each;
  const { cells, amount, currency, fee, position } = row;
  return [
    `${position}`,
    payment?.creditorName ?? cells.name ?? '',
    payment?.creditorAccount ?? cells.account ?? '',
    amount === null ? (cells.amount ?? '') : { amount },
    currency ?? cells.currency ?? '',
    fee === null ? '' : { amount: fee },
    remittanceOf(cells),
    outcome === undefined ? '' : texts[locale].outcomes[outcome],
    reasonOf(each, locale),
    payment?.number ?? '',
  ];
}

/** Why the row was not paid: why no payment was made, why it failed, or every fault of the row. */
function reasonOf({ row, outcome, reason }: RowWithPayment, locale: Locale): string {
  if (row.refusal) return refusalText(row.refusal, locale);
  if (outcome === 'failed') return sentenceOfPayment(reason, locale);
  if (outcome !== 'faulty') return '';
  return toRow(row, locale)
    .faults.map(({ message }) => message)
    .join(' ');
}
