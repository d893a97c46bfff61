/** Hands payments to the rail, with everything that their orders said. */
import { expectedArrival } from '@calmly/domain';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import { reroute, type StoredTransaction } from '../../../../accounts/server/transactions/index.ts';
import { findInstructions } from '../ordering/instruction-store.ts';
import { plainInstruction } from '../ordering/order.ts';
import { payerAddresses } from './payer-address.ts';
import { railInstruction } from './rail-instruction.ts';

/** Payments that were written before. */
export async function submitTo(
  rail: Rail,
  work: Work,
  payments: readonly StoredTransaction[],
): Promise<void> {
  const [said, addressOf] = await Promise.all([
    findInstructions(
      work.sql,
      payments.map(({ id }) => id),
    ),
    payerAddresses(work.sql, payments),
  ]);
  await rail.submit(
    work,
    payments.map((payment) =>
      railInstruction(payment, said.get(payment.id) ?? plainInstruction, addressOf(payment)),
    ),
  );
}

/** Submits payments that waited for approval or a review. Their arrival is expected from now on. */
export async function submitDelayed(
  rail: Rail,
  work: Work,
  payments: readonly StoredTransaction[],
): Promise<void> {
  const calendar = await businessTime(work);
  const late = payments
    .map((payment) => ({ ...payment, expectedOn: expectedArrival(payment.scheme, calendar) }))
    .filter(({ expectedOn }, place) => expectedOn !== payments[place]?.expectedOn);
  await Promise.all([late.length > 0 && reroute(work.sql, late), submitTo(rail, work, payments)]);
}
