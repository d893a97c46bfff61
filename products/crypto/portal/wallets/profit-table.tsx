/** Profit and loss of the traded wallets, by average cost. Renders nothing before the first trade. */
import type { WalletPosition } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { Estimate, Gain } from '@calmly/portal-kit/shared/amount/gain.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { RowsShape } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { AssetMark } from '../asset-mark.tsx';
import { positionsQuery } from '../queries.ts';
import classes from './profit-table.module.css';

const quote = 'EPI';

export function ProfitTable() {
  const t = useTranslations('wallets.profit');
  const list = useQuery(positionsQuery);
  const positions = list.data?.Items.filter(hasFigures);
  if (positions?.length === 0) return null;
  return (
    <Card flush title={t('title')}>
      {positions ? (
        <>
          <ul className={classes.positions} aria-label={t('title')}>
            {positions.map((position) => (
              <Position key={position.walletId} position={position} />
            ))}
          </ul>
          <Text as="div" size={13} tone="soft" className={classes.note}>
            <p>{t('note')}</p>
            {positions
              .filter(({ unpriced }) => !isZeroDecimal(unpriced))
              .map(({ asset, unpriced }) => (
                <p key={asset}>{t('unpriced', { quantity: unpriced, asset })}</p>
              ))}
          </Text>
        </>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <RowsShape label={t('title')} />
      )}
    </Card>
  );
}

/** An empty wallet that was never traded has neither profit nor loss. */
const hasFigures = ({ cost, value, realised }: WalletPosition) =>
  [cost, value, realised].some((figure) => figure !== null && !isZeroDecimal(figure));

function Position({ position }: { position: WalletPosition }) {
  const t = useTranslations('wallets.profit');
  const names = useTranslations('crypto.assets');
  const { asset, averageCost, cost, value, unrealised, realised } = position;
  return (
    <Grid as="li" gap={16} rowGap={12} align="center" className={classes.position}>
      <AssetMark asset={asset} />
      <h3 translate="no">{names(asset)}</h3>
      <Grid as="dl" gap={16} rowGap={12} className={classes.figures}>
        {(
          [
            ['averageCost', <Estimate key="average" value={averageCost} currency={quote} />],
            ['cost', <Estimate key="cost" value={cost} currency={quote} />],
            ['value', <Estimate key="value" value={value} currency={quote} />],
            ['unrealised', <Gain key="unrealised" value={unrealised} currency={quote} />],
            ['realised', <Gain key="realised" value={realised} currency={quote} />],
          ] as const
        ).map(([key, figure]) => (
          <div key={key}>
            <Text as="dt" size={13} tone="soft">
              {t(key)}
            </Text>
            <dd>{figure}</dd>
          </div>
        ))}
      </Grid>
    </Grid>
  );
}
