import type { SubEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';

export const subEntries: readonly SubEntry[] = [
  { label: 'shell.nav.payouts', to: '/payments/payouts', under: '/payments' },
];
