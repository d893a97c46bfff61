/** The server's results as options: payees can be paid, cards blocked, and a kind with more links to its list. */
import { holdsRight, issueCard, type SearchGroup, type SearchHit, type SearchKind } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { IconArrowUpRight, IconList, IconLock } from '@tabler/icons-react';
import type { Choice, ChoiceGroup } from './choice.ts';
import { FoundIcon, grouped, linkOf, listOf, payLink } from './found.tsx';
import type { Recent } from './recent.ts';

/** Maximum number of payees offered for payment, before those offered to open. */
const mostToPay = 3;

/** Payments to found payees come first; if a verb was typed (`pays`) and there are any, only they are listed. */
export function useFound(
  groups: readonly SearchGroup[],
  { text, pays }: { readonly text: string; readonly pays: boolean },
): ChoiceGroup[] {
  const t = useTranslations('search');
  const format = useFormatter();
  const client = useClient();
  const day = (at: string) =>
    format.dateTime(new Date(at), { day: 'numeric', month: 'short', year: 'numeric' });
  const detailOf = (kind: SearchKind, { detail, at, status, currency }: SearchHit): string | undefined => {
    const told = detail === null ? undefined : grouped(detail);
    const parts = [
      kind === 'account' ? `${currency} · ${told}` : told,
      status === 'CLOSED' ? t('closed') : undefined,
      at === null ? undefined : day(at),
    ];
    return parts.filter(Boolean).join(' · ') || undefined;
  };
  const choiceOf = (kind: SearchKind, hit: SearchHit): Choice[] => {
    const link = linkOf(kind, hit);
    const { title, amount, currency, direction } = hit;
    const key = `${kind}:${hit.id}`;
    const shown = {
      key,
      icon: <FoundIcon kind={kind} direction={direction} />,
      title,
      detail: detailOf(kind, hit),
      end:
        amount !== null && currency !== null ? (
          <Amount
            value={amount}
            currency={currency}
            {...(kind === 'payment' && direction && { direction })}
          />
        ) : undefined,
      recent: recentOf(key, kind, hit, false),
    };
    return [{ ...shown, to: { kind: 'link', link } }];
  };
  const found = groups.map(({ kind, items, hasMore, lookedBackTo }): ChoiceGroup => {
    const options = items.flatMap((hit) => choiceOf(kind, hit));
    const list = hasMore || lookedBackTo !== null ? listOf(kind, text) : undefined;
    if (list)
      options.push({
        key: `all:${kind}`,
        icon: <IconList aria-hidden="true" />,
        title: t('all', { text }),
        to: { kind: 'link', link: list },
      });
    if (kind === 'card' && holdsRight(client, issueCard.right)) options.push(...blocking(items));
    return { key: kind, label: t(`groups.${kind}`), options };
  });
  const payees = groups.find(({ kind }) => kind === 'payee')?.items ?? [];
  const mayPay = holdsRight(client, 'can_request_trans');
  const toPay = payees
    .filter(({ direction }) => mayPay && direction === 'DEBIT')
    .slice(0, mostToPay)
    .map(
      (hit): Choice => ({
        key: `pay:${hit.id}`,
        icon: <IconArrowUpRight aria-hidden="true" />,
        title: t('pay', { name: hit.title }),
        detail: detailOf('payee', hit),
        to: { kind: 'link', link: payLink(hit.id) },
        recent: recentOf(`pay:${hit.id}`, 'payee', hit, true),
      }),
    );
  const payGroup = { key: 'pay', label: t('groups.pay'), options: toPay };
  return [payGroup, ...(pays && toPay.length > 0 ? [] : found)];

  function blocking(cards: readonly SearchHit[]): Choice[] {
    return cards
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ id, title, detail }) => ({
        key: `block:${id}`,
        icon: <IconLock aria-hidden="true" />,
        title: t('block', { name: title }),
        detail: detail ?? undefined,
        to: { kind: 'block', id, name: title },
      }));
  }
}

const recentOf = (
  key: string,
  kind: SearchKind,
  { id, title, detail }: SearchHit,
  pays: boolean,
): Recent => ({ key, found: { kind, pays, id, title, detail } });
