/** The forecast balance of the next 90 days: shortages and their dates, the line with its lowest point, and the reason for each step. */
import type { Forecast, ForecastStep } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { BalanceChart } from '../charts/balance-chart.tsx';
import { LineShape } from '../charts/chart-shapes.tsx';
import { forecastQuery } from '../queries.ts';
import classes from './insight.module.css';
import { ChartTable } from './table-toggle.tsx';

/** Further ones are behind a button. */
const shownAtFirst = 6;

export function ForecastCard({ currency }: { currency: CurrencyCode }) {
  const t = useTranslations('insight.forecast');
  const forecast = useQuery(forecastQuery(currency));
  return (
    <Card title={t('title')}>
      {forecast.data ? (
        <Shown forecast={forecast.data} />
      ) : forecast.isError ? (
        <ErrorState compact error={forecast.error} onRetry={() => void forecast.refetch()} />
      ) : (
        <div className={classes.chart}>
          <LineShape />
        </div>
      )}
    </Card>
  );
}

function Shown({ forecast }: { forecast: Forecast }) {
  const t = useTranslations('insight.forecast');
  const format = useFormatter();
  const day = (date: string) =>
    format.dateTime(new Date(date), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const { points, steps, lowest, shortages } = forecast;
  const currency = forecast.currency as CurrencyCode;
  if (steps.length === 0)
    return (
      <Text tone="soft" above={16}>
        {t('flat')}
      </Text>
    );
  return (
    <>
      {shortages.map((shortage) => (
        <Notice
          key={shortage.currency}
          tone="warning"
          title={t('short', {
            amount: amountText(shortage.amount, shortage.currency),
            date: day(shortage.on),
          })}
        >
          {t('shortText', { currency: shortage.currency })}{' '}
          {shortage.lowestOn !== shortage.on &&
            t('shortLowest', {
              amount: amountText(shortage.lowestAmount, shortage.currency),
              date: day(shortage.lowestOn),
            })}
        </Notice>
      ))}
      <Text tone="soft" above={16}>
        {t('lowest', { amount: amountText(lowest.balance, currency), date: day(lowest.date) })}
      </Text>
      <div className={classes.chart}>
        <BalanceChart
          name={t('chart')}
          points={points}
          currency={currency}
          now={0}
          marked={points.findIndex(({ date }) => date === lowest.date)}
        />
      </div>
      <Steps steps={steps} currency={currency} day={day} />
      <p className={classes.note}>{t('about')}</p>
    </>
  );
}

interface StepsProps {
  steps: readonly ForecastStep[];
  currency: CurrencyCode;
  day: (date: string) => string;
}

/** The figures of the line as a table. */
function Steps({ steps, currency, day }: StepsProps) {
  const t = useTranslations('insight.forecast');
  const [all, setAll] = useState(false);
  const shown = all ? steps : steps.slice(0, shownAtFirst);
  return (
    <>
      <Text as="h3" size={15} className={classes.subtitle}>
        {t('steps')}
      </Text>
      <ChartTable
        caption={t('steps')}
        headings={[t('date'), t('reason'), t('amount'), t('balance')]}
        rows={shown.map((step, index) => ({
          key: `${step.on} ${index}`,
          cells: [
            day(step.on),
            <Reason key="reason" step={step} />,
            <StepAmount key="amount" step={step} currency={currency} />,
            <Amount key="balance" value={step.balance} currency={currency} />,
          ],
        }))}
      />
      {steps.length > shown.length && (
        <Button variant="quiet" size="s" onClick={() => setAll(true)}>
          {t('showAll', { count: String(steps.length) })}
        </Button>
      )}
    </>
  );
}

function StepAmount({ step, currency }: { step: ForecastStep; currency: CurrencyCode }) {
  const { amount, original } = step;
  const sign = amount.startsWith('-') ? 'DEBIT' : 'CREDIT';
  return (
    <>
      <Amount value={amount.replace(/^-/, '')} currency={currency} direction={sign} />
      {original.currency !== currency && (
        <span className={classes.note}>{amountText(original.amount, original.currency)}</span>
      )}
    </>
  );
}

function Reason({ step }: { step: ForecastStep }) {
  const t = useTranslations('insight.forecast');
  const { reason, name, frequency } = step;
  const said = [t(`reasons.${reason}`), frequency && t(`frequencies.${frequency}`)]
    .filter(Boolean)
    .join(', ');
  const title =
    name ||
    (reason === 'RECURRING' ? t('confidential') : reason === 'AWAITING_APPROVAL' ? t('payout') : undefined);
  return (
    <span className={classes.reason}>
      <StepLink step={step}>
        <span translate={name ? 'no' : undefined}>{title ?? said}</span>
      </StepLink>
      {title && <span className={classes.note}>{said}</span>}
    </span>
  );
}

/** Links to the source of the step. */
function StepLink({ step: { reason, subjectId }, children }: { step: ForecastStep; children: ReactNode }) {
  if (reason === 'IN_PROGRESS')
    return (
      <Link to="/payments" className="link">
        {children}
      </Link>
    );
  if (subjectId === null)
    return (
      <Link to="/payments/payouts" className="link">
        {children}
      </Link>
    );
  if (reason === 'AWAITING_APPROVAL')
    return (
      <Link to="/inbox" search={{ approval: subjectId }} className="link">
        {children}
      </Link>
    );
  const search = {
    SCHEDULED: { tab: 'scheduled', order: subjectId },
    STANDING: { tab: 'scheduled', order: subjectId },
    REQUESTED: { tab: 'requests', request: subjectId },
    RECURRING: { payment: subjectId },
  }[reason];
  return (
    <Link to="/payments" search={search} className="link">
      {children}
    </Link>
  );
}
