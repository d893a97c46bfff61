/** Client accounts and their balances over time. Source: specification section 3 (Client account); server page section 6. */
import { z } from 'zod';
import { pageQuery, zAmount, zCurrency, zDate, zId, zPage, zTime } from './common.ts';
import { endpoint } from './endpoint.ts';
import { wire } from './wire.ts';

export const zAccount = wire({
  id: ['Id', zId],
  number: ['Number', z.string()],
  currency: ['Currency', zCurrency],
  name: ['PrettyName', z.string()],
  status: ['Status', z.enum(['ACTIVE', 'CLOSED'])],
  /** What can be spent: booked less reserved. */
  available: ['AvailableBalance', zAmount],
  booked: ['PostedBalance', zAmount],
  reserved: ['ReservedBalance', zAmount],
  iban: ['Iban', z.string().nullable()],
  holder: ['HolderName', z.string()],
  bic: ['Bic', z.string()],
  bankName: ['BankName', z.string()],
  bankAddress: ['BankAddress', z.string()],
  correspondentBank: ['CorrespondentBank', z.string().nullable()],
  correspondentBic: ['CorrespondentBic', z.string().nullable()],
  createdAt: ['CreatedAt', zTime],
});
export type Account = z.output<typeof zAccount>;

export const listAccounts = endpoint({
  id: 'listAccounts',
  method: 'GET',
  path: '/clientaccounts',
  tag: 'Accounts',
  summary: 'The accounts with their balances and requisites',
  access: 'active',
  scope: 'accounts:read',
  query: z.strictObject({ ...pageQuery, currency: zCurrency.optional() }),
  response: zPage(zAccount),
});

export const summariseAccounts = endpoint({
  id: 'summariseAccounts',
  method: 'GET',
  path: '/clientaccounts/summary',
  tag: 'Accounts',
  summary:
    'Total balance in one currency at reference rates, its course over time, money in and out by month',
  access: 'active',
  query: z.strictObject({
    currency: zCurrency.default('EUR'),
    /** Days of the balance line. */
    days: z.coerce.number().int().min(7).max(366).default(90),
    /** Months of the in and out bars. */
    months: z.coerce.number().int().min(1).max(12).default(6),
  }),
  response: wire({
    currency: ['Currency', zCurrency],
    total: ['Total', zAmount],
    /** Against the end of the last month. */
    change: ['Change', zAmount],
    changeSince: ['ChangeSince', zDate],
    balances: ['Balances', z.array(wire({ date: ['Date', zDate], balance: ['Balance', zAmount] }))],
    flows: [
      'Flows',
      z.array(wire({ month: ['Month', z.string()], moneyIn: ['In', zAmount], moneyOut: ['Out', zAmount] })),
    ],
  }),
});
export type AccountsSummary = z.output<(typeof summariseAccounts)['response']>;
