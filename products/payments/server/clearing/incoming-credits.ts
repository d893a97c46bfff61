/**
 * Incoming credits: debits the bank's account at the rail, credits the client's account and shows the client an EXECUTED payment. The
 * rail's reference and the credit's facts identify it (`arrivals.ts`), so it is booked once however often it is reported. A known
 * reference with other facts is an exception that the desk decides (`exception-queue.ts`). Incoming money is free of charge. A credit
 * that no open account in its currency can take waits in suspense (`suspense-queue.ts`).
 */
import { newId as idAt } from '@calmly/platform/ids.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { CreditVerdict, IncomingCredit } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import { type AccountRecord, findAccountsByNumberOrIban } from '../../../accounts/server/accounts/index.ts';
import {
  type Audience,
  bookTransactions,
  type Converted,
  type NewTransaction,
} from '../../../accounts/server/transactions/index.ts';
import { bankAccounts, lockAccounts, post, type Transfer } from '../../../ledger/server/index.ts';
import { noticesOf } from '../payments/index.ts';
import {
  addArrival,
  arrivalsLike,
  findArrivals,
  insertArrivals,
  lockReferences,
  type NewArrival,
} from './arrival-store.ts';
import { arrivalOf, isSameArrival, type References, referencesOf } from './arrivals.ts';
import type { GiveBack } from './give-back-store.ts';
import { type BroughtBack, creditDiffers, type Raised, raiseExceptions } from './raise-exceptions.ts';
import { balanceGiveBack, intoSuspense, moveBetween } from './suspense-account.ts';
import type { SuspenseCause } from './suspense-store.ts';

/** A credit to be booked. */
export interface Booking {
  readonly credit: IncomingCredit;
  /** What the account gets of it in its own currency. */
  readonly into?: Converted | undefined;
  /** The payment of ours that it brings back. */
  readonly returnOf?: string | undefined;
  /** The bulk payout of that payment. Its returns are announced together. */
  readonly payoutId?: string | null | undefined;
  /** Who sees it: of a return the same people as the payment. */
  readonly audience?: Audience | undefined;
  /** The report of the return. The desk's approval applies it again if the reference is used. */
  readonly returned?: BroughtBack | undefined;
  /** Why it waits for the desk, even if the account could take it. */
  readonly cause?: SuspenseCause | undefined;
  /** What the desk has put back into suspense before and this brings: it waits there already. */
  readonly balances?: GiveBack | undefined;
  /** The desk has said that it is another credit than those booked under its reference. */
  readonly isConfirmed?: boolean | undefined;
}

/** `creditId`: the payment that the client sees; null unless it was booked now. */
export interface Booked {
  readonly verdict: CreditVerdict;
  readonly creditId: string | null;
}

/**
 * Books credits in the open transaction; one verdict per credit, in order. A credit from a payer on the watch list goes to the desk
 * first. Without `screening` (the demo history) payers are not checked.
 */
export async function bookIncomingCredits(
  work: Work,
  credits: readonly IncomingCredit[],
  screening?: Pick<Screening, 'findListed'>,
  isConfirmed = false,
): Promise<CreditVerdict[]> {
  const names = credits.map(({ debtorName }) => debtorName);
  const listed = (await screening?.findListed(work.sql, names)) ?? [];
  const booked = await bookCredits(
    work,
    credits.map((credit, index) => ({
      credit,
      cause: listed[index] !== undefined ? 'name_listed' : credit.isReversal ? 'reversal' : undefined,
      isConfirmed,
    })),
  );
  return booked.map(({ verdict }) => verdict);
}

/** The same, returns among them. */
export async function bookCredits(work: Work, bookings: readonly Booking[]): Promise<Booked[]> {
  const told = bookings.map(({ credit }) => namesOf(credit));
  await lockReferences(work.sql, told.flatMap(referencesOf));
  const known = await findArrivals(work.sql, told);
  const accounts = await findAccountsByNumberOrIban(
    work.sql,
    bookings.map(({ credit }) => credit.creditorAccount),
  );
  const outcomes: Booked[] = bookings.map(() => ({ verdict: 'known', creditId: null }));
  const arriving: Arriving[] = [];
  const stranded: Array<Booking & { index: number; id: string; cause: SuspenseCause }> = [];
  const arrived: NewArrival[] = [];
  const differing: Raised[] = [];
  for (const [index, booking] of bookings.entries()) {
    const { credit } = booking;
    const account = accounts[index];
    const arrival = arrivalOf(credit);
    const earlier = [...(known.byReference.get(credit.railReference) ?? [])];
    const aliases = account ? [account.number, account.iban] : [];
    const alike = arrivalsLike(known, namesOf(credit));
    if (alike.some((each) => isSameArrival(each, arrival, aliases))) continue;
    if (earlier.length > 0 && !booking.isConfirmed) {
      differing.push(creditDiffers(credit, earlier, booking.returned));
      outcomes[index] = { verdict: 'set_aside', creditId: null };
      continue;
    }
    addArrival(known, arrival);
    const cause = booking.cause ?? causeAgainst(account, booking.into ?? credit);
    const id = account && !cause ? idAt(credit.at.getTime()) : work.newId();
    arrived.push({ ...arrival, ordinal: earlier.length, entryKey: credit.entry?.key ?? null, bookedAs: id });
    if (account && !cause) arriving.push({ ...booking, index, account, id });
    else stranded.push({ ...booking, index, id, cause: cause ?? 'account_unknown' });
  }
  await insertArrivals(work.sql, arrived);
  await raiseExceptions(work, differing);

  const { booked, refused } = await book(work, arriving, 'nostro');
  for (const { index, id } of booked) outcomes[index] = { verdict: 'booked', creditId: id };
  // Closed between the look and the posting.
  for (const each of refused) stranded.push({ ...each, cause: 'account_closed' });
  await intoSuspense(
    work,
    stranded.filter(({ balances }) => !balances),
  );
  for (const { id, credit, balances } of stranded) if (balances) await balance(work, id, credit, balances);
  for (const { index } of stranded) outcomes[index] = { verdict: 'suspended', creditId: null };
  return outcomes;
}

/** Only through suspense: what waits there for it was put back before. */
async function balance(work: Work, id: string, credit: IncomingCredit, giveBack: GiveBack): Promise<void> {
  await moveBetween(work, 'nostro', 'suspense', [{ id, credit }]);
  await balanceGiveBack(work, giveBack, { by: id, amountMinor: credit.amountMinor });
  work.log.info(
    { suspenseId: giveBack.originalId, reference: credit.railReference },
    'money that the desk had put back into suspense has come back',
  );
}

const namesOf = ({ railReference: reference, entry }: IncomingCredit): References => ({
  reference,
  otherReference: entry?.otherReference ?? null,
});

/** Credits with the accounts that take them. */
export interface Arriving extends Booking {
  readonly index: number;
  readonly account: AccountRecord;
  /** Of the payment that the client will see. */
  readonly id: string;
}

/** Why an account cannot take a credit; undefined: it can. */
export function causeAgainst(
  account: AccountRecord | undefined,
  credit: Pick<IncomingCredit, 'currency'>,
): SuspenseCause | undefined {
  if (!account) return 'account_unknown';
  if (account.status !== 'ACTIVE') return 'account_closed';
  return account.currency === credit.currency ? undefined : 'other_currency';
}

/** Moves the money from an account of the bank, writes the payments and tells the clients. */
export async function book(
  work: Work,
  arriving: readonly Arriving[],
  from: 'nostro' | 'suspense',
): Promise<{ booked: Arriving[]; refused: Arriving[] }> {
  if (arriving.length === 0) return { booked: [], refused: [] };
  const { sold, credited } = await transfersOf(work, arriving, from);
  const touched = sold.length > 0 ? [...sold, ...credited] : [];
  if (touched.length > 0)
    await lockAccounts(
      work.sql,
      touched.flatMap(({ debitAccountId, creditAccountId }) => [debitAccountId, creditAccountId]),
    );
  const verdicts = await post(work.sql, credited);
  const booked = arriving.filter((_, place) => verdicts[place]?.ok);
  const refused = arriving.filter((_, place) => !verdicts[place]?.ok);
  const refusedIds = new Set(refused.map(({ id }) => id));
  await postSold(
    work,
    sold.filter(({ arrivingId }) => !refusedIds.has(arrivingId)),
  );
  const payments = booked.map(paymentOf);
  await Promise.all([
    bookTransactions(work, payments),
    notify(
      work,
      noticesOf(
        booked.flatMap((each) => (each.payoutId ? [] : received(paymentOf(each)))),
        work.now,
      ),
    ),
  ]);
  return { booked, refused };
}

/** What has arrived in another currency than the account's, sold to the bank. */
type Sold = Transfer & { readonly arrivingId: string };

async function postSold(work: Work, sold: readonly Sold[]): Promise<void> {
  if (sold.length === 0) return;
  for (const verdict of await post(work.sql, sold))
    if (!verdict.ok) throw new Error(`the ledger refused half of a conversion: ${verdict.reason}`);
}

/** The clients' credits in order, and what is sold for those that are converted. */
async function transfersOf(
  work: Work,
  arriving: readonly Arriving[],
  from: 'nostro' | 'suspense',
): Promise<{ credited: Transfer[]; sold: Sold[] }> {
  const bank = await bankAccounts(
    work.sql,
    arriving.flatMap(({ credit: { currency }, into }) => [
      [from, currency] as const,
      ...(into ? [['fx', into.currency] as const, ['fx', currency] as const] : []),
    ]),
  );
  const credited: Transfer[] = [];
  const sold: Sold[] = [];
  for (const { id, credit, into, account, returnOf } of arriving) {
    const { at, currency, amountMinor } = credit;
    const code = returnOf === undefined ? 'credit' : 'return';
    const taken = bank(from, currency);
    credited.push({
      id,
      debitAccountId: into ? bank('fx', into.currency) : taken,
      creditAccountId: account.id,
      amountMinor: (into ?? credit).amountMinor,
      code,
      at,
    });
    if (!into) continue;
    sold.push({
      id: work.newId(),
      subjectId: id,
      arrivingId: id,
      debitAccountId: taken,
      creditAccountId: bank('fx', currency),
      amountMinor,
      code,
      at,
    });
  }
  return { credited, sold };
}

const received = (payment: NewTransaction) => {
  const { status, at, reason } = payment.steps[0];
  return { payment, status: status as 'EXECUTED', at, reason };
};

function paymentOf({ id, credit, into, account, returnOf, audience = 'ALL' }: Arriving): NewTransaction {
  const { currency, amountMinor } = credit;
  return {
    id,
    audience,
    clientId: account.clientId,
    accountId: account.id,
    direction: 'CREDIT',
    scheme: credit.scheme,
    currency: (into ?? credit).currency,
    amountMinor: (into ?? credit).amountMinor,
    converted: into ? { currency, amountMinor, rate: into.rate } : null,
    feeMinor: 0n,
    reference: credit.reference,
    chargeBearer: 'SHA',
    endToEndId: credit.endToEndId,
    beneficiaryId: null,
    debtorName: credit.debtorName,
    debtorAccount: credit.debtorAccount,
    creditorName: account.holder,
    creditorAccount: account.iban ?? account.number,
    creditorAgentBic: null,
    creditorAgentName: null,
    counterpartyCountry: credit.debtorCountry,
    accountName: account.name,
    creditorAccountId: null,
    railReference: credit.railReference,
    expectedOn: null,
    valueOn: credit.valueOn ?? null,
    createdAt: credit.at,
    initiator: undefined,
    steps: [
      {
        status: 'EXECUTED',
        at: credit.at,
        actor: null,
        reason: returnOf === undefined ? null : 'returned',
      },
    ],
  };
}
