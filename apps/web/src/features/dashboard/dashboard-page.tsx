/**
 * The dashboard: what there is (total, accounts), what happened (line, activity, months) and what waits. Each part loads
 * and fails by itself, so that one slow answer never hides the balance.
 */
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { AccountsStrip } from './accounts-strip.tsx';
import { Activity } from './activity.tsx';
import { BalanceChart } from './balance-chart.tsx';
import classes from './dashboard.module.css';
import { FlowChart } from './flow-chart.tsx';
import { summaryQuery } from './queries.ts';
import { QuickActions } from './quick-actions.tsx';
import { TotalBalance } from './total-balance.tsx';
import { WaitsForYou } from './waits-for-you.tsx';

const periods = { '30': 'month1', '90': 'months3', '365': 'year' } as const;
type Period = keyof typeof periods;

export function DashboardPage() {
  const t = useTranslations('dashboard');
  const [currency, setCurrency] = useState<CurrencyCode>('EUR');
  const [period, setPeriod] = useState<Period>('90');
  const summary = useQuery(summaryQuery(currency, Number(period)));
  const shownCurrency = summary.data && isCurrency(summary.data.currency) ? summary.data.currency : currency;

  return (
    <div className={classes.page}>
      <div className={classes.hero}>
        <TotalBalance
          summary={summary.data}
          failed={summary.isError}
          currency={currency}
          onCurrencyChange={setCurrency}
        />
        <QuickActions />
      </div>
      <AccountsStrip />
      <div className={classes.columns}>
        <Card
          title={t('balanceOverTime')}
          aside={
            <Segments
              size="s"
              label={t('period')}
              value={period}
              options={(Object.keys(periods) as Period[]).map((value) => ({
                value,
                label: t(periods[value]),
              }))}
              onChange={setPeriod}
            />
          }
        >
          <div className={classes.chart}>
            {summary.isError ? (
              <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
            ) : summary.data ? (
              <BalanceChart points={summary.data.balances} currency={shownCurrency} />
            ) : (
              <div className={classes.chartSkeleton} />
            )}
          </div>
        </Card>
        <WaitsForYou />
        <Activity />
        <Card title={t('moneyInAndOut')}>
          <div className={classes.flows}>
            {summary.data ? (
              <FlowChart flows={summary.data.flows} currency={shownCurrency} />
            ) : (
              <div className={classes.chartSkeleton} />
            )}
          </div>
        </Card>
      </div>
    </div>
  );
}
