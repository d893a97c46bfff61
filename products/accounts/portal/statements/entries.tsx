/** The entries of a period, oldest first, with the balance after each. A row links to its payment. */
import type { Statement, StatementAccount, StatementLine } from '@calmly/contract';
import { useDayHeading } from '@calmly/portal-kit/shared/days/day-heading.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { TwoLines } from '@calmly/ui/lists/table-cells.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import classes from './statements.module.css';

interface EntriesProps {
  account: StatementAccount;
  query: UseInfiniteQueryResult<InfiniteData<Statement>>;
}

export function Entries({ account, query }: EntriesProps) {
  const t = useTranslations('statements');
  const schemes = useTranslations('payments.ways');
  const dayHeading = useDayHeading();
  const navigate = useNavigate();
  const { currency } = account;
  const lines = query.data?.pages.flatMap((page) => page.lines);
  const typeOf = ({ isConfidentialPayout, isFee, scheme, reference }: StatementLine) => {
    if (isConfidentialPayout) return t('confidentialPayout', { number: reference });
    const type = schemes(scheme);
    if (!isFee) return type;
    return scheme === 'CRYPTO' ? t('networkFee') : t('feeOf', { type });
  };
  const columns: Column<StatementLine>[] = [
    {
      key: 'what',
      header: t('columns.what'),
      width: 'minmax(0, 5fr)',
      phone: 'main',
      cell: (line) => <What line={line} type={typeOf(line)} />,
    },
    {
      key: 'number',
      header: t('columns.number'),
      width: 'minmax(0, 2.4fr)',
      wide: true,
      cell: ({ number }) => <span className={classes.number}>{number}</span>,
    },
    {
      key: 'amount',
      header: t('columns.amount'),
      width: 'minmax(120px, 2fr)',
      align: 'end',
      phone: 'top',
      cell: ({ amount }) => {
        const out = amount.startsWith('-');
        return (
          <Amount
            value={out ? amount.slice(1) : amount}
            currency={currency}
            direction={out ? 'DEBIT' : 'CREDIT'}
          />
        );
      },
    },
    {
      key: 'balance',
      header: t('columns.balance'),
      width: 'minmax(120px, 2fr)',
      align: 'end',
      phone: 'bottom',
      cell: ({ balance }) => <Amount value={balance} currency={currency} />,
    },
  ];
  return (
    <DataTable
      label={t('entries')}
      columns={columns}
      rows={lines}
      rowId={({ entry }) => entry}
      dayOf={({ bookedOn }) => dayHeading(bookedOn)}
      onOpen={({ paymentId }) => {
        if (paymentId) void navigate({ to: '/payments', search: { payment: paymentId } });
      }}
      error={query.error}
      onRetry={() => void query.refetch()}
      empty={
        <EmptyState
          drawing={<Drawing name="text" />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          help="statementEmpty"
        />
      }
      onShowMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      loadingMore={query.isFetchingNextPage}
      skeletonRows={6}
    />
  );
}

function What({
  line: { counterparty, reference, isConfidentialPayout },
  type,
}: {
  line: StatementLine;
  type: string;
}) {
  if (counterparty === '') return <TwoLines first={type} second={isConfidentialPayout ? '' : reference} />;
  return (
    <TwoLines
      first={<span translate="no">{counterparty}</span>}
      second={[type, reference].filter(Boolean).join(' · ')}
    />
  );
}
