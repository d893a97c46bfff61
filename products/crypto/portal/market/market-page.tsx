/**
 * The market: candles left, book right with the order form under it, own orders and trades below. On a phone everything is stacked, with book, trades
 * and
 * own orders as tabs.
 */
import type { CandlePeriod } from '@calmly/contract';
import { defaultInstrument, type InstrumentCode, parseDecimal } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CryptoSearch } from '../crypto-page.tsx';
import { walletsQuery } from '../queries.ts';
import { OrderBook } from './book/order-book.tsx';
import { Trades } from './book/trades.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { createFeed, useFeedStatus } from './feed/feed.ts';
import classes from './market.module.css';
import { MarketHead } from './market-head.tsx';
import { OrderForm, type PickedPrice } from './order-form/order-form.tsx';
import { OwnOrders } from './orders/own-orders.tsx';
import { useLiveOrders } from './orders/use-own-orders.ts';

interface MarketPageProps {
  search: CryptoSearch;
  onSearch: (patch: CryptoSearch) => void;
}

export function MarketPage({ search, onSearch }: MarketPageProps) {
  const instrument = search.instrument ?? defaultInstrument;
  const { isUnreached } = useLiveOrders();
  const shown = { instrument, search, onSearch, isUnreached };
  return <Market key={instrument} {...shown} />;
}

const phoneParts = ['book', 'trades'] as const;

function Market({
  instrument,
  search,
  onSearch,
  isUnreached,
}: MarketPageProps & { instrument: InstrumentCode; isUnreached: boolean }) {
  const t = useTranslations('market');
  const feed = useMemo(() => createFeed(instrument), [instrument]);
  useEffect(() => feed.open(), [feed]);
  const status = useFeedStatus(feed);
  const [period, setPeriod] = useState<CandlePeriod>('30m');
  const [picked, setPicked] = useState<PickedPrice>();
  const [part, setPart] = useState<(typeof phoneParts)[number]>('book');
  const phone = useMedia(breakpoints.phone);
  const wallets = useQuery(walletsQuery).data?.Items;
  const balances =
    wallets && new Map(wallets.map(({ asset, available }) => [asset, parseDecimal(available, asset) ?? 0n]));
  const book = <OrderBook feed={feed} onPick={(priceMinor) => setPicked({ priceMinor })} />;
  return (
    <Stack gap={16} shrink className={classes.page}>
      <MarketHead feed={feed} onInstrument={(next) => onSearch({ instrument: next })} />
      <Grid gap={16} align="start" className={classes.parts}>
        <Grid shrink className={classes.chart}>
          <ChartPanel feed={feed} period={period} onPeriod={setPeriod} />
        </Grid>
        {status.kind === 'failed' ? (
          <div className={classes.book}>
            <ErrorState compact error={status.error} />
          </div>
        ) : phone ? (
          <div className={classes.book}>
            <Segments
              label={t('parts.label')}
              size="s"
              block
              value={part}
              options={phoneParts.map((each) => ({ value: each, label: t(`parts.${each}`) }))}
              onChange={setPart}
            />
            {part === 'book' ? book : <Trades feed={feed} />}
          </div>
        ) : (
          <>
            <div className={classes.book}>{book}</div>
            <Grid shrink className={classes.trades}>
              <Trades feed={feed} />
            </Grid>
          </>
        )}
        <div className={classes.form}>
          <OrderForm
            feed={feed}
            picked={picked}
            balances={balances}
            onCreateWallet={() => onSearch({ screen: 'WALLETS' })}
          />
        </div>
        <Grid shrink className={classes.orders}>
          <OwnOrders isUnreached={isUnreached} search={search} instrument={instrument} />
        </Grid>
      </Grid>
    </Stack>
  );
}
