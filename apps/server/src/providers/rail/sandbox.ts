/**
 * The sandbox rail: settles every instruction after a delay, except those to well-known test accounts, which are rejected or returned
 * with their own reason, or cannot take instant payments. One durable job per hand-over, so a restart loses nothing. Delayed payments
 * and later returns wait in a plan by the bank's calendar (`sandbox-plan.ts`). The accounts have valid IBAN checksums and are listed for
 * testers in docs/sandbox.md.
 */
import type { RailReason } from '@calmly/contract';
import { addJobs } from '../../platform/jobs/jobs.ts';
import type { Work } from '../../platform/work.ts';
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

/** One hand-over as its job carries it. */
type Payload = ReadonlyArray<
  Pick<RailInstruction, 'paymentId' | 'endToEndId' | 'creditorAccount' | 'instructedAmountMinor'> & {
    readonly instant: boolean;
  }
>;

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

const payloadOf = (instruction: RailInstruction): Payload[number] => ({
  paymentId: instruction.paymentId,
  endToEndId: instruction.endToEndId,
  creditorAccount: instruction.creditorAccount,
  instructedAmountMinor: instruction.instructedAmountMinor,
  instant: instruction.scheme === 'SEPA_INSTANT',
});

async function settle(report: ReportSink, work: Work, instructions: Payload): Promise<void> {
  const heldBack = await heldBackAmong(
    work.sql,
    instructions.map(({ paymentId }) => paymentId),
  );
  const due = instructions.filter(({ paymentId }) => !heldBack.has(paymentId));
  await report(
    work,
    due.map((instruction) => reportOf(instruction, work.now)),
  );
  const returning = due.flatMap((instruction) => {
    const planned = own(returnedAccounts, instruction.creditorAccount);
    return planned ? [{ ...instruction, ...planned }] : [];
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

function reportOf({ paymentId, creditorAccount, instant }: Payload[number], at: Date): RailReport {
  const reason = own(rejectedAccounts, creditorAccount);
  if (reason) return { paymentId, outcome: 'rejected', reason, at };
  if (instant && notInstantAccounts.has(creditorAccount))
    return { paymentId, outcome: 'instant_unavailable', at };
  return { paymentId, outcome: 'settled', at };
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
