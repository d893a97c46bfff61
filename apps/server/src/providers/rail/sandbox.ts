/**
 * The sandbox rail: settles every instruction after a delay, except those to well-known test accounts, which are
 * rejected each with its own reason. One durable job per hand-over, so a restart in between loses nothing.
 * The accounts are real IBANs by checksum and are listed for testers in docs/sandbox.md.
 */
import { addJobs } from '../../platform/jobs.ts';
import type { Rail, RailReason, RailReport, ReportSink } from './rail.ts';

const task = 'rail_sandbox_settle';

/** Creditor accounts that the sandbox rejects. */
export const rejectedAccounts: Readonly<Record<string, RailReason>> = {
  DE48200505500000000041: 'account_closed',
  DE21200505500000000042: 'account_unknown',
  DE91200505500000000043: 'bank_unreachable',
  DE64200505500000000044: 'beneficiary_deceased',
  DE37200505500000000045: 'regulatory',
};

/** One hand-over as its job carries it. */
type Payload = ReadonlyArray<{ readonly paymentId: string; readonly reason?: RailReason }>;

function rejectionOf(creditorAccount: string): RailReason | undefined {
  return Object.hasOwn(rejectedAccounts, creditorAccount) ? rejectedAccounts[creditorAccount] : undefined;
}

/** A rail that needs no other bank; `report` is told what became of each instruction. */
export function createSandboxRail(options: {
  readonly settlementDelayMs: number;
  readonly report: ReportSink;
}): Rail {
  return {
    name: 'sandbox',
    async submit(work, instructions) {
      const payload: Payload = instructions.map(({ paymentId, creditorAccount }) => {
        const reason = rejectionOf(creditorAccount);
        return reason ? { paymentId, reason } : { paymentId };
      });
      const runAt = new Date(work.now.getTime() + options.settlementDelayMs);
      await addJobs(work.sql, [{ task, payload, runAt }]);
    },
    jobs: {
      [task]: {
        together: (work, payloads) => {
          const reports = (payloads as Payload[]).flat().map(({ paymentId, reason }): RailReport => {
            return reason
              ? { paymentId, outcome: 'rejected', reason, at: work.now }
              : { paymentId, outcome: 'settled', at: work.now };
          });
          return options.report(work, reports);
        },
      },
    },
  };
}
