/**
 * Client accounts: opened, named, given an IBAN, closed; the details for payers; balances over time. Source: specification sections 3
 * (Client account) and 7; server page section 6.
 */

import {
  pageQuery,
  zAmount,
  zCurrency,
  zDate,
  zId,
  zIdParam,
  zKnownOrders,
  zLine,
  zPage,
  zSeenText,
  zTime,
  zTimeZone,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

export const accountStatuses = ['ACTIVE', 'CLOSED'] as const;

export const zAccount = wire({
  id: ['Id', zId],
  number: ['Number', z.string()],
  currency: ['Currency', zCurrency],
  name: ['PrettyName', z.string()],
  status: ['Status', z.enum(accountStatuses)],
  /** What can be spent: booked less reserved. */
  available: ['AvailableBalance', zAmount],
  booked: ['PostedBalance', zAmount],
  reserved: ['ReservedBalance', zAmount],
  iban: ['Iban', z.string().nullable()],
  holder: ['HolderName', z.string()],
  /** The name for payers abroad; null if it has only Latin letters already, or letters without a Latin spelling. */
  holderLatin: ['HolderNameLatin', z.string().nullable()],
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
  summary: 'List the accounts with their balances and account details',
  access: 'active',
  presence: 'open',
  scope: 'accounts:read',
  query: z.strictObject({
    ...pageQuery,
    currency: zCurrency.optional(),
    /** `ALL` includes closed accounts, which payments still refer to. */
    status: z.enum([...accountStatuses, 'ALL']).default('ACTIVE'),
  }),
  response: zPage(zAccount),
});

export const getAccount = endpoint({
  id: 'getAccount',
  method: 'GET',
  path: '/clientaccounts/{id}',
  tag: 'Accounts',
  summary: 'Read an account with its balances and account details; a closed one too',
  access: 'active',
  presence: 'open',
  params: zIdParam,
  response: zAccount,
});

export const getAccountBalances = endpoint({
  id: 'getAccountBalances',
  method: 'GET',
  path: '/clientaccounts/{id}/balances',
  tag: 'Accounts',
  summary: 'Read the booked balance of an account at the end of each day, in its own currency',
  access: 'active',
  presence: 'open',
  params: zIdParam,
  query: z.strictObject({
    /** Days of the balance line, up to today; evenly thinned out to at most 90 points. */
    days: z.coerce.number().int().min(7).max(366).default(90),
    /** The time zone that defines the days. */
    timeZone: zTimeZone,
  }),
  response: wire({
    currency: ['Currency', zCurrency],
    balances: ['Balances', z.array(wire({ date: ['Date', zDate], balance: ['Balance', zAmount] }))],
  }),
});
export type AccountBalances = z.output<(typeof getAccountBalances)['response']>;

/** Maximum length of an account's name. */
export const accountNameLength = 40;
const zAccountName = zLine(accountNameLength);

export const openAccount = endpoint({
  id: 'openAccount',
  method: 'POST',
  path: '/clientaccounts',
  tag: 'Accounts',
  summary: 'Open an account in a currency; it has a number immediately, an IBAN is requested separately',
  access: 'active',
  presence: 'required',
  right: 'is_boss',
  idempotent: true,
  body: wire({ currency: ['Currency', zCurrency], name: ['PrettyName', zAccountName] }),
  response: zAccount,
  status: 201,
});

export const renameAccount = endpoint({
  id: 'renameAccount',
  method: 'PUT',
  path: '/clientaccounts/{id}',
  tag: 'Accounts',
  summary: 'Rename an account; past payments keep its previous name',
  access: 'active',
  presence: 'required',
  right: 'is_boss',
  params: zIdParam,
  body: wire({
    name: ['PrettyName', zAccountName],
    /** The name shown on the screen: if the account has been renamed since, the change is refused (`account_changed`). */
    before: ['Before', zSeenText.optional()],
  }),
  response: zAccount,
});

export const closeAccount = endpoint({
  id: 'closeAccount',
  method: 'DELETE',
  path: '/clientaccounts/{id}',
  tag: 'Accounts',
  summary: 'Close an empty account and stop the standing orders that pay from it; its history stays',
  access: 'active',
  presence: 'own',
  right: 'is_boss',
  twoFactor: 'always',
  params: zIdParam,
  query: z.strictObject({ orders: zKnownOrders }),
  response: zAccount,
});

export const ibanStatuses = ['REQUESTED', 'ISSUED', 'REFUSED'] as const;

/** Why no IBAN was issued. */
export const ibanRefusals = ['account_closed', 'client_inactive'] as const;

export const downloadRequisites = endpoint({
  id: 'downloadRequisites',
  method: 'GET',
  path: '/clientaccounts/{id}/requisites',
  tag: 'Accounts',
  summary: 'Download the account details for a payer as a PDF, with an EPC QR code for euro accounts',
  access: 'active',
  presence: 'required',
  params: zIdParam,
  query: z.strictObject({ locale: z.enum(['en', 'ru']).default('en'), timeZone: zTimeZone }),
  download: 'application/pdf',
});

/** The progress of an IBAN request. */
export const zIbanRequest = wire({
  id: ['Id', zId],
  currency: ['Currency', zCurrency],
  status: ['Status', z.enum(ibanStatuses)],
  /** The account that has or gets it; null for one that is opened with it. */
  accountId: ['AccountId', zId.nullable()],
  iban: ['Iban', z.string().nullable()],
  reason: ['Reason', z.enum(ibanRefusals).nullable()],
  createdAt: ['CreatedAt', zTime],
  decidedAt: ['DecidedAt', zTime.nullable()],
});
export type IbanRequest = z.output<typeof zIbanRequest>;

export const requestIban = endpoint({
  id: 'requestIban',
  method: 'POST',
  path: '/clientaccounts/iban/',
  tag: 'Accounts',
  summary: 'Request an IBAN account, or an IBAN for an existing account; requires the terms iban_mdle',
  access: 'active',
  presence: 'own',
  right: 'is_boss',
  twoFactor: 'always',
  idempotent: true,
  body: wire({
    currency: ['Currency', zCurrency],
    /** An account in this currency without an IBAN; if absent, an account is opened. */
    accountId: ['AccountId', zId.optional()],
  }),
  response: zIbanRequest,
  status: 202,
});

export const listIbanRequests = endpoint({
  id: 'listIbanRequests',
  method: 'GET',
  path: '/externalaccountstatuses2',
  tag: 'Accounts',
  summary: 'List the requested IBANs and their progress, newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject(pageQuery),
  response: zPage(zIbanRequest),
});

export const summariseAccounts = endpoint({
  id: 'summariseAccounts',
  method: 'GET',
  path: '/clientaccounts/summary',
  tag: 'Accounts',
  summary:
    'Read the total balance in one currency at reference rates, its history, and money in and out by month',
  access: 'active',
  presence: 'open',
  query: z.strictObject({
    currency: zCurrency.default('EUR'),
    /** Days of the balance line. */
    days: z.coerce.number().int().min(7).max(366).default(90),
    /** Months of the in and out bars. */
    months: z.coerce.number().int().min(1).max(12).default(6),
    /** The time zone that defines days and months. */
    timeZone: zTimeZone,
  }),
  response: wire({
    currency: ['Currency', zCurrency],
    total: ['Total', zAmount],
    /** Compared with the end of the previous month. */
    change: ['Change', zAmount],
    changeSince: ['ChangeSince', zDate],
    /** The day of the exchange rates; null if nothing was converted. */
    ratesAsOf: ['RatesAsOf', zDate.nullable()],
    balances: ['Balances', z.array(wire({ date: ['Date', zDate], balance: ['Balance', zAmount] }))],
    flows: [
      'Flows',
      z.array(wire({ month: ['Month', z.string()], moneyIn: ['In', zAmount], moneyOut: ['Out', zAmount] })),
    ],
  }),
});
export type AccountsSummary = z.output<(typeof summariseAccounts)['response']>;
