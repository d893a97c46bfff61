/**
 * Writes decided payments, with everything that follows from them: hand-over to the rail, requests for approval, documents, used quotes,
 * the day's totals, notices. All in the caller's open transaction, sent together.
 */
import { newId as idAt } from '@calmly/platform/ids.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import {
  announce,
  numbered,
  recordTransactions,
  type StoredTransaction,
  type WrittenTransaction,
} from '../../../../accounts/server/transactions/index.ts';
import { countAllowances } from '../../../../identity/server/index.ts';
import { attachDocuments } from '../attachments.ts';
import { noticesOf } from '../notices.ts';
import type { Conversions } from '../ordering/conversion.ts';
import { type Instruction, plainInstruction } from '../ordering/order.ts';
import { insertInstructions } from '../ordering/store.ts';
import { addToUnreviewedTotal, type DayItem } from '../screening/screen-payments.ts';
import { isHeld, recordHeld } from '../screening/store.ts';
import { payerAddresses, railInstruction } from '../settlement/hand-over.ts';
import { type Candidate, unscreened } from './candidate.ts';
import { openApprovals } from './needs.ts';
import type { NewPayment } from './new-payments.ts';

/** A payment that is decided and numbered, with the steps that brought it there. */
export interface WrittenPayment extends Omit<WrittenTransaction, 'transaction'> {
  readonly payment: StoredTransaction;
  readonly instruction: Instruction;
}

/** New payments with their numbers, in the state after their steps. */
export const numberedPayments = (
  payments: readonly NewPayment[],
  numbers: ReadonlyArray<string | undefined>,
): WrittenPayment[] =>
  numbered(payments, numbers).map(({ transaction: payment, steps, initiator }, index) => ({
    payment,
    steps,
    initiator,
    instruction: payments[index]?.instruction ?? plainInstruction,
  }));

/** `funded`: the candidates whose money is there; `written`: their rows. */
export function writePayments(
  { rail, conversions }: { readonly rail: Rail; readonly conversions?: Pick<Conversions, 'markUsed'> },
  db: Sql,
  funded: ReadonlySet<Candidate>,
  written: readonly WrittenPayment[],
) {
  const payments = new Map(written.map(({ payment }) => [payment.id, payment]));
  const ordered = [...funded].flatMap((candidate) => {
    const payment = payments.get(candidate.paymentId);
    return payment ? [{ ...candidate, payment, purpose: candidate.command.purpose ?? null }] : [];
  });
  const now = new Date();
  const quotes = [...funded].flatMap(quoteOf);
  const news = [...receivedFromOthers(written), ...heldByScreening(written)];
  return Promise.all([
    insertPayments(db, written),
    handOver(rail, db, funded, written),
    announce(
      db,
      written.map(({ payment }) => payment),
    ),
    notify({ sql: db, now, newId: idAt }, noticesOf(news, now)),
    openApprovals(db, ordered),
    quotes.length > 0 && conversions?.markUsed(db, quotes, now),
    attachDocuments(db, ordered),
    addToUnreviewedTotal(db, [...funded].flatMap(dayItemOf)),
    countAllowances(db, [...funded].flatMap(allowanceOf)),
    recordHeld(
      db,
      ordered.map(({ paymentId, command, at, screening }) => ({
        paymentId,
        clientId: command.clientId,
        at,
        result: screening,
      })),
    ),
  ]);
}

/** The rows, and what the orders said. */
async function insertPayments(db: Sql, written: readonly WrittenPayment[]): Promise<void> {
  await Promise.all([
    recordTransactions(
      db,
      written.map(({ payment: transaction, steps, initiator }) => ({ transaction, steps, initiator })),
    ),
    insertInstructions(
      db,
      written.map(({ payment: { id }, instruction }) => ({ id, instruction })),
    ),
  ]);
}

/** What reached another client at once, without leaving the bank. */
function receivedFromOthers(written: readonly WrittenPayment[]) {
  const payers = new Map(
    written.flatMap(({ payment }) =>
      payment.direction === 'DEBIT' ? [[payment.endToEndId, payment.clientId] as const] : [],
    ),
  );
  return written
    .filter(
      ({ payment }) => payment.direction === 'CREDIT' && payers.get(payment.endToEndId) !== payment.clientId,
    )
    .map(({ payment }) => ({ payment, status: 'EXECUTED', at: payment.createdAt, reason: null }) as const);
}

/** What waits for the desk; the person who ordered it has seen what was sent at once. */
const heldByScreening = (written: readonly WrittenPayment[]) =>
  written.flatMap(({ payment, steps }) => {
    const last = steps.at(-1);
    return last && isHeld(payment.status) ? [{ payment, ...last }] : [];
  });

/** The quote that it was converted at. */
const quoteOf = ({ command: { clientId, quoteId } }: Candidate) =>
  quoteId === undefined ? [] : [{ clientId, id: quoteId }];

/** What was cleared and leaves the bank is the rail's from here on. */
async function handOver(
  rail: Rail,
  db: Sql,
  funded: ReadonlySet<Candidate>,
  written: readonly WrittenPayment[],
): Promise<void> {
  const [first] = funded;
  const leaving = written.filter(({ payment }) => payment.status === 'PENDING_FINANCE_INSTITUTION');
  if (!first || leaving.length === 0) return;
  const work = { ...first.work, sql: db, now: new Date() };
  const addressOf = await payerAddresses(
    db,
    leaving.map(({ payment }) => payment),
  );
  await rail.submit(
    work,
    leaving.map(({ payment, instruction }) => railInstruction(payment, instruction, addressOf(payment))),
  );
}

/** What was screened now, as its day counts it. */
const dayItemOf = (candidate: Candidate): DayItem[] =>
  candidate.screening && candidate.plan.scheme !== 'OWN'
    ? [{ ...unscreened(candidate), result: candidate.screening }]
    : [];

/** What its person pays out of the allowance. */
const allowanceOf = ({ work: { actor }, allowanceMinor: worthMinor }: Candidate) =>
  actor.kind === 'client' && worthMinor > 0n ? [{ personId: actor.personId, worthMinor }] : [];
