/**
 * Money that was reserved leaves: to the bank's account at the rail, or to another client's account. A converted payment sells its
 * amount to the bank's `fx` account of its own currency and takes what was bought from the one of the payee's, in the same transaction.
 */
import type { Sql } from '@calmly/platform/work.ts';
import { type StoredTransaction, sentOf } from '../../../../accounts/server/transactions/index.ts';
import {
  type BankAccount,
  bankAccounts,
  lockAccounts,
  lockReservations,
  post,
  settle,
  type Transfer,
  type Verdict,
} from '../../../../ledger/server/index.ts';
import { holdingsOf } from './held-money.ts';

/** A payment whose amount and fee are held. */
export interface Leaving {
  readonly payment: Pick<
    StoredTransaction,
    'id' | 'accountId' | 'currency' | 'amountMinor' | 'feeMinor' | 'chargeBearer' | 'converted' | 'heldBy'
  >;
  readonly at: Date;
  /** The payee's account and its transaction; without it the money goes to the bank's account at the rail. */
  readonly credited?: { readonly accountId: string; readonly transactionId: string };
}

/**
 * Spends the held money of payments; one verdict per payment, in order. A refusal leaves the reservation open. Payments that share a
 * reservation are settled or refused together.
 */
export async function settlePayments(
  db: Sql,
  newId: () => string,
  leaving: readonly Leaving[],
): Promise<Verdict[]> {
  const bank = await bankAccounts(db, leaving.flatMap(bankAccountsOf));
  const sold = new Map(leaving.map((each) => [each, soldLegs(each, bank, newId)]));
  const bought = leaving.map((each) => boughtLeg(each, bank, newId));
  // What is bought locks accounts. Payments that share a reservation draw on it before they lock any.
  if (bought.some(Boolean))
    await lockReservations(
      db,
      leaving.flatMap(({ payment }) => payment.heldBy ?? []),
    );
  const refused = await postBought(db, bought, [...sold.values()].flat());
  const holdings = await holdingsOf(
    db,
    leaving.filter((_, place) => !refused.has(place)),
  );
  const settled = await settle(
    db,
    holdings.map(({ reservationId, payments }) => ({
      reservationId,
      transfers: payments.flatMap((each) => sold.get(each) ?? []),
    })),
  );
  const verdicts = new Map(
    holdings.flatMap(({ payments }, place) => payments.map((each) => [each, settled[place]] as const)),
  );
  return leaving.map((each, place) => {
    const verdict = refused.get(place) ?? verdicts.get(each);
    if (!verdict) throw new Error('the ledger answers every item');
    if (!verdict.ok && bought[place] && !refused.has(place))
      throw new Error(`the ledger refused half of a conversion: ${verdict.reason}`);
    return verdict;
  });
}

/** Posts what the bank pays in other currencies; answers the refusals by place. */
async function postBought(
  db: Sql,
  bought: ReadonlyArray<Transfer | undefined>,
  sold: readonly Transfer[],
): Promise<ReadonlyMap<number, Verdict>> {
  const legs = bought.flatMap((transfer, place) => (transfer ? [{ transfer, place }] : []));
  if (legs.length === 0) return new Map();
  const transfers = legs.map(({ transfer }) => transfer);
  await lockAccounts(
    db,
    [...transfers, ...sold].flatMap(({ debitAccountId, creditAccountId }) => [
      debitAccountId,
      creditAccountId,
    ]),
  );
  const verdicts = await post(db, transfers);
  return new Map(
    legs.flatMap(({ place }, index) => {
      const verdict = verdicts[index];
      return verdict && !verdict.ok ? [[place, verdict] as const] : [];
    }),
  );
}

/** The bank's own accounts that these payments touch. */
function bankAccountsOf({ payment, credited }: Leaving): BankAccount[] {
  const { currency, converted, feeMinor } = payment;
  const sent = sentOf(payment).currency;
  return [
    ...(credited === undefined ? [['nostro', sent] as const] : []),
    ...(feeMinor > 0n ? [['fees', currency] as const] : []),
    ...(converted ? [['fx', currency] as const, ['fx', sent] as const] : []),
  ];
}

/** What leaves the client's account. */
function soldLegs(
  { payment, at, credited }: Leaving,
  bank: (...of: BankAccount) => string,
  newId: () => string,
): Transfer[] {
  const { currency, converted, feeMinor } = payment;
  // The amount's transfer has the payment's id, so the ledger refuses to pay twice.
  const leg = (target: string, amountMinor: bigint, code: 'payment' | 'fee'): Transfer => ({
    id: code === 'payment' ? payment.id : newId(),
    subjectId: payment.id,
    debitAccountId: payment.accountId,
    creditAccountId: target,
    amountMinor,
    code,
    at,
  });
  const amount = converted
    ? leg(bank('fx', currency), payment.amountMinor, 'payment')
    : {
        ...leg(credited?.accountId ?? bank('nostro', currency), sentOf(payment).amountMinor, 'payment'),
        ...(credited && { creditSubjectId: credited.transactionId }),
      };
  return feeMinor > 0n ? [amount, leg(bank('fees', currency), feeMinor, 'fee')] : [amount];
}

/** What the bank pays in the payee's currency. */
function boughtLeg(
  { payment: { id: subjectId, converted }, at, credited }: Leaving,
  bank: (...of: BankAccount) => string,
  newId: () => string,
): Transfer | undefined {
  if (!converted) return undefined;
  const { currency, amountMinor } = converted;
  return {
    id: newId(),
    subjectId,
    ...(credited && { creditSubjectId: credited.transactionId }),
    debitAccountId: bank('fx', currency),
    creditAccountId: credited?.accountId ?? bank('nostro', currency),
    amountMinor,
    code: 'payment',
    at,
  };
}
