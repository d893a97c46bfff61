/**
 * The side navigation (specification section 2, with the additions of the design): its items, their order, and who sees them.
 */
import type { Client } from '@calmly/contract';
import {
  IconArrowsRightLeft,
  IconBuildingBank,
  IconChecks,
  IconCreditCard,
  IconCurrencyBitcoin,
  IconFileText,
  IconFolder,
  IconLayoutDashboard,
  IconLifebuoy,
  IconReceipt2,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';

export interface NavItem {
  /** Its text: `shell.nav.<key>`. */
  readonly key:
    | 'dashboard'
    | 'beneficiaries'
    | 'requisites'
    | 'payments'
    | 'inbox'
    | 'cards'
    | 'crypto'
    | 'statements'
    | 'documents'
    | 'fees'
    | 'support'
    | 'profile';
  readonly to:
    | '/dashboard'
    | '/beneficiaries'
    | '/requisites'
    | '/payments'
    | '/inbox'
    | '/cards'
    | '/crypto'
    | '/statements'
    | '/documents'
    | '/support'
    | '/fees'
    | '/account-profile';
  readonly icon: typeof IconUsers;
  /** Under it, shown on hover or while the item is open. */
  readonly child?: { readonly key: 'payouts'; readonly to: '/payments/payouts' };
  /** A figure beside it: how many approvals wait, or conversations with unread answers. */
  readonly counts?: 'approvals' | 'answers';
  readonly visibleTo?: (client: Client) => boolean;
}

export const mainItems: readonly NavItem[] = [
  { key: 'dashboard', to: '/dashboard', icon: IconLayoutDashboard },
  { key: 'beneficiaries', to: '/beneficiaries', icon: IconUsers },
  { key: 'requisites', to: '/requisites', icon: IconBuildingBank },
  {
    key: 'payments',
    to: '/payments',
    icon: IconArrowsRightLeft,
    child: { key: 'payouts', to: '/payments/payouts' },
  },
  { key: 'inbox', to: '/inbox', icon: IconChecks, counts: 'approvals' },
  {
    key: 'cards',
    to: '/cards',
    icon: IconCreditCard,
    visibleTo: (client) => client.cardsOffered && client.rights.can_plast_view,
  },
  { key: 'crypto', to: '/crypto', icon: IconCurrencyBitcoin },
  { key: 'statements', to: '/statements', icon: IconFileText },
  { key: 'documents', to: '/documents', icon: IconFolder },
];

export const footItems: readonly NavItem[] = [
  { key: 'fees', to: '/fees', icon: IconReceipt2 },
  { key: 'support', to: '/support', counts: 'answers', icon: IconLifebuoy },
  { key: 'profile', to: '/account-profile', icon: IconUserCircle },
];
