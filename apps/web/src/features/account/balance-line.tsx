/** The account's balance line in its own currency, with its figures as a table. */
import { isCurrency } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { Segments } from '../../ui/fields/segments.tsx';
import { breakpoints, useMedia } from '../../ui/media.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { BalanceChart, BalanceTable, LineShape } from '../dashboard/index.ts';
import { balanceLineQuery } from './queries.ts';

const periods = { '30': 'month1', '90': 'months3', '365': 'year' } as const;
type Days = keyof typeof periods;

export function BalanceLine({ id }: { id: string }) {
  const t = useTranslations('dashboard');
  const phone = useMedia(breakpoints.phone);
  const [days, setDays] = useState<Days>('90');
  const line = useQuery(balanceLineQuery(id, Number(days)));
  const shown = line.data;
  return (
    <Card
      title={t('balanceOverTime')}
      aside={
        <Segments
          size="s"
          label={t('period')}
          value={days}
          options={(Object.keys(periods) as Days[]).map((value) => ({
            value,
            label: t(phone ? `${periods[value]}Short` : periods[value]),
          }))}
          onChange={setDays}
        />
      }
    >
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
