/** Notices about cards: to the holder, with who did it where it was another person. Pure. */
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
