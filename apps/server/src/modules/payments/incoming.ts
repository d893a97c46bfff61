/**
 * Arriving credits: the bank's account at the rail is debited, the client's is credited, and the client sees an EXECUTED
 * payment. A credit is known by the rail's reference and booked once, however often it is reported; incoming money is free
 * of charge. A credit for an account we do not have is answered as such and booked nowhere: the rail sends it back.
 */
import type { CurrencyCode } from '@calmly/domain';
import { newId as idAt } from '../../platform/ids.ts';
import { notify } from '../../platform/notices.ts';
import type { Work } from '../../platform/work.ts';
import { type AccountRecord, findAccountsByNumberOrIban } from '../accounts/index.ts';
import { bankAccount, post, type Transfer } from '../ledger/index.ts';
import { announce } from './announce.ts';
import { noticesOf } from './notices.ts';
import { insertPayments, knownRailReferences, type NewPayment, numbered, takeNumbers } from './store.ts';

export interface IncomingCredit {
  readonly railReference: string;
  readonly scheme: 'SEPA' | 'SWIFT';
  /** Number or IBAN of our client's account. */
  readonly creditorAccount: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly debtorName: string;
  readonly debtorAccount: string;
  readonly debtorCountry: string | null;
  readonly reference: string;
  readonly endToEndId: string;
  readonly at: Date;
}

export type CreditVerdict = 'booked' | 'known' | 'account_unknown';

/** Books arriving credits in the open transaction; one verdict per credit, in order. */
export async function bookIncomingCredits(
  work: Work,
  credits: readonly IncomingCredit[],
): Promise<CreditVerdict[]> {
  const known = await knownRailReferences(
    work.sql,
    credits.map(({ railReference }) => railReference),
  );
  const accounts = await findAccountsByNumberOrIban(
    work.sql,
    credits.map(({ creditorAccount }) => creditorAccount),
  );
  const verdicts: CreditVerdict[] = [];
  const arriving: Arriving[] = [];
  for (const [index, credit] of credits.entries()) {
    const account = accounts[index];
    if (known.has(credit.railReference)) verdicts[index] = 'known';
    else if (account?.status !== 'ACTIVE' || account.currency !== credit.currency)
      verdicts[index] = 'account_unknown';
    else arriving.push({ index, credit, account, id: idAt(credit.at.getTime()) });
    known.add(credit.railReference);
  }
  const posted = arriving.length > 0 ? await post(work.sql, await transfersOf(work, arriving)) : [];
  const booked = arriving.filter((_, place) => posted[place]?.ok);
  for (const [place, { index }] of arriving.entries())
    verdicts[index] = posted[place]?.ok ? 'booked' : 'account_unknown';
  const payments = booked.map(paymentOf);
  const numbers = await takeNumbers(
    work.sql,
    payments.map(({ createdAt }) => createdAt),
  );
  const written = numbered(payments, numbers);
  await Promise.all([
    insertPayments(work.sql, written),
    announce(
      work.sql,
      written.map(({ payment }) => payment),
    ),
    notify(work, noticesOf(payments.map(received), work.now)),
  ]);
  return verdicts;
}

interface Arriving {
  readonly index: number;
  readonly credit: IncomingCredit;
  readonly account: AccountRecord;
  readonly id: string;
}

async function transfersOf(work: Work, arriving: readonly Arriving[]): Promise<Transfer[]> {
  const nostros = new Map<CurrencyCode, string>();
  for (const { credit } of arriving)
    if (!nostros.has(credit.currency))
      nostros.set(credit.currency, await bankAccount(work.sql, 'nostro', credit.currency));
  return arriving.map(({ id, credit, account }) => ({
    id,
    debitAccountId: nostros.get(credit.currency) ?? '',
    creditAccountId: account.id,
    amountMinor: credit.amountMinor,
    code: 'credit',
    at: credit.at,
  }));
}

const received = (payment: NewPayment) =>
  ({ payment, status: 'EXECUTED', at: payment.createdAt, reason: null }) as const;

function paymentOf({ id, credit, account }: Arriving): NewPayment {
  return {
    id,
    clientId: account.clientId,
    accountId: account.id,
    direction: 'CREDIT',
    scheme: credit.scheme,
    currency: credit.currency,
    amountMinor: credit.amountMinor,
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
    idempotencyKey: null,
    railReference: credit.railReference,
    expectedOn: null,
    createdAt: credit.at,
    initiator: undefined,
    steps: [{ status: 'EXECUTED', at: credit.at, actor: null, reason: null }],
  };
}
