/** The rows of an order's wallets in the list of transactions: one for the wallet that pays, one for the one that receives. */
import { formatDecimal, instruments } from '@calmly/domain';
import type { Sql } from '../../../platform/work.ts';
import {
  announce,
  appendSteps,
  bookTransactions,
  type NewTransaction,
  restate,
  type Step,
  type StoredTransaction,
} from '../../transactions/index.ts';
import { currenciesOf, type StoredOrder } from '../orders/order.ts';
import { averageMinor, quantityMinor, valueMinor } from '../scale.ts';
import type { Touched } from './carry-out.ts';

type Amounts = Pick<StoredTransaction, 'id' | 'amountMinor' | 'feeMinor' | 'converted'>;

/** Writes the rows of new trades, and takes those of earlier ones further. */
export async function writeRows(sql: Sql, touched: readonly Touched[], now: Date): Promise<void> {
  const traded = touched.filter(({ before, after }) => after.filled > before.filled);
  const isFirst = ({ before }: Touched) => before.filled === 0;
  const later = traded.filter((order) => !isFirst(order)).map(({ after }) => after);
  const ended = touched
    .filter(({ before, after }) => before.filled > 0 && after.status !== 'PLACED')
    .map(({ after }) => after);
  const step: Step = { status: 'EXECUTED', at: now, actor: null, reason: null };
  await Promise.all([
    bookTransactions(
      { sql },
      traded.filter(isFirst).flatMap(({ after }) => rowsOf(after, now)),
    ),
    restate(sql, later.flatMap(amountsOf), now),
    appendSteps(
      sql,
      ended.flatMap((order) =>
        idsOf(order).map((id) => ({ transaction: { id, version: 1 }, steps: [step] as const })),
      ),
    ),
    announce(
      sql,
      [...new Set([...later, ...ended])].flatMap((order) =>
        idsOf(order).map((id) => ({ id, clientId: order.clientId })),
      ),
    ),
  ]);
}

const idsOf = ({ id, creditRowId }: StoredOrder) => [id, creditRowId] as const;

/** Amounts so far: the paying side, then the receiving one. The fee is in the quote: a buyer pays it on top, a seller gets less. */
function amountsOf(order: StoredOrder): [Amounts, Amounts] {
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
    idempotencyKey: null,
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
