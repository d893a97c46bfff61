/** A bank in which Anna schedules payments from one account to one payee, and in which a test moves the days. */
import {
  createStandingOrder,
  getStandingOrder,
  type StandingOrderDetails,
  type StandingOrderInput,
} from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { advanceBusinessTime, businessTime } from '@calmly/platform/time/business-time.ts';
import { standingOrdersTask } from '@calmly/products/payments/server/orders/index.ts';
import { type CallResult, startTestApp, type TestApp } from '../app.ts';
import { until } from '../until.ts';
import { callWithCode } from './colleagues.ts';
import { addPayee, createPayer, type Payer, systemWork } from './payments.ts';

export interface OrderBank {
  readonly app: TestApp;
  readonly anna: Payer;
  /** A day of the bank's calendar, this many days from now. */
  dayIn(days: number): Promise<string>;
  /** Moves the calendar and lets the jobs check, like the desk. */
  daysPass(days: number): Promise<void>;
  /** Orders 10.00 in five days, or with these changes, with the code. */
  order(change?: Partial<StandingOrderInput>, payer?: Payer): Promise<CallResult<typeof createStandingOrder>>;
  /** The same, accepted. */
  ordered(change?: Partial<StandingOrderInput>, payer?: Payer): Promise<StandingOrderDetails>;
  read(made: { readonly id: string }, payer?: Payer): Promise<StandingOrderDetails>;
  becomes(
    made: { readonly id: string },
    isSo: (now: StandingOrderDetails) => boolean,
    payer?: Payer,
  ): Promise<StandingOrderDetails>;
}

const dayMs = 86_400_000;

export async function startOrderBank(): Promise<OrderBank> {
  const app = await startTestApp({ jobs: true });
  const anna = await createPayer(app);
  const payee = await addPayee(app, anna.clientId, { trusted: true });

  const dayIn = async (days: number) => {
    const now = await businessTime({ sql: app.database.sql, now: new Date() });
    return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  };
  const order: OrderBank['order'] = async (change = {}, payer = anna) => {
    const body: StandingOrderInput = {
      debtorAccount: payer.account.number,
      beneficiaryId: payee.id,
      amount: '10.00',
      reference: 'Rent',
      chargeBearer: 'SHA',
      frequency: 'ONCE',
      startOn: await dayIn(5),
      endOn: null,
      times: null,
      restDays: 'AFTER',
      ...change,
    };
    return callWithCode(app, payer, createStandingOrder, { body });
  };
  const read: OrderBank['read'] = async ({ id }, payer = anna) =>
    (await app.call(getStandingOrder, { params: { id } }, { token: payer.token })).output;
  return {
    app,
    anna,
    dayIn,
    daysPass: (days) =>
      systemWork(app.database, async (work) => {
        await advanceBusinessTime(work.sql, days * 24);
        await addJobs(work.sql, [{ task: standingOrdersTask, payload: {}, key: standingOrdersTask }]);
      }),
    order,
    ordered: async (change, payer) => (await order(change, payer)).output,
    read,
    becomes: (made, isSo, payer) => until(() => read(made, payer), isSo),
  };
}

/** The paid days. */
export const sent = ({ runs }: StandingOrderDetails) => runs.filter(({ state }) => state === 'SENT');
