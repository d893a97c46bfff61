/**
 * The desk's queue of suspense: credits that no open account could take. The bank's staff finds out whose they are and gives each to an
 * account (approve) or sends it back (reject), once, in full and in its own currency; until then the money is on the bank's suspense
 * account. What brings back money that the bank gave back or lost itself stays with the bank (`--account bank`). A credit that was sent back waits again if
 * the rail refuses it or it returns later.
 *
 * Errors of a decision in the order checked: payment_state (decided meanwhile), account_cannot_take, a `Refusal` without an account
 * that can take it, for money of a confidential payout, and for the bank where it has given nothing back and booked no loss.
 */
import { formatDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { auditors, type DecisionOptions, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { newId as idAt } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { Rail, RailInstruction } from '@calmly/providers/rail/rail.ts';
import { type AccountRecord, findAccountsByNumberOrIban } from '../../../accounts/server/accounts/index.ts';
import {
  type Audience,
  findMasks,
  findTransactions,
  lockMasks,
  openMask,
  type StoredTransaction,
  setReturnCredit,
  subtractReturned,
} from '../../../accounts/server/transactions/index.ts';
import { lockLosses, lockOpenGiveBacks, setKept, sumKept } from './give-back-store.ts';
import { book, causeAgainst } from './incoming-credits.ts';
import { balanceGiveBack, moveBetween } from './suspense-account.ts';
import { findSuspense, listSuspense, moveSuspense, type StoredSuspense } from './suspense-store.ts';

/** What the bank's staff sees of it. */
export const suspenseQueue = (rail: Rail): DeskQueue => ({
  kind: 'suspense',
  takesAccount: true,
  roles: { decides: ['FIN', 'AML'], reads: auditors },
  async list(sql, page) {
    return (await listSuspense(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const credit = await findSuspense(sql, id);
    const original = credit?.returnOf ?? credit?.originalId;
    return (
      credit && {
        ...itemOf(credit),
        facts: [
          [
            'Amount',
            `${formatDecimal(credit.amountMinor, credit.currency)} ${credit.currency} by ${credit.scheme}`,
          ],
          ['For the account', credit.creditorAccount],
          ['Why it is in suspense', causes[credit.cause]],
          ['From', `${credit.debtorName}, ${credit.debtorAccount}`],
          ['Reference', credit.reference || 'none'],
          ['End-to-end id', credit.endToEndId],
          ['Rail’s reference', credit.railReference],
          ...(original ? [['Brings back the payment', original] as const] : []),
        ],
        documentIds: [],
      }
    );
  },
  decide: (work, id, decision, options) =>
    decision === 'reject'
      ? sendBack(rail, work, id, options)
      : options.account?.toLowerCase() === theBank
        ? keep(work, id, options)
        : assign(work, id, options),
});

/** In place of an account: the bank itself. */
const theBank = 'bank';

const causes: Readonly<Record<StoredSuspense['cause'], string>> = {
  account_unknown: 'there is no such account',
  account_closed: 'the account is closed',
  other_currency: 'the account is in another currency',
  name_listed: 'the payer resembles a name on the watch list',
  return_unexpected:
    'an unexpected return: a second one, more than was sent, of a replaced instruction, or of a payment that was not executed',
  reversal: 'the bank takes an earlier booking back',
};

const itemOf = (credit: StoredSuspense): DeskItem => ({
  id: credit.id,
  clientId: null,
  since: credit.at,
  subject: `${formatDecimal(credit.amountMinor, credit.currency)} ${credit.currency} from ${credit.debtorName}: ${causes[credit.cause]}`,
  roles:
    credit.cause === 'name_listed' ? { decides: ['AML'], reads: [] } : { decides: ['FIN'], reads: auditors },
});

async function requireMoved(work: Work, id: string, to: 'assigned' | 'sent_back'): Promise<StoredSuspense> {
  const credit = await moveSuspense(work.sql, id, { from: 'waiting', to, at: work.now });
  if (!credit) throw new Problem('payment_state');
  return credit;
}

/** Gives the money to an account: the one that is named, or the one it was for, if that can take it by now. */
async function assign(work: Work, suspenseId: string, { account: named }: DecisionOptions): Promise<void> {
  const stored = await requireMoved(work, suspenseId, 'assigned');
  const [account] = await findAccountsByNumberOrIban(work.sql, [named ?? stored.creditorAccount]);
  const cause = causeAgainst(account, stored);
  if (cause && named === undefined)
    throw new Refusal(
      `The account ${stored.creditorAccount} cannot take the money: ${causes[cause]}. Name one that can: --account <number or IBAN>, or reject to send the money back.`,
    );
  if (!account || cause) throw new Problem('account_cannot_take', { params: { currency: stored.currency } });
  // It reaches the client now, whenever it reached the bank.
  const credit = { ...stored, at: work.now };
  const returnOf = stored.returnOf ?? undefined;
  const returned = await lockReturned(work.sql, returnOf);
  const payment = returned?.payment;
  const audience = await audienceOn(work, account, stored, returned);
  // The notice about the payout has counted it, or will; another client knows nothing of the payout.
  const payoutId = account.clientId === payment?.clientId ? payment.payoutId : undefined;
  const id = idAt(work.now.getTime());
  const arriving = { index: 0, id, credit, account, returnOf, audience, payoutId };
  const { refused } = await book(work, [arriving], 'suspense');
  if (refused.length > 0) throw new Problem('account_cannot_take', { params: { currency: stored.currency } });
  if (returnOf !== undefined) await setReturnCredit(work.sql, returnOf, id);
  if (payment) await subtractReturned(work.sql, [{ payment, amountMinor: credit.amountMinor }]);
  await audit(work, {
    action: 'suspense.assigned',
    clientId: account.clientId,
    details: { suspenseId, paymentId: id },
  });
}

/**
 * The client has the money already, so what comes back is the bank's: it balances what the desk gave back as refused, or makes good a loss that
 * is booked. Without either there is nothing that the bank could keep it for.
 */
async function keep(work: Work, suspenseId: string, { reason }: DecisionOptions): Promise<void> {
  const credit = await requireMoved(work, suspenseId, 'assigned');
  if (credit.cause !== 'return_unexpected' && credit.cause !== 'reversal')
    throw new Refusal(
      'The bank can keep only returns and reversals. Name an account, or reject to send the money back.',
    );
  const { originalId, currency, amountMinor } = credit;
  const givenBack = (await lockOpenGiveBacks(work.sql, originalId === null ? [] : [originalId])).find(
    (each) => each.currency === currency && each.amountMinor >= amountMinor,
  );
  if (givenBack) await balanceGiveBack(work, givenBack, { by: credit.id, amountMinor });
  else {
    await requireLoss(work.sql, credit);
    const made = [{ id: work.newId(), credit: { currency, amountMinor, at: work.now } }];
    await moveBetween(work, 'suspense', 'fees', made, 'exception');
    await setKept(work.sql, suspenseId);
  }
  await audit(work, { action: 'suspense.kept', details: { suspenseId, reason: reason ?? null } });
}

/** Throws `Refusal` unless the bank has booked losses of this size that nothing has made good yet. */
async function requireLoss(
  sql: Sql,
  { originalId, currency, amountMinor }: Pick<StoredSuspense, 'originalId' | 'currency' | 'amountMinor'>,
): Promise<void> {
  const losses = await lockLosses(sql, originalId, currency);
  const booked = losses
    .filter(({ state }) => state === 'approved')
    .reduce((sum, loss) => sum + loss.amountMinor, 0n);
  if (booked - (await sumKept(sql, originalId, currency)) >= amountMinor) return;
  const waiting = losses.find(({ state }) => state === 'waiting');
  if (waiting)
    throw new Refusal(
      `The bank has not booked its loss yet: decide on the exception ${waiting.id} first, then on this.`,
    );
  const rejected = losses.find(({ state }) => state === 'rejected');
  if (rejected)
    throw new Refusal(
      `The exception ${rejected.id} was rejected, so the bank has booked no loss that this could make good. Settle it with the other bank, then name an account or reject.`,
    );
  throw new Refusal(
    'The bank has neither given this money back nor booked a loss of this size. Name an account, or reject to send the money back.',
  );
}

/** A payment that comes back, and the lines of its confidential payout. */
interface Returned {
  readonly payment: StoredTransaction;
  readonly masks: readonly StoredTransaction[];
}

/** Its lines are locked before money moves. */
async function lockReturned(sql: Sql, id: string | undefined): Promise<Returned | undefined> {
  const payment = id === undefined ? undefined : (await findTransactions(sql, [id])).get(id);
  if (!payment) return undefined;
  const isHidden = payment.audience === 'CONFIDENTIAL' && payment.payoutId;
  return { payment, masks: isHidden ? await lockMasks(sql, [payment.payoutId]) : [] };
}

/**
 * Who sees the credit on this account. What comes back of a confidential payout stays hidden in its company, behind a line of the account;
 * another client knows nothing of the payout. Throws `Refusal` where there is no such line and the payout is not known.
 */
async function audienceOn(
  work: Work,
  account: AccountRecord,
  { audience }: Pick<StoredSuspense, 'audience'>,
  returned: Returned | undefined,
): Promise<Audience> {
  if (audience !== 'CONFIDENTIAL') return audience;
  if (returned && returned.payment.clientId !== account.clientId) return 'ALL';
  if (returned) await openMask(work, returned.masks, account);
  else if ((await findMasks(work.sql, account.id)).size === 0)
    throw new Refusal(
      'This is money of a confidential payout. Give it to the account that paid it, or send it back.',
    );
  return audience;
}

async function sendBack(rail: Rail, work: Work, id: string, { reason }: DecisionOptions): Promise<void> {
  const credit = await requireMoved(work, id, 'sent_back');
  await moveBetween(work, 'suspense', 'nostro', [
    { id: work.newId(), subjectId: credit.id, credit: { ...credit, at: work.now } },
  ]);
  await rail.submit(work, [instructionBack(credit)]);
  await audit(work, { action: 'suspense.sent_back', details: { suspenseId: id, reason: reason ?? null } });
}

/** The longest remittance text that every rail carries. */
const longestText = 140;

function instructionBack(credit: StoredSuspense): RailInstruction {
  return {
    paymentId: credit.id,
    endToEndId: credit.id.replaceAll('-', '').toUpperCase(),
    // An instant return may find the other bank away; an ordinary one always arrives.
    scheme: credit.scheme === 'SWIFT' ? 'SWIFT' : 'SEPA',
    currency: credit.currency,
    instructedAmountMinor: credit.amountMinor.toString(),
    chargeBearer: 'SHA',
    debtorName: 'Account unknown',
    debtorAccount: credit.creditorAccount,
    debtorAddress: null,
    creditorName: credit.debtorName,
    creditorAccount: credit.debtorAccount,
    creditorAgentBic: null,
    creditorAddress: null,
    intermediaryAgentBic: null,
    purpose: null,
    creditorReference: null,
    remittanceInformation: `RETURN ${credit.endToEndId} ${credit.reference}`.trim().slice(0, longestText),
  };
}
