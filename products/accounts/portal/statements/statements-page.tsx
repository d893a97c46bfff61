/** Statements: the accounts on the left; on the right the selected account's balances and entries in a period, its files, and its months. */
import { getStatement, type StatementAccount } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { FactsShape, ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconCoins, IconCreditCard, IconLock } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { AccountList, type ListedAccount } from '../accounts/index.ts';
import { AllAccounts } from './all-accounts.tsx';
import { Entries } from './entries.tsx';
import { Months } from './months.tsx';
import { usePeriod } from './period.ts';
import { PeriodBar } from './period-bar.tsx';
import { PreparedFiles } from './prepared.tsx';
import { Profit } from './profit.tsx';
import { statementAccountsQuery, statementQuery } from './queries.ts';
import classes from './statements.module.css';
import { Sums } from './sums.tsx';

/** `accountId` comes from the URL; without one, or for an unknown one, the first account is used. */
export function StatementsPage({ accountId }: { accountId?: string | undefined }) {
  const t = useTranslations('statements');
  const { held, reason } = useRight(getStatement);
  const accounts = useQuery(statementAccountsQuery);
  if (!held)
    return <EmptyState icon={<IconLock aria-hidden="true" />} title={t('lockedTitle')} text={reason} />;
  if (accounts.isError) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (!accounts.data)
    return (
      <div className={classes.page}>
        <ListShape rows={4} />
        <FactsShape />
      </div>
    );
  const chosen = accounts.data.find(({ id }) => id === accountId) ?? accounts.data[0];
  if (!chosen)
    return <EmptyState drawing={<Drawing name="text" />} title={t('noAccount')} text={t('noAccountText')} />;
  return (
    <div className={classes.page}>
      <Accounts accounts={accounts.data} chosenId={chosen.id} />
      <Statement key={chosen.id} account={chosen} />
      <div className={classes.beside}>
        <ShownMonths key={`months ${chosen.id}`} account={chosen} />
        <AllAccounts />
        <PreparedFiles />
      </div>
    </div>
  );
}

/** The accounts, followed by cards, wallets and closed ones under headings. */
function Accounts({ accounts, chosenId }: { accounts: readonly StatementAccount[]; chosenId: string }) {
  const t = useTranslations('statements');
  const listed = (isListed: (account: StatementAccount) => boolean) =>
    accounts.filter(isListed).map((account): ListedAccount => {
      const { kind, number, balance } = account;
      const icon = icons[kind];
      return {
        ...account,
        number: kind === 'ACCOUNT' ? shortIban(number) : number,
        amount: balance,
        ...(icon && { icon }),
      };
    });
  const groups = [
    { label: t('cards'), accounts: listed(({ kind, isClosed }) => kind === 'CARD' && !isClosed) },
    { label: t('wallets'), accounts: listed(({ kind, isClosed }) => kind === 'WALLET' && !isClosed) },
    { label: t('closed'), accounts: listed(({ isClosed }) => isClosed) },
  ];
  return (
    <AccountList
      label={t('accounts')}
      accounts={listed(({ kind, isClosed }) => kind === 'ACCOUNT' && !isClosed)}
      groups={groups.filter((group) => group.accounts.length > 0)}
      chosenId={chosenId}
      to="/statements"
    />
  );
}

const icons = {
  ACCOUNT: undefined,
  CARD: <IconCreditCard aria-hidden="true" />,
  WALLET: <IconCoins aria-hidden="true" />,
} as const;

function ShownMonths({ account }: { account: StatementAccount }) {
  const { period, show } = usePeriod();
  return <Months account={account} period={period} onShow={show} />;
}

function Statement({ account }: { account: StatementAccount }) {
  const { period, show } = usePeriod();
  const query = useInfiniteQuery(statementQuery(account.id, period));
  const [first] = query.data?.pages ?? [];
  return (
    <Stack gap={24} shrink className={classes.statement}>
      <PeriodBar account={account} period={period} onShow={show} />
      {!query.error && <Sums statement={first} currency={account.currency} />}
      {!query.error && first && <Profit profit={first.profit} />}
      <Entries account={account} query={query} />
    </Stack>
  );
}
