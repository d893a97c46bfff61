/** Names, icons and states of approvals. */
import type { Approval, ApprovalState } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Badge, type BadgeColour } from '@calmly/ui/facts/status-badge.tsx';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import {
  IconCreditCard,
  IconCurrencyBitcoin,
  IconScale,
  IconTable,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { titleOf } from '../model/title.ts';

/** `const titleText = useApprovalTitle(); … titleText(approval)` */
export function useApprovalTitle(): (approval: Pick<Approval, 'kind' | 'facts'>) => string {
  const t = useTranslations('approvals.what');
  return (approval) => {
    const { key, name } = titleOf(approval);
    return t(key, { name });
  };
}

const icons = {
  payout: IconTable,
  withdrawal: IconCurrencyBitcoin,
  payee: IconUserPlus,
  people: IconUsersGroup,
  policy: IconScale,
  card: IconCreditCard,
};

/** A payment is shown as its payee, the others by their subject. */
export function ApprovalPicture({
  approval: { kind, facts },
}: {
  approval: Pick<Approval, 'kind' | 'facts'>;
}) {
  if (kind === 'payment') return <Avatar name={facts.creditorName ?? ''} country={facts.creditorCountry} />;
  const Icon = icons[kind];
  return (
    <Circle>
      <Icon aria-hidden="true" />
    </Circle>
  );
}

const colours: Readonly<Record<ApprovalState, BadgeColour>> = {
  WAITING: 'orange',
  BLOCKED: 'red',
  APPROVED: 'green',
  REJECTED: 'red',
  RECALLED: 'grey',
  EXPIRED: 'grey',
  VOIDED: 'grey',
};

export function StateBadge({ state }: { state: ApprovalState }) {
  const t = useTranslations('approvals.states');
  return <Badge colour={colours[state]}>{t(state)}</Badge>;
}
