/**
 * The states of payments against the instructions of the file rail: each payment waiting at another bank was handed over, each instruction was
 * ordered with this amount and
 * not cancelled, and each debit on the account belongs to an executed payment, unless the desk knows better.
 */

import { inSnapshot } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  findTransactions,
  type OpenRow,
  sentOf,
  walkOpenRows,
} from '@calmly/products/accounts/server/transactions/index.ts';
import {
  findContradicted,
  findNotInstructed,
  type Instructed,
  listInstructed,
} from '@calmly/products/payments/server/clearing/index.ts';

const atOnce = 5_000;
const mostFaults = 100;
const sentStatuses: readonly string[] = ['IN_PROCESS', 'PENDING_FINANCE_INSTITUTION', 'EXECUTED', 'REJECTED'];

/** At most 100 faults, in English; empty if all is right. Each page is read in its own snapshot. */
export async function verifyRail(sql: Sql): Promise<string[]> {
  const faults: string[] = [];
  await walkOpenRows(sql, async (snapshot, rows) => {
    if (faults.length >= mostFaults) return;
    const unsent = await findNotInstructed(
      snapshot,
      rows.filter(isAtOtherBank).map(({ id }) => id),
    );
    faults.push(...unsent.map((id) => `payment ${id} waits at another bank and was never sent`));
  });
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last !== undefined && faults.length < mostFaults) {
    const after: string = last;
    last = await inSnapshot(sql, async (snapshot) => {
      const instructions = await listInstructed(snapshot, { after, limit: atOnce });
      faults.push(...(await instructionFaults(snapshot, instructions)));
      return instructions.at(-1)?.id;
    });
  }
  return faults.slice(0, mostFaults);
}

const isAtOtherBank = ({ direction, scheme, status }: OpenRow) =>
  direction === 'DEBIT' &&
  status === 'PENDING_FINANCE_INSTITUTION' &&
  ['SEPA', 'SEPA_INSTANT', 'SWIFT'].includes(scheme);

async function instructionFaults(sql: Sql, instructions: readonly Instructed[]): Promise<string[]> {
  const payments = await findTransactions(sql, [...new Set(instructions.map(({ paymentId }) => paymentId))]);
  const undone = instructions.filter(
    ({ paymentId, isCarriedOut }) => isCarriedOut && payments.get(paymentId)?.status !== 'EXECUTED',
  );
  const contradicted = await findContradicted(
    sql,
    undone.map(({ paymentId }) => paymentId),
  );
  return instructions.flatMap((instruction) => {
    const { id, paymentId, currency, amountMinor } = instruction;
    const payment = payments.get(paymentId);
    if (!payment) return [`instruction ${id} is of no payment: ${paymentId}`];
    const sent = sentOf(payment);
    return [
      ...(sent.currency === currency && sent.amountMinor === amountMinor
        ? []
        : [`instruction ${id} has another amount than its payment ${paymentId}`]),
      ...(sentStatuses.includes(payment.status)
        ? []
        : [`payment ${paymentId} was sent and is ${payment.status}`]),
      ...(undone.includes(instruction) && !contradicted.has(paymentId)
        ? [`payment ${paymentId} was debited and is ${payment.status}`]
        : []),
    ];
  });
}
