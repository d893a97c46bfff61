import { describe, expect, it } from 'vitest';
import { figuresOf } from '../figures.ts';
import { type MarketNow, type OrderValues, planOrder, shareOf } from './order-plan.ts';

const figures = figuresOf('BTCEPI');
const epi = (whole: number) => BigInt(Math.round(whole * 100)) * 1_000_000n;
const level = (price: number, btc: string) => ({
  priceMinor: epi(price),
  quantityMinor: figures.quantityOf(btc),
});
const market: MarketNow = {
  figures,
  bids: [level(82_400, '1'), level(82_000, '2')],
  asks: [level(82_500, '0.5'), level(83_000, '1')],
  availableMinor: epi(41_241.2),
};
const limit: OrderValues = {
  side: 'BUY',
  kind: 'LIMIT',
  price: '82 400',
  stopPrice: '',
  amount: '0.25',
  timeInForce: 'GTC',
  postOnly: false,
};

describe('a limit order', () => {
  it('costs its price plus a maker’s fee, and holds a taker’s', () => {
    const plan = planOrder(limit, market);
    expect(plan).toMatchObject({ valueMinor: epi(20_600), feeMinor: epi(20.6), totalMinor: epi(20_620.6) });
    expect(plan.heldMinor).toBe(epi(20_641.2));
    expect(plan.input).toMatchObject({
      type: 'LIMIT',
      amount: '0.25000000',
      price: '82400.00000000',
      timeInForce: 'GTC',
      postOnly: false,
    });
  });

  it('is a taker when it meets the other side, unless it is post-only', () => {
    expect(planOrder({ ...limit, price: '82500' }, market)).toMatchObject({ isTaker: true, basisPoints: 20 });
    expect(planOrder({ ...limit, price: '82500', postOnly: true }, market).isTaker).toBe(false);
  });

  it('brings a seller the value less the fee, and holds the quantity', () => {
    const plan = planOrder(
      { ...limit, side: 'SELL', price: '82600' },
      { ...market, availableMinor: 100_000_000n },
    );
    expect(plan.totalMinor).toBe(epi(20_650) - epi(20.65));
    expect(plan.heldMinor).toBe(25_000_000n);
  });

  it.each([
    [{ amount: '' }, { amount: 'amount_missing' }],
    [{ amount: 'much' }, { amount: 'amount_invalid' }],
    [{ amount: '0.25001' }, { amount: 'amount_step' }],
    [{ price: '' }, { price: 'price_missing' }],
    [{ price: '82400.20' }, { price: 'price_step' }],
    [{ amount: '0.5005' }, { amount: 'insufficient' }],
    [{ price: '100', amount: '0.01' }, { amount: 'too_small' }],
    [{ kind: 'STOP', price: '' }, { stopPrice: 'stop_missing' }],
  ] as const)('refuses %j', (patch, faults) => {
    const plan = planOrder({ ...limit, ...patch }, market);
    expect(plan.faults).toEqual(faults);
    expect(plan.input).toBeUndefined();
  });
});

describe('a market order', () => {
  const order: OrderValues = { ...limit, kind: 'MARKET', price: '', amount: '0.75' };

  it('expects the fill that the book gives, and holds five percent more than the best price', () => {
    const plan = planOrder(order, { ...market, availableMinor: epi(100_000) });
    expect(plan.fill?.averageMinor).toBe(8_266_666_666_667n);
    expect(plan.slippage).toBe(20);
    expect(plan.worstMinor).toBe(epi(86_625));
    expect(plan.heldMinor).toBe(6_509_868_750_000n);
    expect(plan.input).toMatchObject({ type: 'MARKET', price: '86625.00000000' });
  });

  it('is refused without the other side', () => {
    expect(planOrder(order, { ...market, asks: [] }).faults).toEqual({ amount: 'no_liquidity' });
  });
});

it('makes a stop order without a price a market order', () => {
  const plan = planOrder({ ...limit, kind: 'STOP', price: '', stopPrice: '84000' }, market);
  expect(plan.input).toMatchObject({ type: 'MARKET', stopPrice: '84000.00000000', price: '88200.00000000' });
});

it.each([
  ['BUY', '84000', '83999.5', true],
  ['BUY', '84000', '84000', false],
  ['BUY', '84000', '', false],
  ['SELL', '80000', '80000.5', true],
  ['SELL', '80000', '79000', false],
] as const)(
  'says of a stop to %s at %s whether its limit %j is behind it',
  (side, stopPrice, price, expected) => {
    const plan = planOrder({ ...limit, kind: 'STOP', side, stopPrice, price }, market);
    expect(plan.limitIsBehindStop).toBe(expected);
  },
);

it.each([
  ['BUY', '82450', 'stop_reached'],
  ['BUY', '82450.5', undefined],
  ['SELL', '82450', 'stop_reached'],
  ['SELL', '82449.5', undefined],
] as const)('refuses a stop to %s at %s that the last trade has reached: %s', (side, stopPrice, fault) => {
  const now = { ...market, lastMinor: epi(82_450) };
  expect(planOrder({ ...limit, kind: 'STOP', side, stopPrice, price: '' }, now).faults.stopPrice).toBe(fault);
});

it('orders a share of the available amount in whole lots', () => {
  const { mostMinor } = planOrder(limit, market);
  expect(mostMinor).toBe(49_950_000n);
  expect(shareOf(mostMinor ?? 0n, 50, 10_000n)).toBe(24_970_000n);
});
