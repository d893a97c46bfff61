/**
 * Books an exchange: the sold amount goes to the bank's exchange account of that currency, the bought amount comes from that of the
 * other, both or neither in the caller's open transaction. The client sees two executed payments, one on each account, each with the
 * other side's facts. The caller supplies the price; the ledger decides whether the money is there.
 *
 * Errors: `account_closed`, `insufficient_balance`. Source: server page section 6.
 */
import type { Work } from '@calmly/platform/work.ts';
import { type AccountRecord, refusalOf } from '../../../accounts/server/accounts/index.ts';
import {
  bookTransactions,
  type Initiator,
  type NewTransaction,
  type Step,
} from '../../../accounts/server/transactions/index.ts';
import { bankAccounts, exchangeTransferCode, post } from '../../../ledger/server/index.ts';
import { insertConversions } from './conversion-store.ts';

export interface ExchangeOrder {
  /** Both of one client, in two currencies. */
  readonly from: AccountRecord;
  readonly to: AccountRecord;
  readonly sellMinor: bigint;
  readonly buyMinor: bigint;
  /** Units bought per unit sold, as it was quoted. */
  readonly rate: string;
  readonly initiator: Initiator | undefined;
}

/** Ids of the two payments. */
export interface BookedExchange {
  readonly debitPaymentId: string;
  readonly creditPaymentId: string;
}

/** Moves the money and writes both payments. */
export async function bookExchange(work: Work, order: ExchangeOrder): Promise<BookedExchange> {
  const ids = { debitPaymentId: work.newId(), creditPaymentId: work.newId() };
  await moveBoth(work, order, ids);
  const sides = sidesOf(work, order, ids);
  await bookTransactions(work, sides);
  await insertConversions(work.sql, linksOf(order, ids));
  return ids;
}

async function moveBoth(
  { sql: db, now: at }: Work,
  { from, to, sellMinor, buyMinor }: ExchangeOrder,
  { debitPaymentId, creditPaymentId }: BookedExchange,
): Promise<void> {
  const sold = ['fx', from.currency] as const;
  const bought = ['fx', to.currency] as const;
  const ours = await bankAccounts(db, [sold, bought]);
  const verdicts = await post(db, [
    {
      id: debitPaymentId,
      debitAccountId: from.id,
      creditAccountId: ours(...sold),
      amountMinor: sellMinor,
      code: exchangeTransferCode,
      at,
    },
    {
      id: creditPaymentId,
      debitAccountId: ours(...bought),
      creditAccountId: to.id,
      amountMinor: buyMinor,
      code: exchangeTransferCode,
      at,
    },
  ]);
  // Thrown out of the open transaction: a leg that was posted already goes with it.
  for (const verdict of verdicts) if (!verdict.ok) throw await refusalOf(db, verdict.reason, from, sellMinor);
}

function sidesOf(
  { now: at, actor }: Work,
  { from, to, sellMinor, buyMinor, initiator }: ExchangeOrder,
  { debitPaymentId, creditPaymentId }: BookedExchange,
): [NewTransaction, NewTransaction] {
  const step = (status: Step['status'], by: string | null = null): Step => ({
    status,
    at,
    actor: by,
    reason: status === 'AML_APPROVED' ? 'screening_clear' : null,
  });
  const both = {
    clientId: from.clientId,
    scheme: 'EXCHANGE',
    feeMinor: 0n,
    reference: `${from.currency}/${to.currency}`,
    chargeBearer: 'SHA',
    endToEndId: debitPaymentId.replaceAll('-', '').toUpperCase(),
    beneficiaryId: null,
    debtorName: from.holder,
    debtorAccount: from.iban ?? from.number,
    creditorName: to.holder,
    creditorAccount: to.iban ?? to.number,
    creditorAgentBic: null,
    creditorAgentName: null,
    counterpartyCountry: null,
    railReference: null,
    expectedOn: null,
    converted: null,
    createdAt: at,
  } as const;
  const orderedBy = actor.kind === 'client' ? actor.personName : from.holder;
  return [
    {
      ...both,
      id: debitPaymentId,
      accountId: from.id,
      accountName: from.name,
      direction: 'DEBIT',
      currency: from.currency,
      amountMinor: sellMinor,
      creditorAccountId: to.id,
      initiator,
      // The steps of any payment between own accounts.
      steps: [
        step('SUBMITTED', orderedBy),
        step('TO_AML_REVIEW'),
        step('AML_APPROVED'),
        step('IN_PROCESS'),
        step('EXECUTED'),
      ],
    },
    {
      ...both,
      id: creditPaymentId,
      accountId: to.id,
      accountName: to.name,
      direction: 'CREDIT',
      currency: to.currency,
      amountMinor: buyMinor,
      creditorAccountId: null,
      initiator: undefined,
      steps: [step('EXECUTED')],
    },
  ];
}

const linksOf = (
  { from, to, sellMinor, buyMinor, rate }: ExchangeOrder,
  { debitPaymentId, creditPaymentId }: BookedExchange,
) => [
  {
    paymentId: debitPaymentId,
    counterpartId: creditPaymentId,
    rate,
    counterCurrency: to.currency,
    counterMinor: buyMinor,
  },
  {
    paymentId: creditPaymentId,
    counterpartId: debitPaymentId,
    rate,
    counterCurrency: from.currency,
    counterMinor: sellMinor,
  },
];
