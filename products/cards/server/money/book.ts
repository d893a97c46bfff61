/**
 * Books movements of a client's money between an account and a card, and the fee of a card. A movement is one ledger transfer and two rows, a debit
 * on the source and a credit on the destination; a fee is part of the debit row. The ledger decides whether the balance suffices.
 * Errors: `account_closed`, `insufficient_balance`.
 */
import type { PaymentScheme } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import { type AccountRecord, refusalOf } from '../../../accounts/server/accounts/index.ts';
import {
  bookTransactions,
  type Initiator,
  type NewTransaction,
  type Step,
} from '../../../accounts/server/transactions/index.ts';
import { bankAccount, ownTransferCode, post, type Transfer } from '../../../ledger/server/index.ts';
import { maskedNumber } from '../audited.ts';
import type { StoredCard } from '../card.ts';
import { cardCurrency } from './named-amounts.ts';

/** The direction of the movement; `feeMinor` is added to the debit. */
interface Move {
  readonly direction: 'to_card' | 'to_account';
  readonly card: StoredCard;
  readonly account: AccountRecord;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

/** Ids of the two rows. */
interface BookedMove {
  readonly debitId: string;
  readonly creditId: string;
}

/** Executed at once in the caller's transaction; the rows are EXECUTED. Amounts are cents. */
export async function bookMove(work: Work, move: Move): Promise<BookedMove> {
  const ids = { debitId: work.newId(), creditId: work.newId() };
  const { card, account, amountMinor, feeMinor } = move;
  const sides = [account.id, card.accountId] as const;
  const [from, to] = move.direction === 'to_card' ? sides : ([sides[1], sides[0]] as const);
  const transfer: Transfer = {
    id: ids.debitId,
    creditSubjectId: ids.creditId,
    debitAccountId: from,
    creditAccountId: to,
    amountMinor,
    code: ownTransferCode,
    at: work.now,
  };
  const transfers =
    feeMinor > 0n ? [transfer, await feeTransfer(work, from, feeMinor, ids.debitId)] : [transfer];
  await movePosted(work, transfers, { id: from, neededMinor: amountMinor + feeMinor });
  await bookTransactions(work, rowsOf(work, move, ids));
  return ids;
}

/** Takes the fee of a new card from an account: one row. */
export async function bookIssueFee(
  work: Work,
  {
    card,
    account,
    feeMinor,
    bankName,
    orderedBy,
  }: Pick<Move, 'card' | 'account' | 'feeMinor'> & {
    readonly bankName: string;
    /** The person who requested the card, not always the one who approved it. */
    readonly orderedBy: { readonly personId: string; readonly name: string } | undefined;
  },
): Promise<string> {
  const id = work.newId();
  await movePosted(work, [{ ...(await feeTransfer(work, account.id, feeMinor, id)), id }], {
    id: account.id,
    neededMinor: feeMinor,
  });
  await bookTransactions(work, [
    {
      ...shared(work, 'CARD_FEE', id, card),
      id,
      accountId: account.id,
      accountName: account.name,
      direction: 'DEBIT',
      amountMinor: feeMinor,
      feeMinor: 0n,
      debtorName: account.holder,
      debtorAccount: numberOf(account),
      creditorName: bankName,
      creditorAccount: '',
      initiator: orderedBy && initiatorBy(work, orderedBy.personId),
      steps: [step(work, 'SUBMITTED', orderedBy?.name ?? null), step(work, 'EXECUTED', null)],
    },
  ]);
  return id;
}

async function movePosted(
  { sql }: Work,
  transfers: readonly Transfer[],
  from: { readonly id: string; readonly neededMinor: bigint },
): Promise<void> {
  // Thrown out of the open transaction, which rolls back earlier postings.
  for (const verdict of await post(sql, transfers))
    if (!verdict.ok)
      throw await refusalOf(sql, verdict.reason, { id: from.id, currency: cardCurrency }, from.neededMinor);
}

const feeTransfer = async (
  { sql, now, newId }: Work,
  debitAccountId: string,
  amountMinor: bigint,
  subjectId: string,
): Promise<Transfer> => ({
  id: newId(),
  subjectId,
  debitAccountId,
  creditAccountId: await bankAccount(sql, 'fees', cardCurrency),
  amountMinor,
  code: 'fee',
  at: now,
});

const numberOf = ({ iban, number }: AccountRecord) => iban ?? number;

function rowsOf(work: Work, move: Move, { debitId, creditId }: BookedMove): [NewTransaction, NewTransaction] {
  const { direction, card, account, amountMinor, feeMinor } = move;
  const { holder } = account;
  const onAccount = { accountId: account.id, accountName: account.name, number: numberOf(account) };
  const onCard = { accountId: card.accountId, accountName: card.name, number: maskedNumber(card) };
  const [from, to] = direction === 'to_card' ? [onAccount, onCard] : [onCard, onAccount];
  const both = {
    ...shared(work, 'CARD_MOVE', debitId, card),
    amountMinor,
    debtorName: holder,
    debtorAccount: from.number,
    creditorName: holder,
    creditorAccount: to.number,
  };
  return [
    {
      ...both,
      id: debitId,
      accountId: from.accountId,
      accountName: from.accountName,
      direction: 'DEBIT',
      feeMinor,
      initiator: initiatorOf(work),
      steps: orderedSteps(work),
    },
    {
      ...both,
      id: creditId,
      accountId: to.accountId,
      accountName: to.accountName,
      direction: 'CREDIT',
      feeMinor: 0n,
      initiator: undefined,
      steps: [step(work, 'EXECUTED', null)],
    },
  ];
}

const shared = ({ now }: Work, scheme: PaymentScheme, id: string, card: StoredCard) =>
  ({
    clientId: card.clientId,
    scheme,
    currency: cardCurrency,
    reference: card.name,
    chargeBearer: 'SHA',
    endToEndId: id.replaceAll('-', '').toUpperCase(),
    beneficiaryId: null,
    creditorAgentBic: null,
    creditorAgentName: null,
    creditorAccountId: null,
    counterpartyCountry: null,
    railReference: null,
    expectedOn: null,
    converted: null,
    createdAt: now,
  }) as const;

const step = ({ now }: Work, status: Step['status'], actor: string | null): Step => ({
  status,
  at: now,
  actor,
  reason: null,
});

/** Ordered by the person and executed at once. */
const orderedSteps = (work: Work): readonly [Step, Step] => [
  step(work, 'SUBMITTED', work.actor.kind === 'client' ? work.actor.personName : null),
  step(work, 'EXECUTED', null),
];

/** That person; the place is known only if they make this very call. */
const initiatorBy = (work: Work, personId: string): Initiator => {
  const caller = initiatorOf(work);
  return caller?.personId === personId ? caller : { personId, ip: null, userAgent: null };
};

const initiatorOf = ({ actor, request }: Work): Initiator | undefined =>
  actor.kind === 'client'
    ? { personId: actor.personId, ip: request?.ip ?? null, userAgent: request?.userAgent ?? null }
    : undefined;
