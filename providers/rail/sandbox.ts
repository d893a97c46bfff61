/**
 * The sandbox rail: settles every instruction after a delay, except those to well-known test accounts, which are rejected or returned
 * with their own reason, or cannot take instant payments. One durable job per hand-over, so a restart loses nothing. Delayed payments
 * and later returns wait in a plan by the bank's calendar (`sandbox-plan.ts`). The accounts have valid IBAN checksums and are listed for
 * testers in products/sandbox/README.md.
 */
import type { RailReason } from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { RailAdapter, RailInstruction, RailReport, ReportSink } from './rail.ts';
import { plan, runPlan, sandboxPlanTask } from './sandbox-plan.ts';
import { heldBackAmong } from './sandbox-plan-store.ts';

const task = 'rail_sandbox_settle';
const hourMs = 3_600_000;

/** Creditor accounts that the sandbox rejects. */
export const rejectedAccounts: Readonly<Record<string, RailReason>> = {
  DE48200505500000000041: 'account_closed',
  DE21200505500000000042: 'account_unknown',
  DE91200505500000000043: 'bank_unreachable',
  DE64200505500000000044: 'beneficiary_deceased',
  DE37200505500000000045: 'regulatory',
  DE10200505500000000046: 'name_mismatch',
};

/** Creditor accounts that take the money and send it back: so long after, by the bank's calendar. */
export const returnedAccounts: Readonly<
  Record<string, { readonly reason: RailReason; readonly afterMs: number }>
> = {
  DE80200505500000000047: { reason: 'creditor_refused', afterMs: 0 },
  DE53200505500000000048: { reason: 'account_closed', afterMs: 3 * 24 * hourMs },
};

/** Creditor accounts whose bank takes no instant payments now. */
export const notInstantAccounts: ReadonlySet<string> = new Set(['DE26200505500000000049']);

/** How long an instant payment takes at most. */
const instantDelayMs = 1_000;

/** A payment to one of the test accounts, as the job of its hand-over carries it. */
type Special = Pick<RailInstruction, 'paymentId' | 'creditorAccount' | 'instructedAmountMinor'> & {
  readonly instant: boolean;
};

/** One hand-over as its job carries it. Of a payment that settles like most, the id is enough. */
type Payload = ReadonlyArray<string | Special>;

/** A rail that needs no other bank. */
export function createSandboxRail({
  settlementDelayMs,
}: {
  readonly settlementDelayMs: number;
}): RailAdapter {
  return {
    async submit(work, instructions) {
      const isInstant = ({ scheme }: RailInstruction) => scheme === 'SEPA_INSTANT';
      const jobs = [
        { handover: instructions.filter(isInstant), delayMs: Math.min(instantDelayMs, settlementDelayMs) },
        { handover: instructions.filter((each) => !isInstant(each)), delayMs: settlementDelayMs },
      ];
      await addJobs(
        work.sql,
        jobs
          .filter(({ handover }) => handover.length > 0)
          .map(({ handover, delayMs }) => ({
            task,
            payload: handover.map(payloadOf),
            runAt: new Date(work.now.getTime() + delayMs),
          })),
      );
    },
    jobs: ({ report }) => ({
      [task]: { together: (work, payloads) => settle(report, work, (payloads as Payload[]).flat()) },
      [sandboxPlanTask]: (work) => runPlan(report, work),
    }),
  };
}

function payloadOf(instruction: RailInstruction): Payload[number] {
  const { paymentId, creditorAccount, instructedAmountMinor, scheme } = instruction;
  const instant = scheme === 'SEPA_INSTANT';
  return isSpecial(creditorAccount)
    ? { paymentId, creditorAccount, instructedAmountMinor, instant }
    : paymentId;
}

const isSpecial = (account: string) =>
  Object.hasOwn(rejectedAccounts, account) ||
  Object.hasOwn(returnedAccounts, account) ||
  notInstantAccounts.has(account);

const idOf = (payment: Payload[number]) => (typeof payment === 'string' ? payment : payment.paymentId);

async function settle(report: ReportSink, work: Work, payments: Payload): Promise<void> {
  const heldBack = await heldBackAmong(work.sql, payments.map(idOf));
  const due = payments.filter((payment) => !heldBack.has(idOf(payment)));
  await report(
    work,
    due.map((payment) => reportOf(payment, work.now)),
  );
  const returning = due.flatMap((payment) => {
    if (typeof payment === 'string') return [];
    const planned = own(returnedAccounts, payment.creditorAccount);
    return planned ? [{ ...payment, ...planned }] : [];
  });
  if (returning.length === 0) return;
  await plan(
    work,
    returning.map(({ paymentId, instructedAmountMinor, reason, afterMs }) => ({
      paymentId,
      outcome: 'returned',
      reason,
      amountMinor: BigInt(instructedAmountMinor),
      afterMs,
    })),
  );
}

function reportOf(payment: Payload[number], at: Date): RailReport {
  if (typeof payment === 'string') return { paymentId: payment, outcome: 'settled', at };
  const { paymentId, creditorAccount, instant } = payment;
  const reason = own(rejectedAccounts, creditorAccount);
  if (reason) return { paymentId, outcome: 'rejected', reason, at };
  if (instant && notInstantAccounts.has(creditorAccount))
    return { paymentId, outcome: 'instant_unavailable', at };
  return { paymentId, outcome: 'settled', at };
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
