/** Notices about cards to the holder, naming the person who acted if it was someone else. Pure. */
import type { NotificationKind } from '@calmly/contract';
import type { Notice } from '@calmly/platform/notify/notices.ts';
import type { StoredCard } from './card.ts';

type CardNotice = Extract<NotificationKind, `card_${string}`>;

/** One notice to the holder alone. The text names `byPersonId` if that is someone else. */
export const noticeToHolder = (
  { id, clientId, holderId, name, lastFour }: StoredCard,
  kind: CardNotice,
  byPersonId?: string,
  params: Readonly<Record<string, string>> = {},
): readonly Notice[] => [
  {
    kind,
    clientId,
    personId: holderId,
    subjectId: id,
    params: { card: name, lastFour, ...params },
    ...(byPersonId !== undefined && { byPersonId }),
  },
];
