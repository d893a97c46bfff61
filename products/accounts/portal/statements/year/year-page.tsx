/** A calendar year over all accounts, cards and wallets, or one of them: totals by currency, the months, the accounts, and what crypto earned. */
import { getYearOverview, type YearOverview } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { FactsShape, ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { statementAccountsQuery } from '../queries.ts';
import { AccountsCard } from './accounts-card.tsx';
import { HoldingsCard } from './holdings-card.tsx';
import { MonthsCard } from './months-card.tsx';
import { yearQuery } from './queries.ts';
import { useYear } from './use-year.ts';
import classes from './year.module.css';
import { YearBar } from './year-bar.tsx';
import { YearTable } from './year-table.tsx';

export function YearPage() {
  const t = useTranslations('statements');
  const { held, reason } = useRight(getYearOverview);
  const { year, account: asked } = useYear();
  const accounts = useQuery({ ...statementAccountsQuery, enabled: held });
  // An account in the URL that the person does not have means all accounts, as on the statements screen.
  const isUnknown = accounts.data?.every(({ id }) => id !== asked) ?? false;
  const account = isUnknown ? undefined : asked;
  const isDecided = asked === undefined || !accounts.isPending;
  const overview = useQuery({ ...yearQuery({ year, account }), enabled: held && isDecided });
  if (!held)
    return <EmptyState icon={<IconLock aria-hidden="true" />} title={t('lockedTitle')} text={reason} />;
  return (
    <Stack gap="page" shrink>
      <YearBar account={account} firstYear={overview.data?.firstYear} accounts={accounts.data} />
      {overview.isError ? (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      ) : overview.data ? (
        <Shown year={overview.data} />
      ) : (
        <>
          <FactsShape />
          <ListShape rows={6} />
        </>
      )}
    </Stack>
  );
}

function Shown({ year }: { year: YearOverview }) {
  const t = useTranslations('statements.year');
  const days = useDaysText(year) ?? '';
  const { accounts, totals, isRunning } = year;
  if (accounts.length === 0)
    return <EmptyState drawing={<Drawing name="text" />} title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <>
      <Card title={isRunning ? t('soFar', { year: String(year.year) }) : String(year.year)}>
        <Text size={13} tone="soft" className={classes.days}>
          {t('days', { days, timeZone: ownTimeZone() })}
        </Text>
        <YearTable
          caption={t('totals')}
          heading={t('currency')}
          rows={totals.map((total) => ({ ...total, key: total.currency, name: total.currency }))}
        />
        <Text size={13} tone="soft" above={16}>
          {t('note')}
        </Text>
      </Card>
      <MonthsCard year={year} />
      {accounts.length > 1 && <AccountsCard accounts={accounts} />}
      <HoldingsCard year={year} />
    </>
  );
}
