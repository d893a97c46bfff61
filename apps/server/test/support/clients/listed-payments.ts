/** Payments for tests of the list: of every status, method and currency, some with names that try to be formulas or parts of a description. */
import { type Payment, paymentStatuses } from '@calmly/contract';
import { type CurrencyCode, heldStatuses } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { TestApp } from '../app.ts';

export const firstDay = Date.UTC(2026, 0, 1);
export const minuteMs = 60_000;
export const listedAccounts = [newId(), newId(), newId()] as const;
export const listedPayees = [newId(), newId()] as const;
export const hostileNames = [
  '=HYPERLINK("http://evil","x")',
  '+1+cmd',
  '-2+3',
  '@SUM(A1)',
  'A;;ref:B;;C',
  ';;',
  'ref:',
  '<b>&"\u0007',
];
const names = ['Müller GmbH', 'ООО «Ромашка»', 'Anna 100%', 'Bob_Co', ...hostileNames];

export interface ListedRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly accountId: string;
  readonly beneficiaryId: string | null;
  readonly status: Payment['status'];
  readonly scheme: 'SEPA' | 'SWIFT' | 'OWN';
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly currency: CurrencyCode;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly name: string;
  readonly reference: string;
  readonly account: string;
}

/** The n-th item of a list; the step of each column is coprime to the others'. */
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

export function makeRow(n: number, time = firstDay + n * 37 * minuteMs): ListedRow {
  const currency = at(['EUR', 'EUR', 'USD', 'JPY', 'KWD'] as const, n);
  return {
    id: newId(time),
    createdAt: new Date(time),
    accountId: currency === 'EUR' ? at(listedAccounts, n % 2) : listedAccounts[2],
    beneficiaryId: n % 3 === 0 ? at(listedPayees, n) : null,
    status: at(paymentStatuses, n * 5),
    scheme: at(['SEPA', 'SWIFT', 'OWN'] as const, Math.floor(n / 2)),
    direction: n % 7 < 3 ? 'CREDIT' : 'DEBIT',
    currency,
    amountMinor: 1 + ((n * 7919) % 50_000),
    feeMinor: n % 4 === 0 ? 150 : 0,
    name: at(names, n),
    reference: `Invoice ${n}`,
    account: `DE${String(n % 50).padStart(20, '7')}`,
  };
}

/** The first of them. */
export const makeRows = (count: number): ListedRow[] => Array.from({ length: count }, (_, n) => makeRow(n));

/** Writes them straight into the table, because only the list matters. */
export async function writeRows(app: TestApp, clientId: string, list: readonly ListedRow[]): Promise<void> {
  await app.database.pool.query(
    `insert into transactions.transaction (id, number, client_id, account_id, beneficiary_id, direction, scheme, status, version, currency,
       amount_minor, fee_minor, reference, charge_bearer, end_to_end_id, debtor_name, debtor_account, creditor_name,
       creditor_account, account_name, created_at, updated_at, search)
     select id, transactions.number_of(nextval('transactions.number'), "createdAt"), $1, "accountId", "beneficiaryId", direction, scheme,
       status, 1, currency, "amountMinor", "feeMinor", reference, 'SHA', 'E-' || reference,
       case direction when 'DEBIT' then 'Anna Tamm' else name end, case direction when 'DEBIT' then 'LT1' else account end,
       case direction when 'DEBIT' then name else 'Anna Tamm' end, case direction when 'DEBIT' then account else 'LT1' end,
       'Main', "createdAt", "createdAt",
       case when (name || reference) !~ '^[[:ascii:]]*$' then platform.search_text('Anna Tamm' || E'\\n' || name || E'\\n' || reference) end
     from json_to_recordset($2::json) as row (id uuid, "createdAt" timestamptz, "accountId" uuid, "beneficiaryId" uuid,
       status text, scheme text, direction text, currency text, "amountMinor" numeric, "feeMinor" numeric, name text,
       reference text, account text)`,
    [clientId, JSON.stringify(list)],
  );
  const held = list.filter(({ status }) => heldStatuses.includes(status)).map(({ id }) => id);
  await app.database.pool.query(
    'insert into payments.held (payment_id, client_id, since) select unnest($2::uuid[]), $1, now()',
    [clientId, held],
  );
}
