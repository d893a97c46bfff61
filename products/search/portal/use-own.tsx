/** The portal's own options: recent choices while nothing is typed; matching actions, screens and profiles. */
import { type Client, holdsRight, type SearchKind } from '@calmly/contract';
import { ownClientId } from '@calmly/portal-kit/session/session.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { inOrder, type Offers, type Place, useTexts } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companiesQuery } from '../../clients/portal/profiles/index.ts';
import type { Choice, ChoiceGroup } from './choice.ts';
import { FoundIcon, grouped, linkOf, payLink } from './found.tsx';
import { matches } from './match.ts';
import { type RecentlyFound, readRecent } from './recent.ts';
import { useIsActive } from './use-active.ts';

/** Screens that the client may open, in order. */
const openTo = (places: readonly Place[], client: Client, isActive: boolean): readonly Place[] =>
  inOrder(places).filter(
    ({ call, visibleTo, isAlwaysOpen }) =>
      (isActive || isAlwaysOpen) &&
      (call?.right === undefined || holdsRight(client, call.right)) &&
      (visibleTo?.(client) ?? true),
  );

/** With typed text only matches; otherwise recent choices first, each listed once. */
export function useOwn(typed: string, offers: Offers): ChoiceGroup[] {
  const t = useTranslations('search');
  const text = useTexts();
  const client = useClient();
  const isActive = useIsActive();
  const profiles = useProfiles();
  const [recent] = useState(readRecent);
  const choices = (kind: 'action' | 'place', all: readonly Place[]) =>
    openTo(all, client, isActive).map(({ key: name, label, icon: Icon, link, words }) => {
      const key = `${kind}:${name}`;
      return {
        words: `${words} ${text(label)}`,
        choice: {
          key,
          icon: <Icon aria-hidden="true" />,
          title: text(label),
          to: { kind: 'link', link },
          recent: { key },
        } satisfies Choice,
      };
    });
  const actions = choices('action', offers.actions);
  const places = choices('place', offers.places);
  const fitting = (list: typeof actions) =>
    list.filter(({ words }) => typed === '' || matches(words, typed)).map(({ choice }) => choice);
  const group = (key: 'actions' | 'places' | 'profiles', options: readonly Choice[]) => ({
    key,
    label: t(`groups.${key}`),
    options,
  });
  const shown = [
    group('actions', fitting(actions)),
    group('places', fitting(places)),
    group(
      'profiles',
      profiles.filter(({ title, words }) => typed === '' || matches(`${title} ${words}`, typed)),
    ),
  ];
  if (typed !== '') return shown;

  const known = new Map([...actions, ...places].map(({ choice }) => [choice.key, choice]));
  /** Only choices that the person may still open. */
  const again = recent.flatMap((each): Choice[] => {
    const own = known.get(each.key);
    if (own) return [own];
    if (!('found' in each) || !mayOpen(client, each.found)) return [];
    const { kind, pays, title, detail } = each.found;
    const link = pays ? payLink(each.found.id) : linkOf(kind, each.found);
    const choice = {
      key: each.key,
      icon: <FoundIcon kind={pays ? 'payment' : kind} />,
      title: pays ? t('pay', { name: title }) : title,
      detail: detail === null ? undefined : grouped(detail),
      recent: each,
    };
    return [{ ...choice, to: { kind: 'link', link } }];
  });
  const isRecent = new Set(again.map(({ key }) => key));
  return [
    { key: 'recent', label: t('groups.recent'), options: again },
    ...shown.map((each) => ({ ...each, options: each.options.filter(({ key }) => !isRecent.has(key)) })),
  ];
}

const rightOf: Partial<Record<SearchKind, Parameters<typeof holdsRight>[1]>> = {
  card: 'can_plast_view',
  payout: 'can_request_trans',
  document: 'can_view_documents',
};

const mayOpen = (client: Parameters<typeof holdsRight>[0], { kind, pays }: RecentlyFound) => {
  const right = pays ? 'can_request_trans' : rightOf[kind];
  return right === undefined || holdsRight(client, right);
};

/** The other profiles that the person may act for. */
function useProfiles(): Array<Choice & { words: string }> {
  const t = useTranslations('search');
  const client = useClient();
  const own = ownClientId();
  const isOwn = client.role !== 'LEGAL';
  const companies = useQuery({ ...companiesQuery(client.id), enabled: isOwn && client.state === 'ACTIVE' });
  const words = 'switch profile company change сменить профиль компания переключить';
  if (!isOwn)
    return own === undefined
      ? []
      : [
          {
            key: 'profile:own',
            icon: <IconArrowBackUp aria-hidden="true" />,
            title: t('back'),
            words,
            to: { kind: 'profile', way: 'back', id: own },
          },
        ];
  return (companies.data ?? []).map(({ id, companyName }) => ({
    key: `profile:${id}`,
    icon: <Avatar name={companyName} />,
    title: t('switchTo', { name: companyName }),
    words,
    to: { kind: 'profile', way: 'to', id },
  }));
}
