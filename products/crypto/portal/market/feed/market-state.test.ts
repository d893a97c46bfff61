import type { FeedMessage } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { applyMessage, applyReading, emptyMarket } from './market-state.ts';

const book = (seq: number) => ({ instrument: 'BTCEPI' as const, seq, buckets: [] });
const trade = (number: number) => ({
  number,
  price: '1',
  quantity: '1',
  operation: 'BUY' as const,
  time: '2026-03-02T12:00:00Z',
});
const trades = (...numbers: number[]): FeedMessage => ({
  topic: 'trades',
  instrument: 'BTCEPI',
  seq: 1,
  trades: numbers.map(trade),
});
const numbersOf = (state: { trades: readonly { number: number }[] | undefined }) =>
  state.trades?.map(({ number }) => number);

describe('the market', () => {
  const known = applyReading(emptyMarket, { book: book(5), trades: [trade(3), trade(2)] });

  it('takes the trades that follow, in any order within a message', () => {
    const { state, isGap } = applyMessage(known, trades(5, 4));
    expect(numbersOf(state)).toEqual([5, 4, 3, 2]);
    expect(isGap).toBe(false);
  });

  it('notices a lost message, and is complete after the next reading', () => {
    const { state, isGap } = applyMessage(known, trades(6));
    expect(isGap).toBe(true);
    const again = applyReading(state, { book: book(7), trades: [trade(5), trade(4), trade(3)] });
    expect(numbersOf(again)).toEqual([6, 5, 4, 3]);
    expect(applyMessage(again, trades(7)).isGap).toBe(false);
  });

  it('counts a trade that arrives twice once', () => {
    expect(numbersOf(applyMessage(known, trades(3, 2)).state)).toEqual([3, 2]);
  });

  it('drops an older book and an older candle', () => {
    const older = applyMessage(known, { topic: 'orderBuckets', instrument: 'BTCEPI', book: book(4) });
    expect(older.state.book?.seq).toBe(5);
    const candle = (time: string) => ({
      topic: 'candle' as const,
      instrument: 'BTCEPI' as const,
      seq: 1,
      candle: { time, ch: '0', v: '1', vwap: '1', open: '1', high: '1', low: '1', close: '1' },
    });
    const newest = applyMessage(known, candle('2026-03-02T12:30:00Z')).state;
    expect(applyMessage(newest, candle('2026-03-02T12:00:00Z')).state.candle?.time).toBe(
      '2026-03-02T12:30:00Z',
    );
  });

  it('keeps fifty trades', () => {
    const many = applyMessage(known, trades(...Array.from({ length: 60 }, (_, index) => index + 4))).state;
    expect(many.trades).toHaveLength(50);
    expect(many.trades?.[0]?.number).toBe(63);
  });
});
