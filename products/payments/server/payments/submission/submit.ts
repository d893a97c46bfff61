/**
 * Submits payments: the only function that makes one, for one HTTP request, a batch of them, a standing order or the demo history. A list
 * in, one verdict per item out; everything in the caller's open transaction.
 *
 * Order per item: rules, funds, code (requested only if the payment could go), the use of the code, screening, and last the ledger, whose
 * verdict on the money is final. A payment to another bank reserves amount and fee and is handed to the rail; inside the bank money moves
 * at once; what screening holds stays reserved. A payment that needs approval is reserved and waits (`needs.ts`).
 * A refused item writes nothing and never fails its neighbours. Source: server page sections 5 and 8.
 */
import type { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import { newId as idAt } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import type { Bank } from '../../../../accounts/server/accounts/index.ts';
import {
  findSpentKeys,
  type Initiator,
  type SpentKeys,
  type StoredTransaction,
  takeNumbers,
} from '../../../../accounts/server/transactions/index.ts';
import { type CoolingPeople, lockCooling } from '../../../../identity/server/index.ts';
import type { Conversions } from '../ordering/conversion.ts';
import { isExternal, toProblem } from '../ordering/order.ts';
import { type PaymentFacts, readFacts } from '../ordering/order-facts.ts';
import { checkApplication, checkFunds, checkPayeeRight, decidePayment } from '../ordering/rules.ts';
import { type Days, lockDaysOf, screenPayments } from '../screening/screen-payments.ts';
import { type Candidate, type Refuse, type SubmitItem, unscreened } from './candidate.ts';
import { confirmAll } from './confirm-payments.ts';
import { judgeMoney, moveAllMoney, moveMoney } from './move-money.ts';
import { withNeeds } from './needs.ts';
import { instructionOf, paymentsOf } from './new-payments.ts';
import { numberedPayments, writePayments } from './write-payments.ts';

export type SubmitVerdict =
  | { readonly ok: true; readonly payment: StoredTransaction }
  | { readonly ok: false; readonly error: Problem | StepUp };

/** What payments pass on their way out, and which bank they leave. */
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
  /** Keys of earlier payments. */
  readonly spent: SpentKeys;
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
  const [spent, facts, numbers, cooling, days] = await Promise.all([
    findSpentKeys(
      db,
      items.map(({ command }) => command),
    ),
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
  return { spent, facts, numbers, cooling, days };
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
  { spent, facts, days, cooling, numbers: taken }: SubmissionContext,
  mode: Mode,
): Promise<{ readonly verdicts: SubmitVerdict[]; write(): Promise<unknown> }> {
  const verdicts = new Map<number, SubmitVerdict>();
  const refuse = (index: number, error: Problem | StepUp) => verdicts.set(index, { ok: false, error });

  const planned = plan(items, facts, spent, refuse);
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
    // The money last: its accounts are locked from there to the commit, and settlements wait for them.
    write: () =>
      Promise.all([
        writePayments(gates, db, funded, written),
        mode === 'optimistic' && moveAllMoney(db, [...funded]),
      ]),
  };
}

function plan(
  items: readonly SubmitItem[],
  facts: PaymentFacts,
  spent: SpentKeys,
  refuse: Refuse,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [index, { work, command }] of items.entries()) {
    if (spent.has(command)) {
      refuse(index, new Problem('idempotency_key_reused'));
      continue;
    }
    const isConfirmed = work.request?.approval !== undefined;
    const decision = decidePayment(command, facts.of(command), isConfirmed);
    if (!decision.ok) {
      refuse(index, toProblem(decision.rejection));
      continue;
    }
    const actor = work.actor.kind === 'client' ? work.actor : undefined;
    // Rights and money of what was confirmed in bulk were judged as a whole.
    const inOne = command.inBulk
      ? undefined
      : ((actor && checkPayeeRight(actor, decision.plan)) ??
        checkFunds(decision.plan, facts.available(decision.plan.debtor.id)));
    const rejection = checkApplication(actor?.application, decision.plan) ?? inOne;
    if (rejection) {
      refuse(index, toProblem(rejection));
      continue;
    }
    const newId = () => (command.at ? idAt(command.at.getTime()) : work.newId());
    const paymentId = command.inBulk?.paymentId ?? newId();
    const at = command.at ?? work.now;
    candidates.push({
      index,
      work,
      command,
      plan: decision.plan,
      paymentId,
      counterpartId: decision.plan.creditorHouseAccount ? newId() : undefined,
      at,
      screening: undefined,
      inBulk: command.inBulk,
      allowanceMinor: 0n,
      documents: facts.documents(command),
      calendar: command.at ?? facts.businessTime(work.now),
    });
  }
  return candidates;
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

function orderOf(candidate: Candidate) {
  const { work, command, plan, paymentId, counterpartId, at, calendar, screening, need } = candidate;
  const orderedBy = work.actor.kind === 'client' ? work.actor.personName : plan.debtor.holder;
  return {
    plan,
    clientId: command.clientId,
    paymentId,
    counterpartId,
    at,
    orderedBy: need?.asker.name ?? orderedBy,
    awaitsApproval: need !== undefined,
    initiator: initiatorOf(work),
    reference: command.reference,
    instruction: instructionOf(plan, command, need?.application ?? null),
    calendar,
    inBulk: command.inBulk,
    screening,
  };
}

function initiatorOf({ actor, request }: Work): Initiator | undefined {
  if (actor.kind !== 'client') return undefined;
  return { personId: actor.personId, ip: request?.ip ?? null, userAgent: request?.userAgent ?? null };
}
