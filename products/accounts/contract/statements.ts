/**
 * Statements: the movements on an account in a period, from one source that adds up: opening balance, every ledger entry, closing balance. A period
 * is whole days of the reader's time zone; past days never change, because nothing is booked into them later.
 * Source: server page section 6.
 */

import { zAmount, zCurrency, zDate, zId, zIdParam, zTimeZone } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { exponentOf, isCurrency, paymentSchemes } from '@calmly/domain';
import { z } from 'zod';
import { zProfitOfPeriod } from '../../crypto/contract/positions.ts';
import { languages } from '../../identity/contract/identity.ts';

export const statementFormats = ['pdf', 'csv', 'xlsx', 'camt053', 'mt940'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** Maximum decimals of amounts in a format: five in ISO 20022; in MT940 those of ISO 4217. Other formats take every currency. */
const mostDecimals: Readonly<Partial<Record<StatementFormat, number>>> = { camt053: 5, mt940: 3 };

/** Whether the format can carry the currency's amounts: crypto amounts do not fit into banking formats. */
export const fitsFormat = (format: StatementFormat, currency: string): boolean =>
  isCurrency(currency) && exponentOf(currency) <= (mostDecimals[format] ?? Number.POSITIVE_INFINITY);

/** Kinds of accounts that have statements. */
export const statementAccountKinds = ['ACCOUNT', 'CARD', 'WALLET'] as const;

export const zStatementAccount = wire({
  id: ['AccountId', zId],
  kind: ['Kind', z.enum(statementAccountKinds)],
  currency: ['Currency', zCurrency],
  name: ['Name', z.string()],
  /** As shown to people: an IBAN or a number, the last digits of a card, the network of a wallet. */
  number: ['Number', z.string()],
  isClosed: ['IsClosed', z.boolean()],
  /** The current booked balance. */
  balance: ['Balance', zAmount],
});
export type StatementAccount = z.output<typeof zStatementAccount>;

/** The first and the last day, both included; a statement can end today at the latest. */
const period = { from: zDate, to: zDate, timeZone: zTimeZone };

/** One ledger entry. A fee is a separate entry. */
export const zStatementLine = wire({
  /**
   * Its position in the account, as text; 1 is the account's first entry. For readers who get one line for a confidential payout, it is the position
   * in this statement.
   */
  entry: ['Entry', z.string()],
  bookedOn: ['BookedOn', zDate],
  valueOn: ['ValueOn', zDate],
  scheme: ['TransactionType', z.enum(paymentSchemes)],
  isFee: ['IsFee', z.boolean()],
  /** Represents all payments of a payout that the reader may not see individually. */
  isConfidentialPayout: ['IsConfidentialPayout', z.boolean()],
  /** Empty for money between the bank and the client. */
  counterparty: ['Counterparty', z.string()],
  counterpartyAccount: ['CounterpartyAccount', z.string()],
  reference: ['Reference', z.string()],
  number: ['Number', z.string()],
  /** The payment in the payments list; null if there is none. */
  paymentId: ['PaymentId', zId.nullable()],
  /** Negative for money out. */
  amount: ['Amount', zAmount],
  /** The balance after the entry. */
  balance: ['Balance', zAmount],
});
export type StatementLine = z.output<typeof zStatementLine>;

const sums = {
  from: ['From', zDate],
  to: ['To', zDate],
  openingBalance: ['OpeningBalance', zAmount],
  closingBalance: ['ClosingBalance', zAmount],
  moneyIn: ['MoneyIn', zAmount],
  /** Magnitude; fees included. */
  moneyOut: ['MoneyOut', zAmount],
  entries: ['Entries', z.number().int()],
} as const;

export const zStatement = wire({
  ...sums,
  accountId: ['AccountId', zId],
  currency: ['Currency', zCurrency],
  /** For a crypto wallet of a traded asset, by average cost; otherwise null. */
  profit: ['Profit', zProfitOfPeriod.nullable()],
  lines: ['Lines', z.array(zStatementLine)],
  nextCursor: ['NextCursor', z.string().nullable()],
});
export type Statement = z.output<typeof zStatement>;

const reading = {
  method: 'GET',
  tag: 'Statements',
  access: 'active',
  presence: 'required',
  right: 'can_view_statements',
} as const;
const ofAccount = { ...reading, params: zIdParam } as const;

/** Accounts, cards and crypto wallets, including closed ones; cards only for members who may see cards. */
export const listStatementAccounts = endpoint({
  ...reading,
  id: 'listStatementAccounts',
  path: '/statements/accounts',
  summary: 'List the accounts, cards and wallets that have statements',
  response: wire({ accounts: ['Accounts', z.array(zStatementAccount)] }),
});

/** Oldest entry first. Refused by field: a period that ends before it begins, or after today. */
export const getStatement = endpoint({
  ...ofAccount,
  id: 'getStatement',
  path: '/statements/{id}',
  summary: 'Read the statement of an account for a period',
  query: z.strictObject({
    ...period,
    limit: z.coerce.number().int().min(1).max(500).default(100),
    cursor: z.string().max(200).optional(),
  }),
  response: zStatement,
});

/** The account's months since it was opened, newest first; the current month ends today. */
export const listStatementMonths = endpoint({
  ...ofAccount,
  id: 'listStatementMonths',
  path: '/statements/months/{id}',
  summary: 'List the months of an account with their balances',
  query: z.strictObject({ timeZone: zTimeZone }),
  response: wire({ months: ['Months', z.array(wire(sums))] }),
});
export type StatementMonth = z.output<(typeof listStatementMonths)['response']>['months'][number];

/**
 * PDF, CSV, XLSX, camt.053.001.08 or MT940, generated while it is sent. Refused by field: a format that cannot carry the amounts of a crypto wallet.
 */
export const downloadStatement = endpoint({
  ...ofAccount,
  id: 'downloadStatement',
  path: '/statements/file/{id}',
  summary: 'Download the statement of an account for a period',
  query: z.strictObject({
    ...period,
    format: z.enum(statementFormats),
    locale: z.enum(languages),
  }),
  download: 'application/pdf',
});

/**
 * A ZIP with the statement of each account, card and wallet that was open or has entries in the period, generated while it is sent. Wallets are
 * omitted from formats that cannot carry their amounts.
 */
export const downloadAllStatements = endpoint({
  ...reading,
  id: 'downloadAllStatements',
  path: '/statements/archive',
  summary: 'Download the statements of all accounts for a period',
  query: z.strictObject({
    ...period,
    format: z.enum(statementFormats),
    locale: z.enum(languages),
  }),
  download: 'application/zip',
});

/** A letter for authorities and auditors with the balance of each account at the end of a day, or for today at this moment. */
export const downloadBalances = endpoint({
  ...reading,
  id: 'downloadBalances',
  path: '/statements/balances',
  summary: 'Download a confirmation of all balances on a day',
  query: z.strictObject({
    day: zDate,
    timeZone: zTimeZone,
    locale: z.enum(languages),
  }),
  download: 'application/pdf',
});
