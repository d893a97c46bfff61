/**
 * The money of decided payments: held for those that leave the bank or that screening holds, moved at once for the others.
 * The ledger's verdict is final, even if the rules passed: another transaction may have been faster.
 */
import { chargesOf } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  balances,
  draw,
  lockAccounts,
  ownTransferCode,
  post,
  postAll,
  reserve,
  reserveAll,
  type Transfer,
  type Verdict,
} from '../../../../ledger/server/index.ts';
import { type Plan, type PlannedPayment, type Refuse, toProblem } from '../ordering/order.ts';
import { checkFunds, shortOfFunds } from '../ordering/rules.ts';
import { settlePayments } from '../settlement/settle-money.ts';

/** Money that stays in the bank and that screening does not hold moves at once, unless it is converted or held already. */
const isCleared = ({ plan, screening }: PlannedPayment) =>
  !isExternal(plan) && screening?.outcome === 'clear';
const settlesImmediately = (payment: PlannedPayment) =>
  isCleared(payment) && payment.plan.converted === null && !isInBulk(payment);
const isInBulk = ({ command: { inBulk } }: PlannedPayment) => inBulk !== undefined;

/** Whether the payment leaves the bank. */
export const isExternal = ({ creditorHouseAccount }: Pick<Plan, 'creditorHouseAccount'>): boolean =>
  creditorHouseAccount === null;

/** Reserves or posts; the ledger's verdict is final. Answers those whose money was there. */
export async function moveMoney(
  db: Sql,
  planned: readonly PlannedPayment[],
  refuse: Refuse,
): Promise<ReadonlySet<PlannedPayment>> {
  const instant = planned.filter(settlesImmediately);
  const drawing = planned.filter(isInBulk);
  const reserving = planned.filter((each) => !settlesImmediately(each) && !isInBulk(each));
  const [drawn] = await Promise.all([
    drawTogether(db, drawing),
    instant.length > 0 && reserving.length > 0 && lockAccounts(db, planned.flatMap(touchedAccounts)),
  ]);
  const [reserved, posted] = await Promise.all([
    reserving.length > 0 ? reserve(db, reserving.map(reservationOf)) : [],
    instant.length > 0 ? post(db, instant.flatMap(transferOf)) : [],
  ]);
  const judged = [...zip(drawing, drawn), ...zip(reserving, reserved), ...zip(instant, posted)];

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
  const moved = judged.filter(([, verdict]) => verdict.ok).map(([each]) => each);
  await settleReserved(
    db,
    moved.filter((each) => isCleared(each) && !settlesImmediately(each)),
  );
  return new Set(moved);
}

/** Moves, and converts where that is wanted, what stays in the bank and was reserved just now. An account that was closed meanwhile ends the transaction. */
async function settleReserved(db: Sql, planned: readonly PlannedPayment[]): Promise<void> {
  if (planned.length === 0) return;
  const verdicts = await settlePayments(
    db,
    newId,
    planned.flatMap(({ plan, paymentId: id, counterpartId, at, command }) => {
      const { creditorHouseAccount: creditor, debtor } = plan;
      if (!creditor || counterpartId === undefined) return [];
      const credited = { accountId: creditor.id, transactionId: counterpartId };
      const heldBy = command.inBulk?.heldBy ?? null;
      return [{ payment: { ...plan, id, accountId: debtor.id, heldBy }, at, credited }];
    }),
  );
  if (!verdicts.every(({ ok }) => ok)) throw badFields({ field: 'beneficiaryId', code: 'account_unknown' });
}

/**
 * Judges the money by the balances that were read, one payment after the other, so that payments of one batch that share an account are
 * refused here and not by the ledger, which would refuse the batch. Answers those whose money is there.
 */
export function judgeMoney(
  planned: readonly PlannedPayment[],
  { available }: { available(accountId: string): bigint },
  refuse: Refuse,
): ReadonlySet<PlannedPayment> {
  const changes = new Map<string, bigint>();
  const add = (accountId: string, minor: bigint) =>
    changes.set(accountId, (changes.get(accountId) ?? 0n) + minor);
  return new Set(
    planned.filter((each) => {
      const { plan, index } = each;
      const rejection = checkFunds(plan, available(plan.debtor.id) + (changes.get(plan.debtor.id) ?? 0n));
      if (rejection) {
        refuse(index, toProblem(rejection));
        return false;
      }
      add(plan.debtor.id, -chargesOf(plan).debitedMinor);
      if (settlesImmediately(each) && plan.creditorHouseAccount)
        add(plan.creditorHouseAccount.id, plan.amountMinor);
      return true;
    }),
  );
}

/** Moves the money of all. One account that is short, closed or unknown ends the transaction. */
export async function moveAllMoney(db: Sql, planned: readonly PlannedPayment[]): Promise<void> {
  const instant = planned.filter(settlesImmediately);
  const reserving = planned.filter((each) => !settlesImmediately(each));
  await Promise.all([
    instant.length > 0 && reserving.length > 0 && lockAccounts(db, planned.flatMap(touchedAccounts)),
    reserveAll(db, reserving.map(reservationOf)),
    postAll(db, instant.flatMap(transferOf)),
  ]);
}

const touchedAccounts = ({ plan }: PlannedPayment) =>
  plan.creditorHouseAccount ? [plan.debtor.id, plan.creditorHouseAccount.id] : [plan.debtor.id];

/** Draws one reservation for all payments that name it; its verdict is theirs. */
async function drawTogether(db: Sql, drawing: readonly PlannedPayment[]): Promise<Verdict[]> {
  const groups = [...Map.groupBy(drawing, ({ command }) => command.inBulk?.heldBy ?? '')];
  const verdicts = await draw(
    db,
    groups.map(([id, group]) => ({
      id,
      reservationId: group[0]?.command.inBulk?.drawnFrom ?? '',
      amountMinor: group.reduce((sum, { plan }) => sum + chargesOf(plan).debitedMinor, 0n),
    })),
  );
  const verdictOf = new Map(groups.map(([id], place) => [id, verdicts[place]]));
  return drawing.map(({ command }) => {
    const verdict = verdictOf.get(command.inBulk?.heldBy ?? '');
    if (!verdict) throw new Error('the ledger answers every item');
    return verdict;
  });
}

const reservationOf = ({ paymentId, plan }: PlannedPayment) => ({
  id: paymentId,
  accountId: plan.debtor.id,
  amountMinor: chargesOf(plan).debitedMinor,
});

function transferOf({ plan, at, paymentId, counterpartId }: PlannedPayment): Transfer[] {
  const { creditorHouseAccount: creditor, debtor, amountMinor } = plan;
  if (!creditor || counterpartId === undefined) return [];
  return [
    {
      id: paymentId,
      subjectId: paymentId,
      creditSubjectId: counterpartId,
      debitAccountId: debtor.id,
      creditAccountId: creditor.id,
      amountMinor,
      code: creditor.clientId === debtor.clientId ? ownTransferCode : 'payment',
      at,
    },
  ];
}

function zip(
  planned: readonly PlannedPayment[],
  verdicts: readonly Verdict[],
): Array<[PlannedPayment, Verdict]> {
  return planned.map((each, place) => {
    const verdict = verdicts[place];
    if (!verdict) throw new Error('the ledger answers every item');
    return [each, verdict];
  });
}

/** The ledger's refusal of a payment that the rules had passed: another transaction was faster. */
function moneyProblem(verdict: Verdict, plan: Plan, availableMinor: bigint): Problem {
  const reason = verdict.ok ? undefined : verdict.reason;
  if (reason === 'insufficient_funds') return toProblem(shortOfFunds(plan, availableMinor));
  if (reason === 'account_closed')
    return new Problem('invalid_request', { fields: [{ field: 'debtorAccount', code: 'account_unknown' }] });
  return new Problem('internal', { cause: new Error(`the ledger refused a payment: ${reason}`) });
}
