/** The requests: payer and description, account, due day, status, amount and received amount. */
import type { Account, MoneyRequest } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { StatusBadge } from '@calmly/ui/facts/status-badge.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { PlainCell, TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import type { ReactNode } from 'react';
import { isPartlyPaid } from './received.ts';

interface RequestsTableProps {
  requests: readonly MoneyRequest[] | undefined;
  accounts: readonly Account[];
  openId: string | undefined;
  onOpen: (request: MoneyRequest) => void;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
  footnote: ReactNode;
  onShowMore: (() => void) | undefined;
  loadingMore: boolean;
}

export function RequestsTable({ requests, accounts, openId, ...table }: RequestsTableProps) {
  const t = useTranslations('requests.list');
  return (
    <DataTable
      {...table}
      label={t('label')}
      columns={useColumns(accounts)}
      rows={requests}
      rowId={({ id }) => id}
      selectedId={openId}
    />
  );
}

function useColumns(accounts: readonly Account[]): readonly Column<MoneyRequest>[] {
  const t = useTranslations('requests.list');
  const format = useFormatter();
  const day = (text: string) => format.dateTime(dayAsDate(text), { day: 'numeric', month: 'short' });
  return [
    {
      key: 'payer',
      header: t('payer'),
      width: 'minmax(0, 2.4fr)',
      phone: 'main',
      cell: ({ payerName, details }) => (
        <WhoCell avatar={<Avatar name={payerName} />} first={payerName} second={details} />
      ),
    },
    {
      key: 'account',
      header: t('account'),
      width: 'minmax(0, 1fr)',
      wide: true,
      cell: ({ accountId }) => <PlainCell>{accounts.find(({ id }) => id === accountId)?.name}</PlainCell>,
    },
    {
      key: 'due',
      header: t('due'),
      width: 'minmax(0, 0.8fr)',
      wide: true,
      cell: ({ dueOn }) => <PlainCell>{dueOn ? day(dueOn) : '–'}</PlainCell>,
    },
    {
      key: 'status',
      badge: true,
      header: t('status'),
      width: 'minmax(124px, 1fr)',
      phone: 'bottom',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'amount',
      header: t('amount'),
      width: 'minmax(120px, 1.1fr)',
      align: 'end',
      phone: 'top',
      cell: (request) => (
        <TwoLines
          first={
            <Amount value={request.amount} currency={request.currency} off={request.status === 'CANCELED'} />
          }
          second={
            isPartlyPaid(request) && t('received', { amount: amountText(request.received, request.currency) })
          }
        />
      ),
    },
  ];
}
