/**
 * Future payments of standing orders, and whether the money will be there: computed on every read from the current orders, never stored.
 * Source: server page section 8.
 */

import { pageQuery, zAmount, zCurrency, zDate, zId, zPage } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

export const zComingPayment = wire({
  /** Of this day of this order. */
  id: ['Id', z.string()],
  orderId: ['OrderId', zId],
  dueOn: ['DueDate', zDate],
  creditorName: ['creditor_name', z.string()],
  reference: ['Details', z.string()],
  accountId: ['AccountId', zId],
  amount: ['Amount', zAmount],
  currency: ['Currency', zCurrency],
  /** Between own accounts: nothing leaves. */
  own: ['Own', z.boolean()],
  /** Whether the money of today, less all that is due before and on this day, bears it. */
  enough: ['Enough', z.boolean()],
});
export type ComingPayment = z.output<typeof zComingPayment>;

const planned = { method: 'GET', tag: 'Scheduled payments', access: 'active', presence: 'required' } as const;

export const listComing = endpoint({
  ...planned,
  id: 'listComing',
  path: '/transactions/scheduled/coming',
  summary: 'List the upcoming payments until the end of the third month from now, soonest first',
  query: z.strictObject(pageQuery),
  response: zPage(zComingPayment),
});

export const sumComing = endpoint({
  ...planned,
  id: 'sumComing',
  path: '/transactions/scheduled/months',
  summary:
    'Sum the upcoming payments by month and currency, including fees, without moves between own accounts',
  response: z.strictObject({
    Months: z.array(
      wire({
        month: ['Month', z.string()],
        currency: ['Currency', zCurrency],
        total: ['Total', zAmount],
        count: ['Count', z.number().int()],
      }),
    ),
  }),
});

export const forecastAccount = endpoint({
  ...planned,
  id: 'forecastAccount',
  path: '/transactions/scheduled/forecast',
  summary:
    "Forecast the balance of an account on a date: today's money less the scheduled payments until then",
  query: z.strictObject({
    accountId: zId,
    on: zDate,
    /** A standing order that is being changed, and counts no more as it is. */
    except: zId.optional(),
  }),
  response: wire({
    accountId: ['AccountId', zId],
    currency: ['Currency', zCurrency],
    available: ['Available', zAmount],
    /** Negative where more comes from own accounts than goes. */
    scheduled: ['Scheduled', zAmount],
    left: ['Left', zAmount],
  }),
});
export type AccountForecast = z.output<(typeof forecastAccount)['response']>;
