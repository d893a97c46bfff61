/**
 * Submitting payments: the one verb that makes a payment, for one request, a group of requests or a history being
 * written. A list in, one verdict per item out; everything in the caller's open transaction.
 *
 * Order per item: rules over what was read, funds, code (a code is asked for only when the payment could go), the code's
 * use, and last the ledger, whose verdict on the money is the one that counts. An outgoing payment reserves amount and fee
 * and waits for its job; inside the bank money moves at once, unless screening holds it: then it stays reserved.
 * A refused item writes nothing and never fails its neighbours. Source: server page sections 5 and 8.
 */
import { displayAmount, shortIban } from '@calmly/domain';
import type { StepUp } from '../../platform/http/step-up.ts';
import { newId as idAt } from '../../platform/ids.ts';
import { addJobs } from '../../platform/jobs.ts';
import { Problem } from '../../platform/problem.ts';
import type { Sql, Work } from '../../platform/work.ts';
import type { Screening, ScreeningResult } from '../../providers/screening/screening.ts';
import { consumeApprovals, stepUp } from '../identity/index.ts';
import { balances, lockAccounts, post, reserve, type Verdict } from '../ledger/index.ts';
import { announce } from './announce.ts';
import { type PaymentFacts, readFacts } from './facts.ts';
import { paymentsOf } from './new-payments.ts';
import {
  checkFunds,
  decidePayment,
  type PaymentOrder,
  type Plan,
  type Rejection,
  shortOfFunds,
} from './rules.ts';
import { insertPayments, numbered, takeNumbers, type WrittenPayment } from './store.ts';
import type { Step, StoredPayment } from './view.ts';

export const processTask = 'payments_process';

export interface SubmitPayment extends PaymentOrder {
  readonly clientId: string;
  readonly idempotencyKey?: string;
  /** When it was ordered, for a history that is written afterwards; such payments are processed by the caller. */
  readonly at?: Date;
}

export interface SubmitItem {
  readonly work: Work;
  readonly command: SubmitPayment;
}

export type SubmitVerdict =
  | { readonly ok: true; readonly payment: StoredPayment; readonly steps: readonly Step[] }
  | { readonly ok: false; readonly error: Problem | StepUp };

/** An item on its way through the house. */
interface Candidate extends SubmitItem {
  readonly index: number;
  readonly plan: Plan;
  readonly paymentId: string;
  readonly at: Date;
  readonly screening: ScreeningResult | undefined;
}

/** Decides and writes payments in the open transaction `db`; see the header of this file. */
export async function submitPayments(
  screening: Screening,
  db: Sql,
  items: readonly SubmitItem[],
): Promise<SubmitVerdict[]> {
  const facts = await readFacts(
    db,
    items.map(({ command }) => command),
  );
  const { verdicts, write } = await decidePayments(screening, db, items, facts);
  await write();
  return verdicts;
}

/**
 * Decides payments on what was read of them and moves their money; `write` writes the rest, and may travel together with what the
 * caller has to write. Both in the open transaction `db`.
 */
export async function decidePayments(
  screening: Screening,
  db: Sql,
  items: readonly SubmitItem[],
  facts: PaymentFacts,
): Promise<{ readonly verdicts: SubmitVerdict[]; write(): Promise<unknown> }> {
  const verdicts = new Map<number, SubmitVerdict>();
  const refuse = (index: number, error: Problem | StepUp) => verdicts.set(index, { ok: false, error });

  const planned = plan(items, facts, refuse);
  const approved = await consumeAll(db, planned, refuse);
  const screened = await screenInside(screening, approved);

  const rows = screened.flatMap((candidate) =>
    paymentsOf(orderOf(candidate)).map((payment) => ({ candidate, payment })),
  );
  const payments = rows.map(({ payment }) => payment);
  const [funded, numbers] = await Promise.all([
    moveMoney(db, screened, refuse),
    takeNumbers(
      db,
      payments.map(({ createdAt }) => createdAt),
    ),
  ]);
  const written = numbered(payments, numbers).filter((_, place) => {
    const row = rows[place];
    return row !== undefined && funded.has(row.candidate);
  });
  const byId = new Map(written.map((each) => [each.payment.id, each]));
  for (const { index, paymentId } of funded) {
    const own = byId.get(paymentId);
    if (own) verdicts.set(index, { ok: true, ...own });
  }
  return {
    verdicts: items.map((_, index) => {
      const verdict = verdicts.get(index);
      if (!verdict) throw new Error('a payment was left without a verdict');
      return verdict;
    }),
    write: () => writeAll(db, funded, written),
  };
}

function writeAll(db: Sql, funded: ReadonlySet<Candidate>, written: readonly WrittenPayment[]) {
  const waiting = [...funded].filter(({ plan, command }) => isExternal(plan) && command.at === undefined);
  const payload = waiting.map(({ paymentId }) => paymentId);
  return Promise.all([
    insertPayments(db, written),
    addJobs(db, payload.length > 0 ? [{ task: processTask, payload }] : []),
    announce(
      db,
      written.map(({ payment }) => payment),
    ),
  ]);
}

/** The rules' refusal as the problem that leaves the house. */
function toProblem(rejection: Rejection): Problem {
  const { code, ...details } = rejection;
  return new Problem(code, details);
}

type Refuse = (index: number, error: Problem | StepUp) => void;

const isExternal = (plan: Plan) => plan.creditorHouseAccount === null;
/** Money that stays in the bank and that nothing holds back moves at once. */
const isInstant = ({ plan, screening }: Candidate) => !isExternal(plan) && screening?.outcome === 'clear';

function plan(items: readonly SubmitItem[], facts: PaymentFacts, refuse: Refuse): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [index, { work, command }] of items.entries()) {
    const decision = decidePayment(command, facts.of(command));
    if (!decision.ok) {
      refuse(index, toProblem(decision.rejection));
      continue;
    }
    const funds = checkFunds(decision.plan, facts.available(decision.plan.debtor.id));
    if (funds) {
      refuse(index, toProblem(funds));
      continue;
    }
    const paymentId = command.at ? idAt(command.at.getTime()) : work.newId();
    const at = command.at ?? work.now;
    candidates.push({ index, work, command, plan: decision.plan, paymentId, at, screening: undefined });
  }
  return candidates;
}

/** Those that need a code and have none are asked for it; an approval is used up, once, for exactly what it showed. */
async function consumeAll(db: Sql, candidates: readonly Candidate[], refuse: Refuse): Promise<Candidate[]> {
  const wanted: Parameters<typeof consumeApprovals>[1][number][] = [];
  const places = new Map<number, number>();
  const passed = candidates.filter(({ index, work, plan }) => {
    if (work.actor.kind !== 'client' || !(plan.needsCode || work.actor.isStale)) return true;
    const snapshot = snapshotOf(plan);
    const approval = work.request?.approval;
    if (!approval) {
      refuse(index, stepUp({ summary: summaryOf(plan), snapshot }));
      return false;
    }
    places.set(index, wanted.length);
    wanted.push({ challengeId: approval.challengeId, sessionId: work.actor.sessionId, snapshot });
    return true;
  });
  if (wanted.length === 0) return passed;
  const consumed = await consumeApprovals(db, wanted);
  return passed.filter(({ index }) => {
    const place = places.get(index);
    if (place === undefined || consumed[place]) return true;
    refuse(index, new Problem('code_expired'));
    return false;
  });
}

/** What a code confirms beyond the request itself: the figures and the payee as they were shown. */
function snapshotOf({ amountMinor, feeMinor, currency, creditor, beneficiaryVersion }: Plan): string {
  const { name, account } = creditor;
  return JSON.stringify([`${amountMinor}`, `${feeMinor}`, currency, name, account, beneficiaryVersion]);
}

function summaryOf({ amountMinor, currency, creditor }: Plan) {
  const amount = displayAmount(amountMinor, currency).text;
  const account = shortIban(creditor.account);
  return {
    en: `Pay ${amount} to ${creditor.name}, ${account}`,
    ru: `Оплатить ${amount} получателю ${creditor.name}, ${account}`,
  };
}

/** Payments to another client are screened before the money is out of reach; own accounts have one owner. */
async function screenInside(screening: Screening, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const inside = candidates.filter(({ plan }) => plan.scheme === 'INTERNAL');
  const results =
    inside.length === 0
      ? []
      : await screening.screen(
          inside.map(({ plan }) => ({
            debtorName: plan.debtor.holder,
            creditorName: plan.creditor.name,
            currency: plan.currency,
            amountMinor: plan.amountMinor,
            paymentsInLastHour: 1,
          })),
        );
  const byIndex = new Map(inside.map(({ index }, place) => [index, results[place]]));
  return candidates.map((candidate) => {
    if (isExternal(candidate.plan)) return candidate;
    return { ...candidate, screening: byIndex.get(candidate.index) ?? { outcome: 'clear' } };
  });
}

/** Reserves or posts; the ledger's verdict is final. Answers those whose money was there. */
async function moveMoney(
  db: Sql,
  candidates: readonly Candidate[],
  refuse: Refuse,
): Promise<ReadonlySet<Candidate>> {
  const instant = candidates.filter(isInstant);
  const reserving = candidates.filter((candidate) => !isInstant(candidate));
  if (instant.length > 0 && reserving.length > 0) await lockAccounts(db, candidates.flatMap(touchedAccounts));
  const [reserved, posted] = await Promise.all([reserveAll(db, reserving), postAll(db, instant)]);
  const judged = [...zip(reserving, reserved), ...zip(instant, posted)];

  const short = judged.filter(([, verdict]) => !verdict.ok);
  const now =
    short.length > 0
      ? await balances(
          db,
          short.map(([{ plan }]) => plan.debtor.id),
        )
      : undefined;
  for (const [{ index, plan }, verdict] of short)
    refuse(index, moneyProblem(verdict, plan, now?.get(plan.debtor.id)?.availableMinor ?? 0n));
  return new Set(judged.filter(([, verdict]) => verdict.ok).map(([candidate]) => candidate));
}

const touchedAccounts = ({ plan }: Candidate) =>
  plan.creditorHouseAccount ? [plan.debtor.id, plan.creditorHouseAccount.id] : [plan.debtor.id];

function reserveAll(db: Sql, candidates: readonly Candidate[]): Promise<Verdict[]> {
  const wanted = candidates.map(({ paymentId, plan }) => ({
    id: paymentId,
    accountId: plan.debtor.id,
    amountMinor: plan.amountMinor + plan.feeMinor,
  }));
  return wanted.length > 0 ? reserve(db, wanted) : Promise.resolve([]);
}

function postAll(db: Sql, candidates: readonly Candidate[]): Promise<Verdict[]> {
  const transfers = candidates.flatMap(({ plan, at, paymentId }) => {
    const { creditorHouseAccount: creditor, debtor, amountMinor } = plan;
    if (!creditor) return [];
    return [
      {
        id: paymentId,
        debitAccountId: debtor.id,
        creditAccountId: creditor.id,
        amountMinor,
        code: 'payment',
        at,
      },
    ];
  });
  return transfers.length > 0 ? post(db, transfers) : Promise.resolve([]);
}

function zip(candidates: readonly Candidate[], verdicts: readonly Verdict[]): Array<[Candidate, Verdict]> {
  return candidates.map((candidate, place) => {
    const verdict = verdicts[place];
    if (!verdict) throw new Error('the ledger answers every item');
    return [candidate, verdict];
  });
}

/** What the ledger refused although the rules had passed it: somebody else was faster. */
function moneyProblem(verdict: Verdict, plan: Plan, availableMinor: bigint): Problem {
  const reason = verdict.ok ? undefined : verdict.reason;
  if (reason === 'insufficient_funds') return toProblem(shortOfFunds(plan, availableMinor));
  if (reason === 'account_closed')
    return new Problem('invalid_request', { fields: [{ field: 'debtorAccount', code: 'account_unknown' }] });
  return new Problem('internal', { cause: new Error(`the ledger refused a payment: ${reason}`) });
}

function orderOf({ work, command, plan, paymentId, at, screening }: Candidate) {
  return {
    plan,
    clientId: command.clientId,
    paymentId,
    counterpartId: command.at ? idAt(at.getTime()) : work.newId(),
    at,
    orderedBy: work.actor.kind === 'client' ? work.actor.displayName : plan.debtor.holder,
    reference: command.reference,
    chargeBearer: command.chargeBearer,
    idempotencyKey: command.idempotencyKey ?? null,
    screening,
  };
}
