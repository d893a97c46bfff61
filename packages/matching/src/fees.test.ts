import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fill } from './events.ts';
import { settleFill } from './fees.ts';
import { createScale } from './scale.ts';

const scale = createScale({ baseUnitMinor: 100n, lotMinor: 1n, tickMinor: 100n });

const fillOf = (side: Fill['side'], price: number, quantity: number): Fill => ({
  kind: 'fill',
  sequence: 1,
  side,
  price,
  quantity,
  makerOrderId: 1,
  makerAccountId: 'maker',
  makerLeft: 0,
  takerOrderId: 2,
  takerAccountId: 'taker',
  takerLeft: 0,
});

describe('settleFill', () => {
  it('charges both sides in the currency that they receive, rounded up', () => {
    expect(settleFill(fillOf('BUY', 30, 101), scale, { makerBps: 10, takerBps: 100 })).toEqual({
      buyer: {
        orderId: 2,
        accountId: 'taker',
        isMaker: false,
        paidMinor: 3030n,
        receivedMinor: 99n,
        feeMinor: 2n,
      },
      seller: {
        orderId: 1,
        accountId: 'maker',
        isMaker: true,
        paidMinor: 101n,
        receivedMinor: 3026n,
        feeMinor: 4n,
      },
    });
  });

  it('pays the maker for what the taker sells, each at their own rate', () => {
    const { buyer, seller } = settleFill(fillOf('SELL', 30, 101), scale, { makerBps: 10, takerBps: 100 });
    expect(buyer).toMatchObject({
      orderId: 1,
      accountId: 'maker',
      isMaker: true,
      paidMinor: 3030n,
      feeMinor: 1n,
    });
    expect(seller).toMatchObject({
      orderId: 2,
      accountId: 'taker',
      isMaker: false,
      paidMinor: 101n,
      feeMinor: 31n,
    });
  });

  it('conserves both currencies and takes at most a minor unit more than the rate says', () => {
    const bps = fc.integer({ min: 0, max: 10_000 });
    const count = fc.integer({ min: 1, max: 2 ** 26 });
    fc.assert(
      fc.property(
        fc.constantFrom('BUY', 'SELL'),
        count,
        count,
        bps,
        bps,
        (side, price, quantity, makerBps, takerBps) => {
          const { buyer, seller } = settleFill(fillOf(side, price, quantity), scale, { makerBps, takerBps });
          expect(buyer.receivedMinor + buyer.feeMinor).toBe(seller.paidMinor);
          expect(seller.receivedMinor + seller.feeMinor).toBe(buyer.paidMinor);
          for (const { isMaker, feeMinor, receivedMinor } of [buyer, seller]) {
            const exact = (receivedMinor + feeMinor) * BigInt(isMaker ? makerBps : takerBps);
            expect(receivedMinor).toBeGreaterThanOrEqual(0n);
            expect(feeMinor * 10_000n - exact).toBeGreaterThanOrEqual(0n);
            expect(feeMinor * 10_000n - exact).toBeLessThan(10_000n);
          }
        },
      ),
    );
  });

  it.each([-1, 0.5, 10_001])('refuses the rate %d', (takerBps) => {
    expect(() => settleFill(fillOf('SELL', 1, 1), scale, { makerBps: 0, takerBps })).toThrow(RangeError);
  });
});
