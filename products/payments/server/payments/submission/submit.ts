/**
 * Submits payments: the only function that makes one, for one HTTP request, a batch of them, a standing order or the demo history. A list of
 * orders in, one verdict for each out; everything in the caller's open transaction. An order becomes a planned payment, and that one its rows.
 *
 * Steps of an order: rules, funds, code (requested only if the payment could go), the use of the code, screening, and last the ledger, whose
 * verdict on the money is final. A payment to another bank reserves amount and fee and is handed to the rail; inside the bank money moves
 * at once; what screening holds stays reserved. A payment that needs approval is reserved and waits (`needs.ts`).
 * A refused order writes nothing and never fails its neighbours. Source: server page sections 5 and 8.
 */

import type { createPayment } from '@calmly/contract';
import { claimOf } from '@calmly/platform/http/calls/idempotency.ts';
import type { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import type { Batch } from '@calmly/platform/http/router.ts';
import { newId as idAt } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { NameChecks } from '@calmly/providers/name-check/name-check.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import type { Bank } from '../../../../accounts/server/accounts/index.ts';
import {
  findSpentKeys,
  orderedNow,
  type SpentKeys,
  type StoredTransaction,
  takeNumbers,
  toPayment,
} from '../../../../accounts/server/transactions/index.ts';
import { type CoolingPeople, lockCooling, requireClientActor } from '../../../../identity/server/index.ts';
import type { Conversions } from '../ordering/conversion.ts';
import {
  type PaymentCommand,
  type PaymentOrder,
  type PlannedPayment,
  type Refuse,
  toProblem,
} from '../ordering/order.ts';
import { type PaymentFacts, readFacts } from '../ordering/order-facts.ts';
import { checkNewPayee } from '../ordering/preview.ts';
import { checkApplication, checkFunds, checkPayeeRight, decidePayment } from '../ordering/rules.ts';
import { type Days, lockDaysOf, screenPayments } from '../screening/screen-payments.ts';
import { confirmAll } from './confirm.ts';
import { isExternal, judgeMoney, moveAllMoney, moveMoney } from './move-money.ts';
import { withNeeds } from './needs.ts';
import { numberedRows, rowsOf, unscreened, writeRows } from './payment-rows.ts';

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
  orders: readonly PaymentOrder[],
): Promise<SubmissionContext> {
  const [spent, facts, numbers, cooling, days] = await Promise.all([
    findSpentKeys(
      db,
      orders.map(({ command }) => command),
    ),
    readFacts(
      db,
      gates,
      orders.map(({ command }) => command),
    ),
    takeNumbers(
      db,
      orders.map(({ work, command }) => command.at ?? work.now),
    ),
    lockCooling(
      db,
      orders.flatMap(({ work }) =>
        work.request && work.actor.kind === 'client' ? [work.actor.personId] : [],
      ),
    ),
    lockDaysOf(
      db,
      orders.map(({ work, command }) => ({
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
  orders: readonly PaymentOrder[],
): Promise<SubmitVerdict[]> {
  const context = await loadContext(gates, db, orders);
  const { verdicts, write } = await decidePayments(gates, db, orders, context, 'pessimistic');
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
  orders: readonly PaymentOrder[],
  { spent, facts, days, cooling, numbers }: SubmissionContext,
  mode: Mode,
): Promise<{ readonly verdicts: SubmitVerdict[]; write(): Promise<unknown> }> {
  const verdicts = new Map<number, SubmitVerdict>();
  const refuse = (index: number, error: Problem | StepUp) => verdicts.set(index, { ok: false, error });

  const allowed = plan(orders, facts, spent, refuse);
  const { judged, changed } = await withNeeds(db, allowed);
  for (const { index } of changed) refuse(index, new Problem('code_expired'));
  const confirmed = await confirmAll(db, judged, cooling, refuse);
  const planned = await screenNow(gates.screening, db, confirmed, days);

  const drafts = planned.flatMap((each) => rowsOf(each).map((row) => ({ planned: each, row })));
  const credits = drafts.filter((draft) => draft.row.id !== draft.planned.paymentId);
  const [funded, creditNumbers] = await Promise.all([
    mode === 'optimistic' ? judgeMoney(planned, facts, refuse) : moveMoney(db, planned, refuse),
    takeNumbers(
      db,
      credits.map(({ row }) => row.createdAt),
    ),
  ]);
  const numberOf = new Map([
    ...planned.map(({ paymentId, index }) => [paymentId, numbers[index]] as const),
    ...credits.map(({ row }, place) => [row.id, creditNumbers[place]] as const),
  ]);
  const rows = numberedRows(
    drafts.map(({ row }) => row),
    drafts.map(({ row }) => numberOf.get(row.id)),
  ).filter((_, place) => {
    const draft = drafts[place];
    return draft !== undefined && funded.has(draft.planned);
  });
  const payments = new Map(rows.map(({ payment }) => [payment.id, payment]));
  for (const { index, paymentId } of funded) {
    const payment = payments.get(paymentId);
    if (payment) verdicts.set(index, { ok: true, payment });
  }
  return {
    verdicts: orders.map((_, index) => {
      const verdict = verdicts.get(index);
      if (!verdict) throw new Error('a payment was left without a verdict');
      return verdict;
    }),
    // The money last: its accounts are locked from there to the commit, and settlements wait for them.
    write: () =>
      Promise.all([
        writeRows(gates, db, [...funded], rows),
        mode === 'optimistic' && moveAllMoney(db, [...funded]),
      ]),
  };
}

function plan(
  orders: readonly PaymentOrder[],
  facts: PaymentFacts,
  spent: SpentKeys,
  refuse: Refuse,
): PlannedPayment[] {
  const planned: PlannedPayment[] = [];
  for (const [index, { work, command }] of orders.entries()) {
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
    planned.push({
      index,
      work,
      command,
      plan: decision.plan,
      paymentId,
      counterpartId: decision.plan.creditorHouseAccount ? newId() : undefined,
      at,
      calendar: command.at ?? facts.businessTime(work.now),
      documents: facts.documents(command),
      need: undefined,
      allowanceMinor: 0n,
      screening: undefined,
    });
  }
  return planned;
}

/** Payments to others are screened before they are written; own accounts have one owner. A history is screened by who writes it. */
async function screenNow(
  screening: Screening,
  db: Sql,
  planned: readonly PlannedPayment[],
  days: Days,
): Promise<PlannedPayment[]> {
  const waiting = planned.filter(({ plan, command, need }) => {
    if (need || plan.scheme === 'OWN') return false;
    return !isExternal(plan) || command.at === undefined;
  });
  const screened = await screenPayments(screening, db, waiting.map(unscreened), {
    areWritten: false,
    days,
  });
  const byIndex = new Map(screened.map(({ index, result }) => [index, result]));
  return planned.map((each) => {
    const clear = each.plan.scheme === 'OWN' && !each.need;
    return {
      ...each,
      screening: byIndex.get(each.index) ?? (clear ? { outcome: 'clear' } : undefined),
    };
  });
}

export type PaymentBatch = Batch<typeof createPayment, PaymentCommand, SubmissionContext>;

/**
 * `POST /transactions` as a batch: orders that arrive together are decided and written in one transaction
 * (`platform/http/calls/batch.ts`). All payments of a client go through the same lane. A payment with conversion runs by itself,
 * because two that name the same quote must not be decided together.
 */
export function paymentBatch(gates: Gates, nameChecks: NameChecks): PaymentBatch {
  return {
    name: 'payments',
    async prepare(work, { body }) {
      const { clientId, application } = requireClientActor(work);
      if (!work.request) throw new Error('a payment over HTTP has a request');
      const { key: idempotencyKey } = claimOf(work.request, clientId);
      const command = { ...body, clientId, idempotencyKey };
      if (!application?.scopes.includes('payments:new-payee')) return command;
      // For the approver: the application does not learn the result.
      await checkNewPayee(work, { bank: gates.bank, nameChecks }, body);
      return { ...command, mayBeNewPayee: true };
    },
    lane: ({ clientId }) => clientId,
    isAlone: ({ quoteId }) => quoteId !== undefined,
    load: (db, orders) => loadContext(gates, db, orders),
    async decide(db, orders, context) {
      const { verdicts, write } = await decidePayments(gates, db, orders, context, 'optimistic');
      return { verdicts: verdicts.map((verdict, place) => toOutput(verdict, orders[place])), write };
    },
    async decideAlone(work, command) {
      const order = { work, command };
      const [verdict] = await submitPayments(gates, work.sql, [order]);
      const output = toOutput(verdict, order);
      if (output instanceof Error) throw output;
      return output();
    },
  };
}

function toOutput(verdict: SubmitVerdict | undefined, order: PaymentOrder | undefined) {
  if (!verdict || !order) throw new Error('every payment gets a verdict');
  if (!verdict.ok) return verdict.error;
  return () => toPayment(verdict.payment, orderedNow(requireClientActor(order.work)));
}
