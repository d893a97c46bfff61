import { expect, it } from 'vitest';
import { figuresOf } from '../figures.ts';
import { type Candle, candlesOf, newestCandle, paddingBefore } from './candles.ts';

const figures = figuresOf('BTCEPI');
const epi = (whole: number) => BigInt(whole) * 100_000_000n;
const candle = (time: number, close: number): Candle => ({
  time,
  openMinor: epi(100),
  highMinor: epi(110),
  lowMinor: epi(90),
  closeMinor: epi(close),
  volumeMinor: 7n,
});
const half = (time: string) => ({
  time,
  ch: '0.00',
  v: '0.00000003',
  vwap: '100',
  open: '101',
  high: '120',
  low: '95',
  close: '115',
});
const noon = Date.parse('2026-03-02T12:00:00Z') / 1000;

it('reads the arrays of the history', () => {
  const arrays = { t: [noon], ch: ['0'], v: ['1.5'], vwap: ['1'], o: ['1'], h: ['4'], l: ['0.5'], c: ['2'] };
  expect(candlesOf(arrays, figures)).toEqual([
    {
      time: noon,
      openMinor: epi(1),
      highMinor: epi(4),
      lowMinor: 50_000_000n,
      closeMinor: epi(2),
      volumeMinor: 150_000_000n,
    },
  ]);
});

it('replaces the half hour that runs, and begins the next', () => {
  const running = newestCandle(candle(noon, 105), half('2026-03-02T12:00:00Z'), '30m', figures);
  expect(running).toMatchObject({ time: noon, highMinor: epi(120), volumeMinor: 3n });
  expect(newestCandle(candle(noon, 105), half('2026-03-02T12:30:00Z'), '30m', figures)?.time).toBe(
    noon + 1800,
  );
  expect(newestCandle(candle(noon, 105), half('2026-03-02T11:30:00Z'), '30m', figures)).toBeUndefined();
});

it('widens a longer candle by the half hour in it', () => {
  expect(newestCandle(candle(noon, 105), half('2026-03-02T13:30:00Z'), '4h', figures)).toEqual({
    time: noon,
    openMinor: epi(100),
    highMinor: epi(120),
    lowMinor: epi(90),
    closeMinor: epi(115),
    volumeMinor: 7n,
  });
});

it('puts 1000 empty half hours before the oldest candle, and the same time in longer slots', () => {
  const halves = paddingBefore(noon, '30m');
  expect(halves).toHaveLength(1000);
  expect([halves[0], halves.at(-1)]).toEqual([noon - 1000 * 1800, noon - 1800]);
  expect(paddingBefore(noon, '4h')).toHaveLength(125);
  expect(paddingBefore(noon, '4h')[0]).toBe(noon - 1000 * 1800);
});
