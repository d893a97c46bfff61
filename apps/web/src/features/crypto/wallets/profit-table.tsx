/** Profit and loss of the wallets that are traded, by average cost. Nothing before the first. */

import type { WalletPosition } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../../i18n/index.tsx';
import { Estimate, Gain } from '../../../shared/amount/gain.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { Card } from '../../../ui/surface.tsx';
import { AssetMark } from '../asset-mark.tsx';
import { positionsQuery } from '../queries.ts';
import classes from './profit-table.module.css';

const quote = 'EPI';

export function ProfitTable() {
  const t = useTranslations('wallets.profit');
  const names = useTranslations('crypto.assets');
  const list = useQuery(positionsQuery);
  if (list.data?.Items.length === 0) return null;
  const columns: Column<WalletPosition>[] = [
    {
      key: 'asset',
      header: t('asset'),
      width: 'minmax(0, 3fr)',
      phone: 'main',
      cell: ({ asset }) => (
        <span className={classes.asset}>
          <AssetMark asset={asset} />
          <span translate="no">{names(asset)}</span>
        </span>
      ),
    },
    {
      key: 'average',
      header: t('averageCost'),
      width: 'minmax(100px, 2fr)',
      align: 'end',
      wide: true,
      cell: ({ averageCost }) => <Estimate value={averageCost} currency={quote} />,
    },
    {
      key: 'cost',
      header: t('cost'),
      width: 'minmax(100px, 2fr)',
      align: 'end',
      wide: true,
      cell: ({ cost }) => <Estimate value={cost} currency={quote} />,
    },
    {
      key: 'value',
      header: t('value'),
      width: 'minmax(100px, 2fr)',
      align: 'end',
      wide: true,
      cell: ({ value }) => <Estimate value={value} currency={quote} />,
    },
    {
      key: 'unrealised',
      header: t('unrealised'),
      width: 'minmax(100px, 2fr)',
      align: 'end',
      phone: 'top',
      cell: ({ unrealised }) => <Gain value={unrealised} currency={quote} />,
    },
    {
      key: 'realised',
      header: t('realised'),
      width: 'minmax(100px, 2fr)',
      align: 'end',
      phone: 'bottom',
      cell: ({ realised }) => <Gain value={realised} currency={quote} />,
    },
  ];
  const unpriced = list.data?.Items.filter((position) => !isZeroDecimal(position.unpriced)) ?? [];
  return (
    <Card flush title={t('title')}>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={list.data?.Items}
        rowId={({ walletId }) => walletId}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={null}
        skeletonRows={2}
      />
      <div className={classes.note}>
        <p>{t('note')}</p>
        {unpriced.map(({ asset, unpriced: quantity }) => (
          <p key={asset}>{t('unpriced', { quantity, asset })}</p>
        ))}
      </div>
    </Card>
  );
}
