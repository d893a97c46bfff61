/**
 * What is unusual about a payment, for those who have to approve it: measured on the last payments to the same payee, and on how
 * long the payee has had the accounts that it has. A payment to another client who is no payee is a first one.
 */
import type { ApprovalWarning } from '@calmly/contract';
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import { findAccountsSince } from '../beneficiaries/index.ts';
import type { StoredPayment } from './view.ts';

const dayMs = 86_400_000;
/** So many of the last payments to a payee are looked at. */
const lookedAt = 50;
/** Accounts that the payee has had for less are new; the same amount within this time may be a duplicate. */
const newDays = 7;
/** Times the largest payment before. */
const unusualFactor = 3n;

/** The warnings for a payment that is being ordered. */
export async function unusualIn(db: Sql, payment: StoredPayment): Promise<ApprovalWarning[]> {
  const { clientId, beneficiaryId, createdAt, amountMinor } = payment;
  if (beneficiaryId === null) return ['first_payment'];
  const [since, before] = await Promise.all([
    findAccountsSince(db, { clientId, id: beneficiaryId }),
    paymentsBefore(db, payment, beneficiaryId),
  ]);
  const isNew = since !== undefined && createdAt.getTime() - since.getTime() < newDays * dayMs;
  const { executed, largestMinor, same } = before;
  return [
    ...(executed ? [] : (['first_payment'] as const)),
    ...(isNew ? (['payee_new'] as const) : []),
    ...(same ? (['duplicate'] as const) : []),
    ...(executed && amountMinor > largestMinor * unusualFactor ? (['amount_unusual'] as const) : []),
  ];
}

interface Before {
  /** Whether one was ever carried out. */
  readonly executed: boolean;
  readonly largestMinor: bigint;
  /** The same amount was ordered lately. */
  readonly same: boolean;
}

async function paymentsBefore(db: Sql, payment: StoredPayment, beneficiaryId: string): Promise<Before> {
  const { id, clientId, currency, amountMinor, createdAt } = payment;
  const lately = new Date(createdAt.getTime() - newDays * dayMs);
  const { rows } = await query<{ executed: boolean; largest: string; same: boolean }>`
    select coalesce(bool_or(status = 'EXECUTED'), false) as executed,
      coalesce(max(amount_minor) filter (where status = 'EXECUTED'), 0) as largest,
      coalesce(bool_or(amount_minor = ${amountMinor.toString()}::numeric and created_at > ${lately}), false) as same
    from (
      select status, amount_minor, created_at from payments.payment
      where beneficiary_id = ${beneficiaryId} and client_id = ${clientId} and currency = ${currency} and id <> ${id}
        and status not in ('REJECTED', 'CANCELED')
      order by id desc limit ${lookedAt}
    ) as before
  `.execute(db);
  const { executed = false, largest = '0', same = false } = rows[0] ?? {};
  return { executed, largestMinor: BigInt(largest), same };
}
