/** Texts about a card's state and special properties. */
import type { Card } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { masked } from './card-state.ts';

/** `11 November`, with the year if it is not the current one. */
export function useDayText(): (at: string) => string {
  const format = useFormatter();
  return (at) => {
    const date = at.length === 10 ? dayAsDate(at) : new Date(at);
    const isThisYear = date.getFullYear() === new Date().getFullYear();
    return format.dateTime(date, {
      day: 'numeric',
      month: 'long',
      ...(!isThisYear && { year: 'numeric' }),
    });
  };
}

/** Why a card cannot be used, and since when; undefined for one that can. */
export function useCardState(): (card: Card) => { title: string; text: string } | undefined {
  const t = useTranslations('cards.state');
  const day = useDayText();
  return (card) => {
    const number = masked(card);
    switch (card.status) {
      case 'ACTIVE':
        return undefined;
      case 'BLOCKED':
        return {
          title:
            card.blockedBy && !(card.isMine && card.blockedBy.id === card.holder.id)
              ? t('blockedBy', { name: card.blockedBy.name })
              : t('blockedByYou'),
          text: card.blockedAt ? t('since', { number, date: day(card.blockedAt) }) : number,
        };
      case 'LOCKED':
        return { title: t('locked'), text: t('lockedFor', { number, lock: card.lock ?? 'bank' }) };
      case 'ORDERED':
        return { title: t('ordered'), text: t('orderedOn', { number, date: day(card.createdAt) }) };
      case 'EXPIRED':
        return { title: t('expired'), text: t('validTo', { number, expiry: card.expiry }) };
      case 'CLOSED':
        return {
          title: t(card.replacedBy ? 'replaced' : 'closed'),
          text: card.closedAt ? t('on', { number, date: day(card.closedAt) }) : number,
        };
    }
  };
}

/** Single use, its last day. */
export function useCardNotes(): (card: Pick<Card, 'isSingleUse' | 'validUntil'>) => string[] {
  const t = useTranslations('cards');
  const day = useDayText();
  return ({ isSingleUse, validUntil }) => [
    ...(isSingleUse ? [t('singleUse')] : []),
    ...(validUntil ? [t('validUntil', { date: day(validUntil) })] : []),
  ];
}
