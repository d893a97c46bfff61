/** Standing orders and orders at the exchange for `money-race`: each concurrent with something that excludes it. */
import {
  amendOrder,
  cancelOrder,
  endStandingOrder,
  getStandingOrder,
  pauseStandingOrder,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { defaultBank } from '@calmly/products/accounts/server/accounts/index.ts';
import { runOrder } from '@calmly/products/payments/server/orders/index.ts';
import { type Submit, submitPayments } from '@calmly/products/payments/server/payments/index.ts';
import { createSandboxRail } from '@calmly/providers/rail/sandbox.ts';
import { createSandboxScreening } from '@calmly/providers/screening/sandbox.ts';
import type { TestApp } from '../support/app.ts';
import type { chanceOfRun } from '../support/chance.ts';
import { orderForToday } from '../support/clients/due-orders.ts';
import { type Payer, systemWork } from '../support/clients/payments.ts';
import { sendOrder } from '../support/trading.ts';

const screening = createSandboxScreening({ paymentsPerHour: 0 });
const rail = createSandboxRail({ settlementDelayMs: 0 });
/** As the bank pays the days of orders. */
export const submit: Submit = (db, items) =>
  submitPayments({ bank: defaultBank, screening, rail }, db, items);

interface Load {
  readonly app: TestApp;
  readonly chance: ReturnType<typeof chanceOfRun>;
  readonly amount: () => string;
}

/** A day of an order that is paid while its client may end or pause it: 201 if it was paid. */
export async function payByOrder(
  { app, chance, amount }: Load,
  client: Payer,
  beneficiaryId: string,
): Promise<number> {
  const reference = `Order ${newId()}`;
  const made = await orderForToday(app, client, { beneficiaryId, amount: amount(), reference });
  if (made.status !== 201) return made.status;
  const params = { id: made.output.id };
  const { token } = client;
  const stop = () => app.call(chance.pick([endStandingOrder, pauseStandingOrder]), { params }, { token });
  await Promise.all([runOrderOnce(app, params.id), chance.happens(0.4) && stop()]);
  const now = await app.call(getStandingOrder, { params }, { token });
  if (now.status !== 200) return now.status;
  // A run waiting for money would be paid later.
  if (now.output.state === 'ACTIVE') await app.call(endStandingOrder, { params }, { token });
  return now.output.runs.some((run) => run.state === 'SENT') ? 201 : 422;
}

/** The job of a due order, without the queue's pauses. It is retried later if the database is busy. */
async function runOrderOnce({ database }: TestApp, id: string): Promise<void> {
  try {
    await systemWork(database, (work) => runOrder(submit, work, id));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'overloaded') throw error;
  }
}

/** An order at the exchange that its client may change or cancel while others take it. */
export async function trade({ app, chance }: Omit<Load, 'amount'>, client: Payer): Promise<number> {
  const terms = {
    operation: chance.pick(['BUY', 'SELL'] as const),
    amount: `0.00${1 + chance.below(9)}`,
    price: `${chance.pick([49_900, 50_000, 50_100])}`,
    timeInForce: chance.pick(['GTC', 'GTC', 'IOC'] as const),
  };
  const made = await sendOrder(app, client, terms);
  if (made.status !== 201 || terms.timeInForce === 'IOC') return made.status;
  const params = { id: made.output.id };
  const keyed = { token: client.token, idempotencyKey: newId() };
  if (chance.happens(0.4)) await app.call(amendOrder, { params, body: { price: '50050' } }, keyed);
  if (chance.happens(0.6)) await app.call(cancelOrder, { params }, keyed);
  return made.status;
}
