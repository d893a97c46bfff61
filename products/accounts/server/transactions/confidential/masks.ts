/**
 * The lines that stand for confidential payouts: one for each payout and account, with the sum of its payments. A line is a row like any
 * other, so list, sums and export need to know nothing of it, and it moves no money. Its amount is kept up to date where rows change: it
 * grows with each part that is paid (here), shrinks when a payment fails (`appendSteps`) or comes back (`subtractReturned`). Amount
 * and fee together are what the payments take from the account.
 *
 * Lock order: lines before accounts; `lockMasks` serves callers that move money first.
 */
import { chargesOf, heldStatuses, isCancellable, type PaymentStatus, paymentStatuses } from '@calmly/domain';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { bookTransactions } from '../book.ts';
import { announce, appendSteps, failedStatuses, type NewTransaction } from '../record.ts';
import { idsOfPayout, type TransactionRow, toTransaction, transactionColumns } from '../store.ts';
import { ownEndToEndId, type Step, type StoredTransaction } from '../transaction.ts';

/** Locks the lines of payouts, and answers them. */
export async function lockMasks(db: Sql, payoutIds: readonly string[]): Promise<StoredTransaction[]> {
  if (payoutIds.length === 0) return [];
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction
    where payout_id = any(${payoutIds}::uuid[]) and audience = 'MASK' order by id for no key update
  `.execute(db);
  return rows.map(toTransaction);
}

/** The lines of an account, by payout; few accounts have any. */
export async function findMasks(db: Sql, accountId: string): Promise<ReadonlyMap<string, StoredTransaction>> {
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction
    where account_id = ${accountId} and audience = 'MASK' order by id
  `.execute(db);
  return new Map(rows.map(toTransaction).map((mask) => [mask.payoutId ?? '', mask]));
}

/** Adds new payments of a payout to its lines, and writes the lines that are missing. The caller has locked the payout and `masks`. */
export async function addToMasks(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  { number, masks }: { readonly number: string; readonly masks: readonly StoredTransaction[] },
  payments: readonly StoredTransaction[],
): Promise<void> {
  const counted = payments.filter(({ status }) => !failedStatuses.includes(status));
  const missing: NewTransaction[] = [];
  for (const [accountId, own] of Map.groupBy(counted, (payment) => payment.accountId)) {
    const [first] = own;
    if (!first) continue;
    const amountMinor = own.reduce((sum, payment) => sum + amountOf(payment), 0n);
    const feeMinor = own.reduce((sum, payment) => sum + payment.feeMinor, 0n);
    const mask = masks.find((each) => each.accountId === accountId);
    if (!mask) missing.push({ ...maskFor(work, first, number), amountMinor, feeMinor });
    else
      await sql`
        update transactions.transaction set amount_minor = amount_minor + ${amountMinor.toString()}::numeric,
          fee_minor = fee_minor + ${feeMinor.toString()}::numeric, updated_at = ${work.now}
        where id = ${mask.id}
      `.execute(work.sql);
  }
  if (missing.length > 0) await bookTransactions(work, missing);
  await announce(work.sql, masks, 'unmoved');
}

/** What leaves the account without the fee. */
const amountOf = (payment: StoredTransaction): bigint => chargesOf(payment).debitedMinor - payment.feeMinor;

function maskFor(
  { now, newId }: Pick<Work, 'now' | 'newId'>,
  payment: StoredTransaction,
  number: string,
): Omit<NewTransaction, 'amountMinor' | 'feeMinor'> {
  const { clientId, accountId, accountName, scheme, currency, debtorName, debtorAccount, payoutId } = payment;
  const id = newId();
  const step = (status: Step['status']): Step => ({ status, at: now, actor: null, reason: null });
  return {
    id,
    clientId,
    accountId,
    accountName,
    scheme,
    currency,
    debtorName,
    debtorAccount,
    payoutId: payoutId ?? null,
    audience: 'MASK',
    direction: 'DEBIT',
    reference: number,
    creditorName: `Confidential payout ${number}`,
    creditorAccount: '',
    chargeBearer: 'SHA',
    endToEndId: ownEndToEndId(id),
    beneficiaryId: null,
    creditorAgentBic: null,
    creditorAgentName: null,
    counterpartyCountry: null,
    creditorAccountId: null,
    railReference: null,
    expectedOn: null,
    converted: null,
    createdAt: now,
    initiator: undefined,
    steps: [step('SUBMITTED'), step('IN_PROCESS')],
  };
}

/**
 * Writes a line of nothing for an account that gets money back of a payout which another account paid: the statements of the account hide
 * that money behind it. The caller has locked the payout's lines, `masks`. Does nothing where the account has one.
 */
export async function openMask(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  masks: readonly StoredTransaction[],
  account: {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly iban: string | null;
    readonly currency: StoredTransaction['currency'];
  },
): Promise<void> {
  const { currency } = account;
  // A payout may pay from accounts in several currencies.
  const mask = masks.find((each) => each.currency === currency) ?? masks[0];
  if (!mask || masks.some(({ accountId }) => accountId === account.id)) return;
  const debtorAccount = account.iban ?? account.number;
  const paid = { ...mask, accountId: account.id, accountName: account.name, currency, debtorAccount };
  const line = maskFor(work, paid, mask.reference);
  const end: Step = { status: 'EXECUTED', at: work.now, actor: null, reason: null };
  await bookTransactions(work, [{ ...line, amountMinor: 0n, feeMinor: 0n, steps: [...line.steps, end] }]);
}

/** Takes money that came back off the lines; the caller has locked them. The fee stays. */
export async function subtractReturned(
  db: Sql,
  returned: ReadonlyArray<{ readonly payment: StoredTransaction; readonly amountMinor: bigint }>,
): Promise<void> {
  for (const { payment, amountMinor } of returned)
    if (payment.audience === 'CONFIDENTIAL')
      await sql`
        update transactions.transaction
        set amount_minor = greatest(amount_minor - ${amountMinor.toString()}::numeric, 0), updated_at = now()
        where payout_id = ${payment.payoutId ?? null} and account_id = ${payment.accountId} and audience = 'MASK'
      `.execute(db);
}

/**
 * Ends the lines of a payout whose last row is paid: executed, or rejected where no payment is left. A line with a payment that screening
 * has not let go stays in process: what it says was executed would not be what left the account. Answers the ended lines that stand for
 * money, and whether others wait for payments that nobody has screened yet.
 */
export async function endMasks(
  { sql: db, now }: Pick<Work, 'sql' | 'now'>,
  payoutId: string,
): Promise<{ readonly ended: readonly StoredTransaction[]; readonly isUnscreened: boolean }> {
  const open = (await lockMasks(db, [payoutId])).filter(({ status }) => status === 'IN_PROCESS');
  if (open.length === 0) return { ended: [], isUnscreened: false };
  const { rows } = await sql<{ accountId: string; status: PaymentStatus }>`
    select distinct account_id as "accountId", status from transactions.transaction
    where id in (${idsOfPayout(payoutId, paymentStatuses.filter(isCancellable))})
  `.execute(db);
  const waiting = new Set(rows.map(({ accountId }) => accountId));
  const masks = open.filter(({ accountId }) => !waiting.has(accountId));
  await appendSteps(
    db,
    masks.map((transaction) => ({
      transaction,
      steps: [
        {
          status: transaction.amountMinor > 0n ? 'EXECUTED' : 'REJECTED',
          at: now,
          actor: null,
          reason: null,
        },
      ],
    })),
  );
  await announce(db, masks, 'unmoved');
  return {
    ended: masks.filter(({ amountMinor }) => amountMinor > 0n),
    isUnscreened: rows.some(({ status }) => !heldStatuses.includes(status)),
  };
}
