/**
 * Checks an order of a card before anything is written: when it is placed, and again after approval.
 * Errors in the order checked: `invalid_request` with the fields (address: required, invalid; validUntil: last_day_past, last_day_too_far; limits.*:
 * amount_precision; holderId: holder_unknown; feeAccount: account_unknown, account_not_euro); `card_limit`.
 */
import type { CardOrder } from '@calmly/contract';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { AccountRecord } from '../../../accounts/server/accounts/index.ts';
import { findPersonNames, isMember } from '../../../identity/server/index.ts';
import { type Controls, newControls } from '../card.ts';
import { countOpenCards, lockCardsOf } from '../card-store.ts';
import { readLimits } from '../controls/rules.ts';
import { lastDayOf } from '../expiry.ts';
import { requireEuroAccount } from '../money/named-amounts.ts';
import { checkOrder, issueFeeOf, mostCards } from './rules.ts';

export type OrderedCard = Omit<CardOrder, 'holderId' | 'termsVersion'> & { readonly holderId: string };

/** A checked order with everything needed to issue it. */
export interface CardToIssue
  extends Pick<
    CardOrder,
    'kind' | 'name' | 'nameOnCard' | 'design' | 'isSingleUse' | 'validUntil' | 'address'
  > {
  readonly clientId: string;
  readonly holderId: string;
  readonly holderName: string;
  /** Pays the fee. */
  readonly account: AccountRecord;
  readonly feeMinor: bigint;
  readonly limits: Controls['limits'];
  readonly expiresOn: string;
  /** The bank's day. */
  readonly today: string;
}

/** Checks an order against the client's accounts, people and cards, under the lock of the client's cards. */
export async function planCard(
  work: Work,
  { clientId, role }: Pick<ClientActor, 'clientId' | 'role'>,
  order: OrderedCard,
): Promise<CardToIssue> {
  const { sql } = work;
  const { kind, name, nameOnCard, design, isSingleUse, validUntil, address, holderId } = order;
  const today = await businessDay(work);
  const expiresOn = lastDayOf(today);
  const read = readLimits(order.limits ?? newControls.limits);
  const faults = [...checkOrder(order, { today, expiresOn }), ...('faults' in read ? read.faults : [])];
  if (faults.length > 0 || 'faults' in read) throw badFields(...faults);
  // In a company any active member; in the own profile only the person.
  if (!(await isMember(sql, { clientId, personId: holderId })))
    throw badFields({ field: 'holderId', code: 'holder_unknown' });
  const account = await requireEuroAccount(sql, { clientId, numberOrIban: order.feeAccount }, 'feeAccount');
  await lockCardsOf(sql, clientId);
  const most = mostCards(role);
  if ((await countOpenCards(sql, clientId)) >= most) throw new Problem('card_limit', { params: { most } });
  const holderName = (await findPersonNames(sql, [holderId])).get(holderId) ?? '';
  return {
    ...{ kind, name, nameOnCard: nameOnCard.toUpperCase(), design, isSingleUse, validUntil, address },
    ...{ clientId, holderId, holderName, account, today, expiresOn },
    limits: read.limits,
    feeMinor: issueFeeOf(role),
  };
}
