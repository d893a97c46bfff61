/** One payment of a card in the list. */
import type { CardTransaction, DisputeStatus } from '@calmly/contract';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Badge, type BadgeColour } from '@calmly/ui/facts/status-badge.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { CategoryIcon } from './category-icon.tsx';
import { movedNothing } from './days.ts';
import classes from './transactions.module.css';
import { usePlaceText } from './use-place-text.ts';

interface TransactionRowProps {
  row: CardTransaction;
  isOpen: boolean;
  onOpen: () => void;
}

export function TransactionRow({ row, isOpen, onOpen }: TransactionRowProps) {
  const t = useTranslations('cardPayments');
  const format = useFormatter();
  const place = usePlaceText();
  const isForeign = row.merchantCurrency !== row.currency;
  const time = format.dateTime(new Date(row.createdAt), timeOfDay);
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <CategoryIcon category={row.group} isRefund={row.status === 'REFUND'} />
      <div className={classes.words}>
        <button
          type="button"
          className={classes.open}
          data-row-control=""
          aria-current={isOpen || undefined}
          onClick={onOpen}
          translate="no"
        >
          {row.merchantName}
        </button>
        <Text as="span" size={13} tone="soft">
          {row.declineReason ? t(`declined.${row.declineReason}.why`) : place(row)}
        </Text>
      </div>
      <TransactionBadge row={row} />
      <div className={classes.amounts}>
        <Amount
          value={row.amount}
          currency={row.currency}
          direction={row.direction}
          off={movedNothing(row)}
        />
        <Text as="span" size={13} tone="soft">
          {isForeign && `${amountText(row.merchantAmount, row.merchantCurrency)} · `}
          {time}
        </Text>
      </div>
    </li>
  );
}

const badges = {
  HELD: 'yellow',
  DECLINED: 'red',
  RELEASED: 'grey',
} as const satisfies Partial<Record<CardTransaction['status'], BadgeColour>>;

const disputeBadges = {
  OPEN: 'blue',
  IN_REVIEW: 'blue',
  WON: 'green',
  LOST: 'grey',
  WITHDRAWN: 'grey',
  REFUNDED: 'grey',
} as const satisfies Record<DisputeStatus, BadgeColour>;

/** For rows that are not simply paid, or need attention. */
export function TransactionBadge({ row: { status, dispute, receipt } }: { row: CardTransaction }) {
  const t = useTranslations('cardPayments');
  const disputes = useTranslations('cardDisputes.statuses');
  const receipts = useTranslations('cardReceipts');
  if (dispute) return <Badge colour={disputeBadges[dispute.status]}>{disputes(dispute.status)}</Badge>;
  if (receipt === 'MISSING') return <Badge colour="yellow">{receipts('badge')}</Badge>;
  if (status === 'CLEARED' || status === 'REFUND') return null;
  return <Badge colour={badges[status]}>{t(`statuses.${status}`)}</Badge>;
}
