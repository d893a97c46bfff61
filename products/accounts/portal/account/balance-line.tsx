/** The account's balance line in its own currency, with its figures as a table. */
import { isCurrency } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BalanceChart, BalanceTable, LineShape, type Period, PeriodChoice } from '../dashboard/index.ts';
import { balanceLineQuery } from './queries.ts';

export function BalanceLine({ id }: { id: string }) {
  const t = useTranslations('dashboard');
  const [days, setDays] = useState<Period>('90');
  const line = useQuery(balanceLineQuery(id, Number(days)));
  const shown = line.data;
  return (
    <Card title={t('balanceOverTime')} aside={<PeriodChoice value={days} onChange={setDays} />}>
      {shown && isCurrency(shown.currency) ? (
        <>
          <BalanceChart points={shown.balances} currency={shown.currency} />
          <BalanceTable points={shown.balances} currency={shown.currency} />
        </>
      ) : line.isError ? (
        <ErrorState compact error={line.error} onRetry={() => void line.refetch()} />
      ) : (
        <LineShape />
      )}
    </Card>
  );
}
