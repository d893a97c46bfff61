/** Payments of the past, inserted directly into the rows of an account, for tests of figures computed from them. */
import type { CurrencyCode, PaymentScheme, PaymentStatus } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { TestApp } from '../../app.ts';
import type { Payer } from '../payments.ts';

export interface PastPayment {
  readonly at: Date;
  /** Minor units. */
  readonly amount: number;
  readonly fee?: number;
  readonly name: string;
  readonly account?: string;
  readonly beneficiaryId?: string;
  readonly direction?: 'DEBIT' | 'CREDIT';
  readonly scheme?: PaymentScheme;
  readonly status?: PaymentStatus;
  readonly currency?: CurrencyCode;
  readonly audience?: 'ALL' | 'MASK' | 'CONFIDENTIAL';
}

/** Inserts them and returns their ids, in order. */
export async function writeHistory(
  { database }: Pick<TestApp, 'database'>,
  { clientId, account }: Pick<Payer, 'clientId' | 'account'>,
  payments: readonly PastPayment[],
): Promise<string[]> {
  const rows = payments.map((payment) => ({
    id: newId(payment.at.getTime()),
    at: payment.at,
    direction: payment.direction ?? 'DEBIT',
    scheme: payment.scheme ?? 'SEPA',
    status: payment.status ?? 'EXECUTED',
    currency: payment.currency ?? 'EUR',
    amount: payment.amount,
    fee: payment.fee ?? 0,
    audience: payment.audience ?? 'ALL',
    beneficiary: payment.beneficiaryId ?? null,
    payout: payment.audience === undefined ? null : newId(),
    debtor: payment.direction === 'CREDIT' ? payment.name : 'Anna Tamm',
    debtor_account: payment.direction === 'CREDIT' ? (payment.account ?? '') : account.number,
    creditor: payment.direction === 'CREDIT' ? 'Anna Tamm' : payment.name,
    creditor_account: payment.direction === 'CREDIT' ? account.number : (payment.account ?? ''),
  }));
  await database.pool.query(
    `insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency,
       amount_minor, fee_minor, reference, charge_bearer, end_to_end_id, beneficiary_id, debtor_name, debtor_account,
       creditor_name, creditor_account, account_name, payout_id, audience, created_at, updated_at)
     select id, transactions.number_of(nextval('transactions.number'), at), $1, $2, direction, scheme, status, 1, currency,
       amount, fee, 'Invoice', 'SHA', replace(id::text, '-', ''), beneficiary, debtor, debtor_account, creditor, creditor_account, 'Main', payout, audience, at, at
     from json_to_recordset($3::json) as row (id uuid, at timestamptz, direction text, scheme text, status text, currency text, amount numeric,
       fee numeric, beneficiary uuid, debtor text, debtor_account text, creditor text, creditor_account text, payout uuid, audience text)`,
    [clientId, account.id, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}
