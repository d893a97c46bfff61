/** The rows of an order in the list of transactions: one for the wallet that pays, one for the one that receives. */
import { formatDecimal, instruments } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import {
  announce,
  appendSteps,
  type NewTransaction,
  numbered,
  recordTransactions,
  restate,
  type Step,
  type StoredTransaction,
} from '../../../../accounts/server/transactions/index.ts';
import { currenciesOf, type StoredOrder } from '../orders/order.ts';
import { averageMinor, quantityMinor, valueMinor } from '../scale.ts';
import type { Touched } from './carry-out.ts';

type Amounts = Pick<StoredTransaction, 'id' | 'amountMinor' | 'feeMinor' | 'converted'>;

interface Rows {
  readonly added: readonly NewTransaction[];
  /** Orders that have traded before, and trade again. */
  readonly later: readonly StoredOrder[];
  /** Orders that have traded before, and have ended. */
  readonly ended: readonly StoredOrder[];
}

/** Rows of first trades, and orders whose rows continue. Pure. */
export function planRows(touched: readonly Touched[], now: Date): Rows {
  const traded = touched.filter(({ before, after }) => after.filled > before.filled);
  const isFirst = ({ before }: Touched) => before.filled === 0;
  return {
    added: traded.filter(isFirst).flatMap(({ after }) => rowsOf(after, now)),
    later: traded.filter((order) => !isFirst(order)).map(({ after }) => after),
    ended: touched
      .filter(({ before, after }) => before.filled > 0 && after.status !== 'PLACED')
      .map(({ after }) => after),
  };
}

/** Stores the plan; `numbers` are those of the added rows. */
export async function writeRows(
  sql: Sql,
  { added, later, ended }: Rows,
  numbers: readonly string[],
  now: Date,
): Promise<void> {
  const step: Step = { status: 'EXECUTED', at: now, actor: null, reason: null };
  await Promise.all([
    recordTransactions(sql, numbered(added, numbers)),
    restate(sql, later.flatMap(amountsOf), now),
    appendSteps(
      sql,
      ended.flatMap((order) =>
        idsOf(order).map((id) => ({ transaction: { id, version: 1 }, steps: [step] as const })),
      ),
    ),
    announce(sql, [
      ...added,
      ...[...new Set([...later, ...ended])].flatMap((order) =>
        idsOf(order).map((id) => ({ id, clientId: order.clientId })),
      ),
    ]),
  ]);
}

const idsOf = ({ id, creditRowId }: Pick<StoredOrder, 'id' | 'creditRowId'>) => [id, creditRowId] as const;

/** The filled part of an order, for its rows. */
export type Filled = Pick<
  StoredOrder,
  'id' | 'creditRowId' | 'instrument' | 'side' | 'filled' | 'filledValue' | 'feeMinor'
>;

/** Amounts of the filled part: the paying side, then the receiving one. The fee is in the quote: a buyer pays it on top, a seller gets less. */
export function amountsOf(order: Filled): [Amounts, Amounts] {
  const { side, filled, filledValue, feeMinor } = order;
  const instrument = instruments[order.instrument];
  const baseMinor = quantityMinor(instrument, filled);
  const quoteMinor = valueMinor(instrument, filledValue);
  const average = averageMinor(instrument, { value: filledValue, lots: BigInt(filled) }) ?? 0n;
  const rate = formatDecimal(average, instrument.quote);
  const [paid, received] = side === 'BUY' ? [quoteMinor, baseMinor] : [baseMinor, quoteMinor];
  const { pays, receives } = currenciesOf(order);
  const [debitId, creditId] = idsOf(order);
  return [
    {
      id: debitId,
      amountMinor: paid,
      feeMinor: side === 'BUY' ? feeMinor : 0n,
      converted: { currency: receives, amountMinor: received, rate },
    },
    {
      id: creditId,
      amountMinor: received,
      feeMinor: side === 'SELL' ? feeMinor : 0n,
      converted: { currency: pays, amountMinor: paid, rate },
    },
  ];
}

function rowsOf(order: StoredOrder, now: Date): [NewTransaction, NewTransaction] {
  const { base, quote } = instruments[order.instrument];
  const { pays, receives } = currenciesOf(order);
  const [debit, credit] = amountsOf(order);
  const both = {
    clientId: order.clientId,
    scheme: 'TRADE',
    reference: `${base}/${quote}`,
    chargeBearer: 'SHA',
    endToEndId: order.id.replaceAll('-', '').toUpperCase(),
    beneficiaryId: null,
    debtorName: order.clientName,
    debtorAccount: pays,
    creditorName: order.clientName,
    creditorAccount: receives,
    creditorAgentBic: null,
    creditorAgentName: null,
    counterpartyCountry: null,
    railReference: null,
    expectedOn: null,
    createdAt: now,
    steps: [
      {
        status: order.status === 'PLACED' ? 'IN_PROCESS' : 'EXECUTED',
        at: now,
        actor: null,
        reason: null,
      },
    ],
  } as const;
  return [
    {
      ...both,
      ...debit,
      accountId: order.payerAccountId,
      accountName: pays,
      currency: pays,
      direction: 'DEBIT',
      creditorAccountId: order.receiverAccountId,
      initiator: { personId: order.personId, ip: null, userAgent: null },
    },
    {
      ...both,
      ...credit,
      accountId: order.receiverAccountId,
      accountName: receives,
      currency: receives,
      direction: 'CREDIT',
      creditorAccountId: null,
      initiator: undefined,
    },
  ];
}
