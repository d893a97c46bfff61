/** The server's results, as the palette shows them, with their links. */
import type { SearchHit, SearchKind } from '@calmly/contract';
import { checkIban, formatIban } from '@calmly/domain';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBuildingBank,
  IconCreditCard,
  IconFile,
  IconFileUpload,
  IconHelp,
  IconReceipt,
  IconUser,
} from '@tabler/icons-react';
import { type LinkOptions, linkOptions } from '@tanstack/react-router';

const icons = {
  account: IconBuildingBank,
  payee: IconUser,
  payment: IconArrowUpRight,
  card: IconCreditCard,
  request: IconReceipt,
  payout: IconFileUpload,
  document: IconFile,
  article: IconHelp,
} as const satisfies Record<SearchKind, unknown>;

export function FoundIcon({ kind, direction }: { kind: SearchKind; direction?: SearchHit['direction'] }) {
  const Icon = kind === 'payment' && direction === 'CREDIT' ? IconArrowDownLeft : icons[kind];
  return <Icon aria-hidden="true" />;
}

type Link = LinkOptions;

/** The page of a hit. */
export function linkOf(kind: SearchKind, { id, title }: Pick<SearchHit, 'id' | 'title'>): Link {
  if (kind === 'payment') return linkOptions({ to: '/payments', search: { payment: id } });
  if (kind === 'payee') return linkOptions({ to: '/beneficiaries/$id', params: { id }, search: {} });
  if (kind === 'account') return linkOptions({ to: '/accounts/$id', params: { id } });
  if (kind === 'card') return linkOptions({ to: '/cards', search: { card: id } });
  if (kind === 'request') return linkOptions({ to: '/payments', search: { tab: 'requests', request: id } });
  if (kind === 'payout') return linkOptions({ to: '/payments/payouts/$id', params: { id }, search: {} });
  // Documents have no page of their own, so the list is opened with this one.
  if (kind === 'document') return linkOptions({ to: '/documents', search: { search: title } });
  return linkOptions({ to: '/help/$slug', params: { slug: id } });
}

/** The payment form for a payee. */
export const payLink = (id: string): Link =>
  linkOptions({
    to: '/payments/create/{-$direction}',
    params: { direction: 'outgoing' },
    search: { beneficiary: id },
  });

/** The list of a kind, filtered by the text; undefined if the list cannot be filtered. */
export function listOf(kind: SearchKind, text: string): Link | undefined {
  if (kind === 'payment') return linkOptions({ to: '/payments', search: { search: text } });
  if (kind === 'payee') return linkOptions({ to: '/beneficiaries', search: { search: text } });
  if (kind === 'request') return linkOptions({ to: '/payments', search: { tab: 'requests', search: text } });
  if (kind === 'document') return linkOptions({ to: '/documents', search: { search: text } });
  if (kind === 'article') return linkOptions({ to: '/help', search: { q: text } });
  return undefined;
}

/** An account in groups of four; any other text unchanged. */
export const grouped = (text: string): string => (checkIban(text).ok ? formatIban(text) : text);
