/** What became of each row, as CSV that a spreadsheet opens without running anything in it. */
import type { PaymentStatus } from '@calmly/contract';
import { csvInBatches } from '../../../platform/csv.ts';
import type { Locale, Sql } from '../../../platform/work.ts';
import type { Cell } from '../../../platform/xlsx.ts';
import { daysIn } from '../../../platform/zoned-days.ts';
import { findTransactions, type StoredTransaction } from '../../transactions/index.ts';
import { readRows, type StoredRow } from '../row-store.ts';
import type { StoredPayout } from '../store.ts';
import { isFailed, refusalText } from '../view.ts';

const batchRows = 500;

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
    returned: 'Not paid by the payee’s bank',
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
    returned: 'Банк получателя не исполнил платёж',
  },
} as const;

export function resultsFile(sql: Sql, payout: StoredPayout, locale: Locale) {
  return {
    fileName: `${payout.number}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    content: csvInBatches(texts[locale].headings, batchesOf(sql, payout.id, locale), daysIn('UTC')),
  };
}

async function* batchesOf(
  sql: Sql,
  payoutId: string,
  locale: Locale,
): AsyncGenerator<ReadonlyArray<readonly Cell[]>> {
  for (let from = 1; ; ) {
    const rows = await readRows(sql, payoutId, { from, limit: batchRows });
    const last = rows.at(-1);
    if (!last) return;
    const payments = await findTransactions(
      sql,
      rows.flatMap(({ paymentId }) => paymentId ?? []),
    );
    yield rows.map((row) => lineOf(row, payments.get(row.paymentId ?? ''), locale));
    from = last.position + 1;
  }
}

function lineOf(row: StoredRow, payment: StoredTransaction | undefined, locale: Locale): readonly Cell[] {
  const { cells, amount, currency, fee, refusal, position, line } = row;
  const outcome = outcomeOf(row, payment?.status);
  const failed = outcome === 'failed' ? texts[locale].returned : '';
  return [
    `${line ?? position}`,
    payment?.creditorName ?? cells.name ?? '',
    payment?.creditorAccount ?? cells.account ?? '',
    amount === null ? (cells.amount ?? '') : { amount },
    currency ?? cells.currency ?? '',
    fee === null ? '' : { amount: fee },
    cells.reference ?? cells.creditorReference ?? '',
    outcome === undefined ? '' : texts[locale].outcomes[outcome],
    refusal ? refusalText(refusal, locale) : failed,
    payment?.number ?? '',
  ];
}

type Outcome = keyof (typeof texts)['en']['outcomes'];

/** Undefined for a row whose turn has not come. */
function outcomeOf(
  { refusal, faults, sameIdAs }: StoredRow,
  status: PaymentStatus | undefined,
): Outcome | undefined {
  if (status === 'EXECUTED') return 'paid';
  if (status !== undefined) return isFailed(status) ? 'failed' : 'pending';
  if (refusal) return 'refused';
  return faults.length > 0 || sameIdAs !== null ? 'faulty' : undefined;
}
