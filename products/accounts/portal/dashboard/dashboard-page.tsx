/**
 * The dashboard: total and accounts, balance chart, activity and months, and what needs attention. Each part loads and fails separately,
 * so that one slow response never hides the balance. On a phone, what needs attention comes before the accounts; until the first money
 * arrives, the first steps are in its place. Forecast and spending are loaded last.
 */
import { ApiProblem } from '@calmly/contract';
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid, Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AccountsStrip } from './accounts-strip.tsx';
import { Activity } from './activity.tsx';
import { BalanceChart } from './charts/balance-chart.tsx';
import { BarsShape, LineShape } from './charts/chart-shapes.tsx';
import { FlowChart } from './charts/flow-chart.tsx';
import classes from './dashboard.module.css';
import { FirstStepsCard, useFirstSteps } from './first-steps.tsx';
import { type Period, PeriodChoice } from './period-choice.tsx';
import { summaryQuery } from './queries.ts';
import { QuickActions } from './quick-actions.tsx';
import { TotalBalance } from './total-balance.tsx';
import { WaitsForYou } from './waits-for-you.tsx';

const Insight = onDemand(async () => {
  const [{ Insight }] = await Promise.all([import('./insight/index.tsx'), loadTexts('insight')]);
  return Insight;
});

export function DashboardPage() {
  const t = useTranslations('dashboard');
  const phone = useMedia(breakpoints.phone);
  const [currency, setCurrency] = useState<CurrencyCode>('EUR');
  const [period, setPeriod] = useState<Period>('90');
  const steps = useFirstSteps();
  const summary = useQuery(summaryQuery(currency, Number(period)));
  // Until the first money arrives there is nothing to draw, so the first steps replace the charts.
  const isEmpty = steps?.hasReceivedMoney === false;
  // While another currency loads, the old figures stay under their own symbol.
  const shown = summary.data;
  const shownCurrency = shown && isCurrency(shown.currency) ? shown.currency : currency;
  const hasNoRates = summary.error instanceof ApiProblem && summary.error.code === 'rates_unavailable';
  const chartOf = (chart: ReactNode, shape: ReactNode) =>
    summary.isError ? (
      <ErrorState
        compact
        {...(hasNoRates ? { title: t('noTotal'), text: summary.error.message } : { error: summary.error })}
        onRetry={() => void summary.refetch()}
      />
    ) : (
      (chart ?? shape)
    );

  return (
    <Stack gap="page">
      <Inline wrap gap={24} align="end" justify="between">
        <TotalBalance
          summary={shown}
          failed={summary.isError}
          currency={currency}
          onCurrencyChange={setCurrency}
        />
        <QuickActions />
      </Inline>
      {phone && (isEmpty ? <FirstStepsCard steps={steps} /> : <WaitsForYou />)}
      <AccountsStrip />
      {steps && !isEmpty && <FirstStepsCard steps={steps} />}
      <Grid gap="page" className={classes.columns}>
        {!phone && isEmpty && <FirstStepsCard steps={steps} />}
        {!isEmpty && (
          <Card title={t('balanceOverTime')} aside={<PeriodChoice value={period} onChange={setPeriod} />}>
            <div className={classes.chart}>
              {chartOf(
                shown && <BalanceChart points={shown.balances} currency={shownCurrency} />,
                <LineShape />,
              )}
            </div>
          </Card>
        )}
        {(!phone || isEmpty) && <WaitsForYou />}
        {!isEmpty && (
          <>
            <Activity />
            <Card title={t('moneyInAndOut')}>
              <div className={classes.flows}>
                {chartOf(shown && <FlowChart flows={shown.flows} currency={shownCurrency} />, <BarsShape />)}
              </div>
            </Card>
          </>
        )}
      </Grid>
      {!isEmpty && shown && <Insight currency={shownCurrency} />}
    </Stack>
  );
}
