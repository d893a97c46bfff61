/** The chart with its periods, the figures of the candle under the pointer, and the same candles as a table. */
import { type CandlePeriod, candlePeriods, type History } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconChartCandle, IconTable } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type MarketFeed, useCalmMarket } from '../feed/feed.ts';
import { type Figures, figuresOf } from '../figures.ts';
import panel from '../panel.module.css';
import { historyQuery } from '../queries.ts';
import { CandleTable } from './candle-table.tsx';
import { type Candle, candlesOf, newestCandle } from './candles.ts';
import classes from './chart.module.css';

const CandleChart = lazy(async () => ({ default: (await import('./candle-chart.tsx')).CandleChart }));

interface ChartPanelProps {
  feed: MarketFeed;
  period: CandlePeriod;
  onPeriod: (period: CandlePeriod) => void;
}

export function ChartPanel({ feed, period, onPeriod }: ChartPanelProps) {
  const t = useTranslations('market.chart');
  const figures = figuresOf(feed.instrument);
  const history = useInfiniteQuery(historyQuery(feed.instrument, period));
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<Candle>();
  const candles = useCandles(history.data?.pages, figures);
  const { refetch } = history;
  const isFirst = useCalmMarket(feed, 'candle') !== undefined && candles?.length === 0;
  // The market's first trade: from now on there is something to draw.
  useEffect(() => {
    if (isFirst) void refetch();
  }, [isFirst, refetch]);
  const readOlder = () => {
    if (history.hasNextPage && !history.isFetching) void history.fetchNextPage();
  };
  return (
    <section className={panel.panel} aria-label={t('label', { name: figures.name })}>
      <Inline as="header" wrap gap={16} rowGap={8} align="center" className={classes.head}>
        <Segments
          label={t('period')}
          size="s"
          value={period}
          options={candlePeriods.map((each) => ({ value: each, label: t(`periods.${each}`) }))}
          onChange={onPeriod}
        />
        <CandleFigures feed={feed} figures={figures} period={period} candle={pointed} candles={candles} />
        <Button
          size="s"
          variant="quiet"
          icon={asTable ? <IconChartCandle aria-hidden="true" /> : <IconTable aria-hidden="true" />}
          aria-label={asTable ? t('asChart') : t('asTable')}
          onClick={() => setAsTable(!asTable)}
        />
      </Inline>
      <Grid shrink grow className={classes.body}>
        {history.isError && !candles ? (
          <ErrorState compact error={history.error} onRetry={() => void history.refetch()} />
        ) : candles?.length === 0 ? (
          <EmptyState
            icon={<IconChartCandle aria-hidden="true" />}
            title={t('emptyTitle')}
            text={t('emptyText')}
          />
        ) : candles && asTable ? (
          <CandleTable figures={figures} candles={candles} />
        ) : (
          candles && (
            <Suspense>
              <CandleChart
                feed={feed}
                figures={figures}
                period={period}
                candles={candles}
                label={t('picture', { name: figures.name, period: t(`periods.${period}`) })}
                onPoint={setPointed}
                onOldest={readOlder}
              />
            </Suspense>
          )
        )}
      </Grid>
      <Text size={13} align="end" className={classes.credit}>
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener">
          {t('credit')}
        </a>
      </Text>
    </section>
  );
}

/** Keeps the same array until the answer changes, because the chart is filled again for each new one. */
function useCandles(history: readonly History[] | undefined, figures: Figures) {
  const [read, setRead] = useState<{
    history: typeof history;
    figures: Figures;
    candles: readonly Candle[];
  }>();
  if (history && (read?.history !== history || read.figures !== figures))
    setRead({
      history,
      figures,
      candles: history.toReversed().flatMap((page) => candlesOf(page, figures)),
    });
  return read?.history === history && read?.figures === figures ? read?.candles : undefined;
}

interface CandleFiguresProps {
  feed: MarketFeed;
  figures: Figures;
  period: CandlePeriod;
  candle: Candle | undefined;
  candles: readonly Candle[] | undefined;
}

/** The figures of the candle under the pointer, otherwise of the running one. */
function CandleFigures({ feed, figures, period, candle: pointed, candles }: CandleFiguresProps) {
  const t = useTranslations('market.chart');
  const half = useCalmMarket(feed, 'candle');
  const last = candles?.at(-1);
  const candle = pointed ?? (half && candles ? newestCandle(last, half, period, figures) : undefined) ?? last;
  if (!candle) return <span className={classes.figures} />;
  const { openMinor, highMinor, lowMinor, closeMinor, volumeMinor } = candle;
  const parts = [
    ['open', figures.price(openMinor)],
    ['high', figures.price(highMinor)],
    ['low', figures.price(lowMinor)],
    ['close', figures.price(closeMinor)],
    ['volume', figures.quantity(volumeMinor)],
  ] as const;
  return (
    <dl className={classes.figures}>
      {parts.map(([name, figure]) => (
        <div key={name}>
          <dt>
            <abbr title={t(`${name}.long`)}>{t(`${name}.short`)}</abbr>
          </dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
