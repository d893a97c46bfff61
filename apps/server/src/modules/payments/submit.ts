/**
 * Submitting payments: the one verb that makes a payment, for one request, a group of requests or a history being
 * written. A list in, one verdict per item out; everything in the caller's open transaction.
 *
 * Order per item: rules over what was read, funds, code (a code is asked for only when the payment could go), the code's
 * use, screening, and last the ledger, whose verdict on the money is the one that counts. A payment to another bank reserves amount
 * and fee and is handed to the rail; inside the bank money moves at once; what screening holds stays reserved. What needs somebody's
 * approval is reserved and goes no further (`approval.ts`).
 * A refused item writes nothing and never fails its neighbours. Source: server page sections 5 and 8.
 */
import type { Document } from '@calmly/contract';
import type { StepUp } from '../../platform/http/step-up.ts';
import { newId as idAt } from '../../platform/ids.ts';
import { notify } from '../../platform/notices.ts';
import { Problem } from '../../platform/problem.ts';
import type { Sql, Work } from '../../platform/work.ts';
import type { Rail } from '../../providers/rail/rail.ts';
import type { Screening } from '../../providers/screening/screening.ts';
import type { Bank } from '../accounts/index.ts';
import type { Need } from '../approvals/index.ts';
import { type Confirmed, type CoolingPeople, countAllowances, lockCooling } from '../identity/index.ts';
import { announce, type Initiator, type StoredTransaction, takeNumbers } from '../transactions/index.ts';
import { openApprovals, withNeeds } from './approval.ts';
import { attachDocuments } from './attachments.ts';
import { confirmAll } from './confirm.ts';
import type { Conversions } from './conversion.ts';
import { countUnlooked, type DayItem, type Days, lockDaysOf } from './day-limit.ts';
import { isHeld } from './decide.ts';
import { type PaymentFacts, readFacts } from './facts.ts';
import { railInstruction } from './hand-over.ts';
import { recordHeld } from './held-store.ts';
import { type Decided, isExternal, judgeMoney, moveAllMoney, moveMoney, toProblem } from './move-money.ts';
import { instructionOf, paymentsOf } from './new-payments.ts';
import { noticesOf } from './notices.ts';
import type { PaymentOrder } from './order.ts';
import { insertPayments, numberedPayments, type WrittenPayment } from './record-payments.ts';
import { checkApplication, checkFunds, decidePayment } from './rules.ts';
import { screenPayments } from './screen.ts';

export interface SubmitPayment extends PaymentOrder {
  readonly clientId: string;
  readonly idempotencyKey?: string;
  /** When it was ordered, for a history that is written afterwards; such payments are processed by the caller. */
  readonly at?: Date;
  /** When its client confirmed it; required for what a client pays without a request. */
  readonly confirmed?: Confirmed;
  /** Since when its order pays this payee; counts where the payee is none of the beneficiaries. */
  readonly orderedSince?: Date;
}

export interface SubmitItem {
  readonly work: Work;
  readonly command: SubmitPayment;
}

export type SubmitVerdict =
  | { readonly ok: true; readonly payment: StoredTransaction }
  | { readonly ok: false; readonly error: Problem | StepUp };

/** An item on its way through the house. */
type Candidate = SubmitItem &
  Decided & {
    readonly need?: Need | undefined;
    readonly documents: readonly Document[];
    /** What it takes of its person's allowance during cooling-off. */
    readonly allowanceMinor: bigint;
    /** The moment by the bank's calendar. */
    readonly calendar: Date;
  };
type Refuse = (index: number, error: Problem | StepUp) => void;

/** What payments go through on their way out, and which bank they leave. */
export interface Gates {
  readonly bank: Bank;
  readonly screening: Screening;
  readonly rail: Rail;
  /** Quotes of payments in another currency; a history has none. */
  readonly conversions?: Conversions;
}

/**
 * How the ledger judges the money. Optimistic: it moves all of it while the payments are written, and one account that is short ends the
 * transaction. Pessimistic: it answers for each payment before anything is written, so only the payment that is short is refused.
 */
type Mode = 'optimistic' | 'pessimistic';

/** What is read and locked before anything is decided; requested at once, it is one round trip. */
export interface SubmissionContext {
  readonly facts: PaymentFacts;
  readonly days: Days;
  readonly cooling: CoolingPeople;
  /** Numbers for the payments, one for each order; those of orders that are refused are lost. */
  readonly numbers: readonly string[];
}

/** Reads and locks in the open transaction what `decidePayments` decides on. */
export async function loadContext(
  gates: Gates,
  db: Sql,
  items: readonly SubmitItem[],
): Promise<SubmissionContext> {
  const [facts, numbers, cooling, days] = await Promise.all([
    readFacts(
      db,
      gates,
      items.map(({ command }) => command),
    ),
    takeNumbers(
      db,
      items.map(({ work, command }) => command.at ?? work.now),
    ),
    lockCooling(
      db,
      items.flatMap(({ work }) =>
        work.request && work.actor.kind === 'client' ? [work.actor.personId] : [],
      ),
    ),
    lockDaysOf(
      db,
      items.map(({ work, command }) => ({
        clientId: command.clientId,
        now: command.at ? undefined : work.now,
      })),
    ),
  ]);
  return { facts, numbers, cooling, days };
}

/** Decides and writes payments in the open transaction `db`; see the header of this file. */
export async function submitPayments(
  gates: Gates,
  db: Sql,
  items: readonly SubmitItem[],
): Promise<SubmitVerdict[]> {
  const context = await loadContext(gates, db, items);
  const { verdicts, write } = await decidePayments(gates, db, items, context, 'pessimistic');
  await write();
  return verdicts;
}

/**
 * Decides payments on what was read of them; `write` writes them, and may travel together with what the caller has to write. Both in the
 * open transaction `db`.
 */
export async function decidePayments(
  gates: Gates,
  db: Sql,
  items: readonly SubmitItem[],
  { facts, days, cooling, numbers: taken }: SubmissionContext,
  mode: Mode,
): Promise<{ readonly verdicts: SubmitVerdict[]; write(): Promise<unknown> }> {
  const verdicts = new Map<number, SubmitVerdict>();
  const refuse = (index: number, error: Problem | StepUp) => verdicts.set(index, { ok: false, error });

  const planned = plan(items, facts, refuse);
  const { judged, changed } = await withNeeds(db, planned);
  for (const { index } of changed) refuse(index, new Problem('code_expired'));
  const approved = await confirmAll(db, judged, cooling, refuse);
  const screened = await screenNow(gates.screening, db, approved, days);

  const rows = screened.flatMap((candidate) =>
    paymentsOf(orderOf(candidate)).map((payment) => ({ candidate, payment })),
  );
  const payments = rows.map(({ payment }) => payment);
  const payees = rows.filter(({ candidate, payment }) => payment.id !== candidate.paymentId);
  const [funded, payeeNumbers] = await Promise.all([
    mode === 'optimistic' ? judgeMoney(screened, facts, refuse) : moveMoney(db, screened, refuse),
    takeNumbers(
      db,
      payees.map(({ payment }) => payment.createdAt),
    ),
  ]);
  const numberOf = new Map([
    ...screened.map(({ paymentId, index }) => [paymentId, taken[index]] as const),
    ...payees.map(({ payment }, place) => [payment.id, payeeNumbers[place]] as const),
  ]);
  const numbers = payments.map(({ id }) => numberOf.get(id));
  const written = numberedPayments(payments, numbers).filter((_, place) => {
    const row = rows[place];
    return row !== undefined && funded.has(row.candidate);
  });
  const writtenById = new Map(written.map(({ payment }) => [payment.id, payment]));
  for (const { index, paymentId } of funded) {
    const payment = writtenById.get(paymentId);
    if (payment) verdicts.set(index, { ok: true, payment });
  }
  return {
    verdicts: items.map((_, index) => {
      const verdict = verdicts.get(index);
      if (!verdict) throw new Error('a payment was left without a verdict');
      return verdict;
    }),
    write: () =>
      Promise.all([
        mode === 'optimistic' && moveAllMoney(db, [...funded]),
        writeAll(gates, db, funded, written),
      ]),
  };
}

function writeAll(
  { rail, conversions }: Gates,
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
    countUnlooked(db, [...funded].flatMap(dayItemOf)),
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

/** What waits for the desk; what went at once was seen by who ordered it. */
const heldByScreening = (written: readonly WrittenPayment[]) =>
  written.flatMap(({ payment, steps }) => {
    const last = steps.at(-1);
    return last && isHeld(payment.status) ? [{ payment, ...last }] : [];
  });

function plan(items: readonly SubmitItem[], facts: PaymentFacts, refuse: Refuse): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [index, { work, command }] of items.entries()) {
    const isConfirmed = work.request?.approval !== undefined;
    const decision = decidePayment(command, facts.of(command), isConfirmed);
    if (!decision.ok) {
      refuse(index, toProblem(decision.rejection));
      continue;
    }
    const application = work.actor.kind === 'client' ? work.actor.application : undefined;
    const rejection =
      checkApplication(application, decision.plan) ??
      checkFunds(decision.plan, facts.available(decision.plan.debtor.id));
    if (rejection) {
      refuse(index, toProblem(rejection));
      continue;
    }
    const paymentId = command.at ? idAt(command.at.getTime()) : work.newId();
    const at = command.at ?? work.now;
    candidates.push({
      index,
      work,
      command,
      plan: decision.plan,
      paymentId,
      at,
      screening: undefined,
      allowanceMinor: 0n,
      documents: facts.documents(command),
      calendar: command.at ?? facts.businessTime(work.now),
    });
  }
  return candidates;
}

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
  await rail.submit(
    work,
    leaving.map(({ payment, instruction }) => railInstruction(payment, instruction)),
  );
}

/** Payments to others are screened before they are written; own accounts have one owner. A history is screened by who writes it. */
async function screenNow(
  screening: Screening,
  db: Sql,
  candidates: readonly Candidate[],
  days: Days,
): Promise<Candidate[]> {
  const waiting = candidates.filter(({ plan, command, need }) => {
    if (need || plan.scheme === 'OWN') return false;
    return !isExternal(plan) || command.at === undefined;
  });
  const screened = await screenPayments(screening, db, waiting.map(unscreened), {
    areWritten: false,
    days,
  });
  const byIndex = new Map(screened.map(({ index, result }) => [index, result]));
  return candidates.map((candidate) => {
    const clear = candidate.plan.scheme === 'OWN' && !candidate.need;
    return {
      ...candidate,
      screening: byIndex.get(candidate.index) ?? (clear ? { outcome: 'clear' } : undefined),
    };
  });
}

function unscreened({ index, paymentId: id, at, command, plan, calendar }: Candidate) {
  const { currency, amountMinor, debtor, creditor, creditorHouseAccount, payee } = plan;
  return {
    index,
    id,
    at,
    holderName: creditorHouseAccount?.holder,
    clientId: command.clientId,
    debtorName: debtor.holder,
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    beneficiaryId: payee?.id ?? null,
    currency,
    amountMinor,
    day: command.at ? undefined : calendar.toISOString().slice(0, 10),
  };
}

/** What was screened now, as its day counts it. */
const dayItemOf = (candidate: Candidate): DayItem[] =>
  candidate.screening && candidate.plan.scheme !== 'OWN'
    ? [{ ...unscreened(candidate), result: candidate.screening }]
    : [];

/** What its person pays out of the allowance. */
const allowanceOf = ({ work: { actor }, allowanceMinor: worthMinor }: Candidate) =>
  actor.kind === 'client' && worthMinor > 0n ? [{ personId: actor.personId, worthMinor }] : [];

function orderOf({ work, command, plan, paymentId, at, calendar, screening, need }: Candidate) {
  const orderedBy = work.actor.kind === 'client' ? work.actor.personName : plan.debtor.holder;
  return {
    plan,
    clientId: command.clientId,
    paymentId,
    counterpartId: () => (command.at ? idAt(at.getTime()) : work.newId()),
    at,
    orderedBy: need?.asker.name ?? orderedBy,
    awaitsApproval: need !== undefined,
    initiator: initiatorOf(work),
    reference: command.reference,
    instruction: instructionOf(plan, command, need?.application ?? null),
    calendar,
    idempotencyKey: command.idempotencyKey ?? null,
    screening,
  };
}

function initiatorOf({ actor, request }: Work): Initiator | undefined {
  if (actor.kind !== 'client') return undefined;
  return { personId: actor.personId, ip: request?.ip ?? null, userAgent: request?.userAgent ?? null };
}
