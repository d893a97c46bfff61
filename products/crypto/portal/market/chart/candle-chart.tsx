/**
 * Candles with their volume, drawn by lightweight-charts, which is loaded with this file. The chart works with plain numbers; displayed text
 * is formatted from the candles themselves. Before the oldest candle come empty slots, as the specification requires.
 */
import type { CandlePeriod } from '@calmly/contract';
import { exponentOf } from '@calmly/domain';
import { timeOfDay, useFormatter } from '@calmly/texts/index.tsx';
import { subscribeToScheme } from '@calmly/ui/theme/colour-scheme.ts';
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineStyle,
  type MouseEventParams,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { MarketFeed } from '../feed/feed.ts';
import type { Figures } from '../figures.ts';
import { type Candle, newestCandle, paddingBefore } from './candles.ts';
import classes from './chart.module.css';
import { candleStyle, chartStyle, volumeStyle } from './chart-style.ts';

interface CandleChartProps {
  feed: MarketFeed;
  figures: Figures;
  period: CandlePeriod;
  candles: readonly Candle[];
  label: string;
  /** The candle under the pointer; undefined when it is elsewhere. */
  onPoint: (candle: Candle | undefined) => void;
  /** Called when the oldest candle is in view, or nearly. */
  onOldest: () => void;
}

/** Candles in view at first. */
const shownCandles = 72;
const spaceAfter = 2;
/** Older candles are loaded when only this many are left to the left. */
const nearOldest = 40;

export function CandleChart({ feed, figures, period, candles, label, onPoint, onOldest }: CandleChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(undefined);
  const format = useFormatter();
  const texts: AxisTexts = {
    price: (price) => figures.price(BigInt(Math.round(price * 10 ** exponentOf(figures.instrument.quote)))),
    tick: (seconds, type) => format.dateTime(new Date(seconds * 1000), tickFormats[type]),
    moment: (seconds) => format.dateTime(new Date(seconds * 1000), momentFormat),
  };
  const latest = useRef({ texts, onPoint, onOldest });
  useEffect(() => {
    latest.current = { texts, onPoint, onOldest };
  });

  useEffect(() => {
    if (!place.current) return;
    const made = draw(place.current, figures, {
      price: (price) => latest.current.texts.price(price),
      tick: (seconds, type) => latest.current.texts.tick(seconds, type),
      moment: (seconds) => latest.current.texts.moment(seconds),
    });
    drawing.current = made;
    const onMove = ({ time }: MouseEventParams) =>
      latest.current.onPoint(typeof time === 'number' ? made.byTime.get(time) : undefined);
    made.chart.subscribeCrosshairMove(onMove);
    made.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && made.isNearOldest(range.from)) latest.current.onOldest();
    });
    const unsubscribe = subscribeToScheme(() => requestAnimationFrame(made.dress));
    return () => {
      unsubscribe();
      made.chart.remove();
      drawing.current = undefined;
    };
  }, [figures]);

  useEffect(() => {
    const made = drawing.current;
    if (!made) return;
    made.fill(candles, period);
    let seen = feed.market().candle;
    let last = candles.at(-1);
    const follow = () => {
      const half = feed.market().candle;
      if (!half || half === seen) return;
      seen = half;
      const next = newestCandle(last, half, period, figures);
      if (!next) return;
      last = next;
      made.update(next);
    };
    return feed.subscribe(follow);
  }, [candles, period, feed, figures]);

  return <div ref={place} className={classes.canvas} role="img" aria-label={label} />;
}

const day = { day: 'numeric', month: 'short' } as const;
const momentFormat = { ...timeOfDay, ...day } as const;
const tickFormats = {
  [TickMarkType.Year]: { year: 'numeric' },
  [TickMarkType.Month]: { month: 'short' },
  [TickMarkType.DayOfMonth]: day,
  [TickMarkType.Time]: timeOfDay,
  [TickMarkType.TimeWithSeconds]: timeOfDay,
} as const;

interface AxisTexts {
  readonly price: (price: number) => string;
  readonly tick: (seconds: number, type: TickMarkType) => string;
  readonly moment: (seconds: number) => string;
}

interface Drawing {
  readonly chart: IChartApi;
  readonly byTime: ReadonlyMap<number, Candle>;
  readonly fill: (candles: readonly Candle[], period: CandlePeriod) => void;
  readonly update: (candle: Candle) => void;
  /** Whether a position on the time scale is near the oldest candle or before it. */
  readonly isNearOldest: (place: number) => boolean;
  /** Applies the colours of the theme. */
  readonly dress: () => void;
}

function draw(place: HTMLElement, { instrument, priceDecimals }: Figures, texts: AxisTexts): Drawing {
  const chart = createChart(place, {
    autoSize: true,
    ...chartStyle(),
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.06, bottom: 0.22 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      rightOffset: spaceAfter,
      tickMarkFormatter: (time: Time, type: TickMarkType) => texts.tick(Number(time), type),
    },
    localization: { timeFormatter: (time: Time) => texts.moment(Number(time)) },
  });
  const prices = chart.addSeries(CandlestickSeries, {
    ...candleStyle(),
    priceLineStyle: LineStyle.Dotted,
    priceFormat: { type: 'custom', formatter: texts.price, minMove: 1 / 10 ** priceDecimals },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    ...volumeStyle(),
    priceScaleId: 'volume',
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: { type: 'volume' },
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.86, bottom: 0 }, borderVisible: false });

  const priceScale = 10 ** exponentOf(instrument.quote);
  const volumeScale = 10 ** exponentOf(instrument.base);
  const pointOf = (candle: Candle) => ({
    time: candle.time as UTCTimestamp,
    open: Number(candle.openMinor) / priceScale,
    high: Number(candle.highMinor) / priceScale,
    low: Number(candle.lowMinor) / priceScale,
    close: Number(candle.closeMinor) / priceScale,
  });
  const volumeOf = (candle: Candle) => ({
    time: candle.time as UTCTimestamp,
    value: Number(candle.volumeMinor) / volumeScale,
  });
  const byTime = new Map<number, Candle>();
  let shown: CandlePeriod | undefined;
  let firstPlace = Number.NEGATIVE_INFINITY;
  return {
    chart,
    byTime,
    fill: (candles, period) => {
      byTime.clear();
      for (const candle of candles) byTime.set(candle.time, candle);
      const padding = paddingBefore(candles[0]?.time ?? 0, period).map((time) => ({
        time: time as UTCTimestamp,
      }));
      prices.setData(candles.length > 0 ? [...padding, ...candles.map(pointOf)] : []);
      volumes.setData(candles.map(volumeOf));
      firstPlace = padding.length;
      if (shown === period) return;
      shown = candles.length > 0 ? period : undefined;
      const end = padding.length + candles.length;
      const count = Math.min(shownCandles, Math.max(candles.length, shownCandles / 2));
      chart.timeScale().setVisibleLogicalRange({ from: end - count, to: end + spaceAfter });
    },
    update: (candle) => {
      byTime.set(candle.time, candle);
      prices.update(pointOf(candle));
      volumes.update(volumeOf(candle));
    },
    isNearOldest: (from) => from < firstPlace + nearOldest,
    dress: () => {
      chart.applyOptions(chartStyle());
      prices.applyOptions(candleStyle());
      volumes.applyOptions(volumeStyle());
    },
  };
}
