/** Cards of the sandbox's demo clients: issued in the past, delivered and topped up, without notices. */
import type { CardAddress, CardDesign, CardKind } from '@calmly/contract';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { findAccounts } from '../../../accounts/server/accounts/index.ts';
import { type Controls, newControls } from '../card.ts';
import { updateCard } from '../card-store.ts';
import { lastDayOf } from '../expiry.ts';
import { bookTopUp } from '../money/moves.ts';
import { createCardSecrets } from '../secrets/card-secrets.ts';
import { createCard } from './create.ts';
import { updateDelivery } from './delivery-store.ts';
import { deliveryDays } from './new-card.ts';
import { embossedName, issueFeeOf } from './rules.ts';
import { trackingOf } from './tracking.ts';

export interface DemoCard {
  readonly clientId: string;
  readonly role: string;
  readonly holder: { readonly personId: string; readonly name: string };
  /** Number of the euro account that pays. */
  readonly account: string;
  readonly kind: CardKind;
  readonly name: string;
  readonly design: CardDesign;
  readonly topUpMinor: bigint;
  readonly limits?: Partial<Controls['limits']>;
  /** For a plastic card. */
  readonly address?: CardAddress;
  readonly isBlocked?: true;
}

/** Writes a demo card as of `work.now`. */
export async function createDemoCard(
  work: Work,
  { secretKeys, bank }: { readonly secretKeys: readonly Buffer[]; readonly bank: Bank },
  { clientId, role, holder, account: number, topUpMinor, limits, isBlocked, ...card }: DemoCard,
): Promise<void> {
  const { sql, now } = work;
  const [account] = await findAccounts(sql, [{ clientId, numberOrIban: number }]);
  if (!account) throw new Error(`there is no account ${number}`);
  const today = now.toISOString().slice(0, 10);
  const made = await createCard(
    work,
    { secrets: createCardSecrets(secretKeys), bank, processor: undefined },
    {
      ...card,
      id: work.newId(),
      clientId,
      holderId: holder.personId,
      account,
      nameOnCard: embossedName(holder.name),
      isSingleUse: false,
      feeMinor: issueFeeOf(role),
      expiresOn: lastDayOf(today),
      limits: { ...newControls.limits, ...limits },
      today,
    },
  );
  if (card.kind === 'PLASTIC')
    await updateDelivery(sql, {
      cardId: made.id,
      status: 'DELIVERED',
      trackingNumber: trackingOf(made),
      expectedOn: addDays(today, deliveryDays),
    });
  if (topUpMinor > 0n) await bookTopUp(work, made, account, topUpMinor);
  await updateCard(
    sql,
    made,
    now,
    isBlocked ? { status: 'BLOCKED', blockedAt: now, blockedBy: holder.personId } : { status: 'ACTIVE' },
  );
}
