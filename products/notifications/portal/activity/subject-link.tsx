/** The subject of an entry: an icon of its kind, and a link to it. */
import type { Activity, ActivityKind } from '@calmly/contract';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import {
  IconArrowsExchange,
  IconChecks,
  IconCircleDot,
  IconCreditCard,
  IconCurrencyBitcoin,
  IconPlugConnected,
  IconShieldCheck,
  IconUserCircle,
  IconUserDollar,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const icons: Readonly<Record<ActivityKind, typeof IconChecks>> = {
  payments: IconArrowsExchange,
  payees: IconUserDollar,
  approvals: IconChecks,
  people: IconUsers,
  connections: IconPlugConnected,
  cards: IconCreditCard,
  crypto: IconCurrencyBitcoin,
  profile: IconUserCircle,
  security: IconShieldCheck,
  other: IconCircleDot,
};

export function KindIcon({ kind }: { kind: ActivityKind }) {
  const Icon = icons[kind];
  return (
    <Circle>
      <Icon aria-hidden="true" size={20} stroke={1.6} />
    </Circle>
  );
}

export function SubjectLink({ subject, children }: { subject: Activity['subject']; children: ReactNode }) {
  if (subject === null) return children;
  const { kind, id } = subject;
  switch (kind) {
    case 'payment':
      return (
        <Link to="/payments" search={{ payment: id }} className="link">
          {children}
        </Link>
      );
    case 'order':
      return (
        <Link to="/payments" search={{ tab: 'scheduled', order: id }} className="link">
          {children}
        </Link>
      );
    case 'payee':
      return (
        <Link to="/beneficiaries/$id" params={{ id }} className="link">
          {children}
        </Link>
      );
    case 'approval':
      return (
        <Link to="/inbox" search={{ approval: id }} className="link">
          {children}
        </Link>
      );
    case 'account':
      return (
        <Link to="/requisites" search={{ account: id }} className="link">
          {children}
        </Link>
      );
  }
}
