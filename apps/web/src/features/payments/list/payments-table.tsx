/** The payments by day: counterparty and reference, account, way, status, amount with the time. */
import type { Account, Payment } from '@calmly/contract';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { useCounterpartyName } from '../../../session/counterparty.ts';
import { dayAsDate, dayName, localDay } from '../../../session/days.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TwoLines, WhoCell } from '../../../ui/table-cells.tsx';
import classes from './list.module.css';

interface PaymentsTableProps {
  payments: readonly Payment[] | undefined;
  accounts: readonly Account[];
  openId: string | undefined;
  onOpen: (payment: Payment) => void;
  empty: ReactNode;
  footnote: ReactNode;
  onShowMore: (() => void) | undefined;
  loadingMore: boolean;
}

export function PaymentsTable({ accounts, payments, openId, ...table }: PaymentsTableProps) {
  const t = useTranslations('payments');
  const columns = useColumns(accounts);
  const dayHeading = useDayHeading();
  return (
    <DataTable
      {...table}
      label={t('list.label')}
      columns={columns}
      rows={payments}
      rowId={(payment) => payment.id}
      dayOf={(payment) => dayHeading(localDay(new Date(payment.createdAt)))}
      selectedId={openId}
    />
  );
}

function useDayHeading() {
  const t = useTranslations('ui');
  const format = useFormatter();
  return (day: string): string => {
    const now = new Date();
    const name = dayName(day, now);
    const at = dayAsDate(day);
    const date = format.dateTime(at, { day: 'numeric', month: 'long' });
    if (name === 'today' || name === 'yesterday') return t(name, { date });
    const text = format.dateTime(at, {
      day: 'numeric',
      month: 'long',
      ...(at.getFullYear() === now.getFullYear() ? { weekday: 'long' } : { year: 'numeric' }),
    });
    // A heading begins with a capital, also in languages whose weekdays do not.
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}

function useColumns(accounts: readonly Account[]): readonly Column<Payment>[] {
  const t = useTranslations('payments');
  const format = useFormatter();
  const nameOf = useCounterpartyName();
  const time = (at: string) =>
    format.dateTime(new Date(at), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return [
    {
      key: 'counterparty',
      header: t('list.counterparty'),
      width: 'minmax(0, 2.4fr)',
      phone: 'main',
      cell: (payment) => (
        <WhoCell
          avatar={<Avatar name={nameOf(payment)} country={payment.counterpartyCountry} />}
          first={nameOf(payment)}
          second={payment.reference}
        />
      ),
    },
    {
      key: 'account',
      header: t('list.account'),
      width: 'minmax(0, 1fr)',
      wide: true,
      cell: ({ accountId }) => (
        <span className={classes.plain}>{accounts.find(({ id }) => id === accountId)?.name}</span>
      ),
    },
    {
      key: 'way',
      header: t('list.way'),
      width: 'minmax(0, 0.9fr)',
      wide: true,
      cell: ({ scheme }) => <span className={classes.plain}>{t(`ways.${scheme}`)}</span>,
    },
    {
      key: 'status',
      header: t('list.status'),
      width: 'minmax(124px, 1fr)',
      phone: 'bottom',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'amount',
      header: t('list.amount'),
      width: 'minmax(120px, 1.1fr)',
      align: 'end',
      phone: 'top',
      cell: ({ amount, currency, direction, createdAt }) => (
        <TwoLines
          first={<Amount value={amount} currency={currency} direction={direction} />}
          second={<span className={classes.time}>{time(createdAt)}</span>}
          notOnPhone
        />
      ),
    },
  ];
}
