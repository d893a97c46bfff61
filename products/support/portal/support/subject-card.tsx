/** A conversation's subject, as a card that opens it. */
import type { SupportSubject, SupportSubjectCard } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { StatusBadge } from '@calmly/ui/facts/status-badge.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import {
  IconArrowsRightLeft,
  IconBuildingBank,
  IconChevronRight,
  IconCreditCard,
  IconEyeOff,
  IconReceipt,
  IconTable,
  IconUser,
} from '@tabler/icons-react';
import { Link, linkOptions } from '@tanstack/react-router';
import classes from './support.module.css';

const icons: Readonly<Record<SupportSubject, typeof IconUser>> = {
  payment: IconArrowsRightLeft,
  card: IconCreditCard,
  payout: IconTable,
  account: IconBuildingBank,
  payee: IconUser,
  request: IconReceipt,
};

function targetOf({ kind, id }: Pick<SupportSubjectCard, 'kind' | 'id'>) {
  switch (kind) {
    case 'payment':
      return linkOptions({ to: '/payments', search: { payment: id } });
    case 'request':
      return linkOptions({ to: '/payments', search: { tab: 'requests', request: id } });
    case 'card':
      return linkOptions({ to: '/cards', search: { card: id } });
    case 'payout':
      return linkOptions({ to: '/payments/payouts/$id', params: { id }, search: {} });
    case 'account':
      return linkOptions({ to: '/requisites', search: { account: id } });
    case 'payee':
      return linkOptions({ to: '/beneficiaries/$id', params: { id }, search: {} });
  }
}

export function SubjectCard({ subject }: { subject: SupportSubjectCard }) {
  const t = useTranslations('support.subject');
  const { kind, facts } = subject;
  if (!facts)
    return (
      <p className={classes.subject}>
        <IconEyeOff aria-hidden="true" />
        <span className={classes.subjectWords}>{t(`hidden.${kind}`)}</span>
      </p>
    );
  const Icon = icons[kind];
  const { name, number, amount, currency, status } = facts;
  const hasBadge = kind === 'payment' || kind === 'request';
  return (
    <Link {...targetOf(subject)} className={classes.subject}>
      <Icon aria-hidden="true" />
      <span className={classes.subjectWords}>
        <Text as="span" size={13} tone="soft">
          {t(`kinds.${kind}`)}
          {number && ` ${kind === 'card' || kind === 'account' ? `···· ${number}` : number}`}
        </Text>
        <span className={classes.subjectName}>{name || number}</span>
        {hasBadge && status && <StatusBadge status={status} />}
      </span>
      {amount && currency && <Amount value={amount} currency={currency} />}
      <IconChevronRight aria-hidden="true" />
    </Link>
  );
}
