/** Scheduled payments that are due at once. */
import { createStandingOrder, type StandingOrderInput } from '@calmly/contract';
import { isTargetDay } from '@calmly/domain';
import { advanceBusinessTime, businessDay } from '@calmly/platform/time/business-time.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { sql } from 'kysely';
import type { TestApp } from '../app.ts';
import { callWithCode } from './colleagues.ts';
import type { Payer } from './payments.ts';

type Bank = Pick<TestApp, 'database'>;

/** The bank's day, `YYYY-MM-DD`. */
export const dayOf = ({ database }: Bank): Promise<string> =>
  businessDay({ sql: database.sql, now: new Date() });

/** Nothing is due on a bank holiday, because dates move to the next working day. Moves the bank's calendar to one. */
export async function reachWorkingDay(bank: Bank): Promise<void> {
  while (!isTargetDay(await dayOf(bank)))
    await bank.database.inTransaction((db) => advanceBusinessTime(db, 24));
}

/** A payment scheduled with the code whose day has come, before its runner has checked. */
export async function orderForToday(
  test: TestApp,
  payer: Payer,
  order: Pick<StandingOrderInput, 'amount' | 'reference'> &
    Partial<Pick<StandingOrderInput, 'beneficiaryId' | 'creditorAccount'>>,
) {
  const today = await dayOf(test);
  const made = await callWithCode(test, payer, createStandingOrder, {
    body: {
      debtorAccount: payer.account.number,
      chargeBearer: 'SHA',
      frequency: 'ONCE',
      startOn: addDays(today, 5),
      endOn: null,
      times: null,
      restDays: 'AFTER',
      ...order,
    },
  });
  if (made.status === 201)
    await sql`update orders.standing_order set start_on = ${today}, next_due_on = ${today} where id = ${made.output.id}`.execute(
      test.database.sql,
    );
  return made;
}
