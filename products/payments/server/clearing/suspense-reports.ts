/**
 * What the rail reports of money that was sent back out of suspense: it has left, could not be carried, or came back all the same. A refusal of what has
 * left is listed for the desk (`contradictions.ts`): put back into suspense, it would be paid out a second time.
 *
 * Order of locks: suspense by id, then the ledger's accounts.
 */
import type { Work } from '@calmly/platform/work.ts';
import type { RailReport } from '@calmly/providers/rail/rail.ts';
import { unknownReport } from './contradictions.ts';
import { findBalancing, type GiveBack, lockOpenGiveBacks } from './give-back-store.ts';
import { type Booked, bookCredits } from './incoming-credits.ts';
import type { Raised } from './raise-exceptions.ts';
import { moveBetween } from './suspense-account.ts';
import {
  findSuspenses,
  lockSuspenses,
  moveSuspense,
  type StoredSuspense,
  setReturned,
  setSettled,
} from './suspense-store.ts';

type ReturnReport = Extract<RailReport, { outcome: 'returned' }>;

/** `balances`: the desk had put this back; `returnOf`: it brings back that payment. */
interface ReturnOfSent {
  readonly report: ReturnReport;
  readonly sent: StoredSuspense;
  readonly balances: GiveBack | undefined;
  readonly returnOf: string | undefined;
}

/** Books reports that name no payment in the open transaction. Answers what contradicts the books, which the caller lists. */
export async function applySuspenseReports(work: Work, reports: readonly RailReport[]): Promise<Raised[]> {
  if (reports.length === 0) return [];
  const { sql } = work;
  const ids = reports.map(({ paymentId }) => paymentId);
  await lockSuspenses(sql, ids);
  await setSettled(
    sql,
    reports.filter(({ outcome }) => outcome === 'settled'),
  );
  await suspendReturned(
    work,
    reports.filter((report): report is ReturnReport => report.outcome === 'returned'),
  );
  const sentBack = await findSuspenses(sql, ids);
  await reopenRefused(
    work,
    reports.filter(({ outcome, paymentId }) => outcome === 'rejected' && !sentBack.get(paymentId)?.settledAt),
  );
  return reports.flatMap((report) => unknownReport(report, sentBack.get(report.paymentId)));
}

/** What the rail could not carry back waits again: the money has not left. What has come back waits already. Answers what was put back. */
export async function reopenRefused(
  work: Work,
  refused: ReadonlyArray<{ readonly paymentId: string }>,
): Promise<StoredSuspense[]> {
  const reopened: StoredSuspense[] = [];
  for (const { paymentId } of refused) {
    const credit = await moveSuspense(work.sql, paymentId, {
      from: 'sent_back',
      to: 'waiting',
      at: work.now,
    });
    if (!credit) continue;
    await moveBetween(work, 'nostro', 'suspense', [
      { id: work.newId(), subjectId: paymentId, credit: { ...credit, at: work.now } },
    ]);
    work.log.error({ suspenseId: paymentId }, 'money sent back from suspense was returned: see npm run ops');
    reopened.push(credit);
  }
  return reopened;
}

/**
 * What was sent back, carried there, and comes back all the same: perhaps less charges, it waits again, for the same people to see. If the desk has put
 * the whole of it back already, it waits there once. Less than that is another credit, which the bank may keep. `isConfirmed`: the
 * desk has said that it is another credit than those booked under its reference.
 */
export async function suspendReturned(
  work: Work,
  returned: readonly ReturnReport[],
  isConfirmed = false,
): Promise<Booked[]> {
  if (returned.length === 0) return [];
  const ids = returned.map(({ paymentId }) => paymentId);
  // Two approvals at the desk take turns, each with what the other wrote.
  await lockSuspenses(work.sql, ids);
  const known = await findSuspenses(work.sql, ids);
  // A payment comes back once: another credit for what was sent back is not its return, nor is one for what waits again or was given to an account.
  const cameBack = new Set<string>();
  const givenBack = await lockOpenGiveBacks(work.sql, ids);
  const returns = returned.flatMap((report): ReturnOfSent[] => {
    const sent = known.get(report.paymentId);
    if (!sent) return [];
    const { currency } = sent;
    const at = givenBack.findIndex(
      (each) =>
        each.originalId === sent.id && each.currency === currency && each.amountMinor === report.amountMinor,
    );
    const [balances] = at < 0 ? [] : givenBack.splice(at, 1);
    if (balances) return [{ report, sent, balances, returnOf: undefined }];
    const isFirst = sent.state === 'sent_back' && sent.returnedAt === null && !cameBack.has(sent.id);
    cameBack.add(sent.id);
    return [
      { report, sent, balances: undefined, returnOf: isFirst ? (sent.returnOf ?? undefined) : undefined },
    ];
  });
  const booked = await bookCredits(
    work,
    returns.map(
      ({
        report: { paymentId, reason, railReference, amountMinor, at, entry, valueOn = null },
        sent,
        balances,
        returnOf,
      }) => ({
        credit: { ...sent, railReference, amountMinor, at, valueOn, ...(entry && { entry }) },
        cause: 'return_unexpected' as const,
        returnOf,
        audience: sent.audience,
        balances,
        returned: { paymentId, clientId: null, reason },
        isConfirmed,
      }),
    ),
  );
  const balancing = await findBalancing(work.sql, ids);
  // What brings back the money of an earlier time, told once or again, says nothing of the last.
  const ofLastTime = returns.flatMap(({ report, sent: { id }, balances }, index) => {
    const verdict = booked[index]?.verdict;
    const isOfEarlier = balances || (verdict === 'known' && isAmong(balancing.get(id), report));
    return isOfEarlier ? [] : [{ id, at: report.at, verdict }];
  });
  // A bank that sends money back has had it, whether or not that was reported.
  await setSettled(
    work.sql,
    ofLastTime.map(({ id, at }) => ({ paymentId: id, at })),
  );
  await setReturned(
    work.sql,
    ofLastTime.filter(({ verdict }) => verdict !== 'set_aside'),
  );
  return booked;
}

const isAmong = (references: readonly string[] = [], { railReference, entry }: ReturnReport): boolean =>
  references.some((each) => each === railReference || each === entry?.otherReference);
