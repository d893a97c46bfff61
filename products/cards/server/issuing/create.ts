/** Writes a new card with its account and takes the fee. Errors: `account_closed`, `insufficient_balance`. */
import { audit } from '@calmly/platform/audit.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { openAccounts } from '../../../ledger/server/index.ts';
import { auditedCard } from '../audited.ts';
import { newControls, type StoredCard } from '../card.ts';
import { noticeToHolder } from '../card-notice.ts';
import { scheduleCalendar } from '../lifecycle/schedule.ts';
import { bookIssueFee } from '../money/book.ts';
import { cardCurrency } from '../money/named-amounts.ts';
import type { CardTools } from '../tools.ts';
import { writeCard } from './new-card.ts';
import type { CardToIssue } from './plan.ts';

type NewCard = Omit<CardToIssue, 'holderName'> & {
  readonly id: string;
  /** Absent if no person ordered it. */
  readonly orderedBy?: { readonly personId: string; readonly name: string };
};

/** Opens the card's account, writes the card, takes the fee and records it. */
export async function createCard(
  work: Work,
  { bank, ...tools }: Pick<CardTools, 'secrets' | 'bank' | 'processor'>,
  { account, feeMinor, limits, orderedBy, today, ...given }: NewCard,
): Promise<StoredCard> {
  const { id, clientId, holderId, kind, name, nameOnCard, design, isSingleUse, expiresOn, address } = given;
  const accountId = work.newId();
  await openAccounts(work.sql, [
    { id: accountId, kind: 'card', currency: cardCurrency, clientId, allowNegative: false },
  ]);
  const card = await writeCard(
    work,
    tools,
    {
      ...{
        id,
        clientId,
        accountId,
        holderId,
        kind,
        name,
        nameOnCard,
        design,
        expiresOn,
        isSingleUse,
        address,
      },
      currency: cardCurrency,
      validUntil: given.validUntil ?? null,
      controls: { ...newControls, limits },
      replaces: null,
    },
    today,
  );
  await bookIssueFee(work, { card, account, feeMinor, bankName: bank.name, orderedBy });
  const details = { ...auditedCard(card), kind, holder: holderId };
  await audit(work, { action: 'card.issued', clientId, details });
  await scheduleCalendar(work);
  return card;
}

/** Notifies the holder and the client's browsers of the new card. */
export async function tellIssued(work: Work, card: StoredCard, byPersonId: string): Promise<void> {
  await notify(work, noticeToHolder(card, 'card_issued', byPersonId));
  await publish(work.sql, card.clientId, { topic: 'cards' });
}
