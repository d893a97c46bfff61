import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookLimits, Cancel, Command, Place } from '../commands.ts';
import type { BookEvent } from '../events.ts';
import { settleFill } from '../fees.ts';
import { OrderBook } from '../order-book.ts';
import { createScale } from '../scale.ts';
import { NaiveBook } from './naive-book.ts';
import { createPeerBook, peerCommand, peerTrades } from './peer-book.ts';
import { flows, longFlow } from './random-flow.ts';

/** `CALMLY_CAMPAIGN=full` runs a million commands. */
const isFull = process.env.CALMLY_CAMPAIGN === 'full';
const commands = isFull ? 1_000_000 : 30_000;

const wide: BookLimits = { ordersPerAccount: 1000, levelsPerSide: 1000 };
const narrow: BookLimits = { ordersPerAccount: 6, levelsPerSide: 4, priceBandBps: 700 };

const run = (book: OrderBook, flow: Iterable<Command>): BookEvent[] => {
  const events: BookEvent[] = [];
  for (const command of flow) events.push(...book.apply(command));
  return events;
};

describe('OrderBook', () => {
  it.each([
    ['wide', wide],
    ['narrow', narrow],
  ])('does the same as the plain model, command by command, with %s limits', (_, limits) => {
    fc.assert(
      fc.property(flows(120), (flow) => {
        const book = new OrderBook(limits);
        const model = new NaiveBook(limits);
        for (const command of flow) expect(book.apply(command)).toEqual(model.apply(command));
        for (const side of ['BUY', 'SELL'] as const)
          expect(book.depth(side, 1000)).toEqual(model.depth(side));
      }),
      { numRuns: isFull ? 2000 : 150 },
    );
  });

  it.each([
    ['wide', wide],
    ['narrow', narrow],
  ])('does so over a long flow with %s limits', (_, limits) => {
    const book = new OrderBook({ ...limits, ordersPerAccount: 15 });
    const model = new NaiveBook({ ...limits, ordersPerAccount: 15 });
    let count = 0;
    for (const command of longFlow(1, commands)) {
      const ours = JSON.stringify(book.apply(command));
      if (ours !== JSON.stringify(model.apply(command)))
        expect.unreachable(`differs at ${JSON.stringify(command)}`);
      count += 1;
    }
    expect(count).toBe(commands);
  });

  it('conserves both currencies, with all fees, and trades within no account', () => {
    const scale = createScale({ baseUnitMinor: 100_000_000n, lotMinor: 1000n, tickMinor: 1_000_000n });
    const placed = new Map<number, Place>();
    const filled = new Map<number, number>();
    const balances = new Map<string, bigint>();
    const move = (owner: string, by: bigint) => balances.set(owner, (balances.get(owner) ?? 0n) + by);
    const book = new OrderBook(wide);
    for (const command of longFlow(2, commands)) {
      const isOpen = book.find(command.orderId) !== undefined;
      if (command.kind === 'place' && !isOpen) placed.set(command.orderId, command);
      for (const event of book.apply(command)) {
        if (event.kind !== 'fill') continue;
        expect(event.makerAccountId).not.toBe(event.takerAccountId);
        const { buyer, seller } = settleFill(event, scale, { makerBps: 7, takerBps: 19 });
        move(`base ${buyer.accountId}`, buyer.receivedMinor);
        move(`quote ${buyer.accountId}`, -buyer.paidMinor);
        move(`base ${seller.accountId}`, -seller.paidMinor);
        move(`quote ${seller.accountId}`, seller.receivedMinor);
        move('base bank', buyer.feeMinor);
        move('quote bank', seller.feeMinor);
        for (const orderId of [event.makerOrderId, event.takerOrderId])
          filled.set(orderId, (filled.get(orderId) ?? 0) + event.quantity);
        const { side, price } = event;
        const maker = placed.get(event.makerOrderId);
        const taker = placed.get(event.takerOrderId);
        expect(maker?.side).not.toBe(side);
        expect(taker?.side).toBe(side);
        expect(price).toBeGreaterThan(0);
      }
    }
    for (const currency of ['base', 'quote']) {
      const all = [...balances].filter(([owner]) => owner.startsWith(currency));
      expect(all.reduce((sum, [, minor]) => sum + minor, 0n)).toBe(0n);
      expect(balances.get(`${currency} bank`)).toBeGreaterThan(0n);
    }
  });

  it('gives the same bytes again, complete or continued from a snapshot anywhere', () => {
    fc.assert(
      fc.property(flows(120), fc.nat(120), fc.constantFrom(wide, narrow), (flow, at, limits) => {
        const whole = new OrderBook(limits);
        const first = new OrderBook(limits);
        const events = JSON.stringify(run(whole, flow));
        const before = run(first, flow.slice(0, at));
        const snapshot = first.snapshot();
        const second = new OrderBook(limits, snapshot);
        expect(second.snapshot()).toBe(snapshot);
        expect(JSON.stringify([...before, ...run(second, flow.slice(at))])).toBe(events);
        expect(second.snapshot()).toBe(whole.snapshot());
      }),
      { numRuns: isFull ? 2000 : 150 },
    );
  });

  it('still gives the same result as when journals were first written', () => {
    const hash = createHash('sha256');
    const book = new OrderBook(narrow);
    for (const command of longFlow(3, 20_000)) hash.update(JSON.stringify(book.apply(command)));
    hash.update(book.snapshot());
    // A journal of the old rules cannot be replayed with new ones: if this changes, so must the snapshot's version.
    expect(hash.digest('hex')).toBe('7f1cc091b76c3be06ec2f9bf0e706067e8c29d731167ca553209f4a829348e77');
  });

  it('trades as nodejs-order-book does', () => {
    const book = new OrderBook({ ordersPerAccount: commands, levelsPerSide: 1000 });
    const peer = createPeerBook();
    let trades = 0;
    for (const drawn of longFlow(4, commands)) {
      const command = asPeerTakesIt(drawn);
      if (!command || (command.kind === 'place' && command.type === 'MARKET' && book.find(command.orderId)))
        continue;
      const ours: string[] = [];
      for (const event of book.apply(command))
        if (event.kind === 'fill')
          ours.push(`${event.makerOrderId} ${event.takerOrderId} ${event.price} ${event.quantity}`);
      expect(ours).toEqual(peerTrades(command, peerCommand(command)(peer)));
      trades += ours.length;
    }
    expect(trades).toBeGreaterThan(commands / 10);
  });

  it('meets every event and every reason in these flows', () => {
    const met = new Set<string>();
    for (const limits of [wide, narrow])
      for (const event of run(new OrderBook(limits), longFlow(1, 30_000)))
        met.add(
          event.kind === 'rejected' || event.kind === 'cancelled'
            ? `${event.kind} ${event.reason}`
            : event.kind,
        );
    expect([...met].sort()).toEqual([
      'accepted',
      'amended',
      'cancelled BOOK_FULL',
      'cancelled BUDGET_SPENT',
      'cancelled NOT_FILLABLE',
      'cancelled NOT_FILLED',
      'cancelled OUTSIDE_PRICE_BAND',
      'cancelled REQUESTED',
      'cancelled SELF_TRADE',
      'fill',
      'rejected DUPLICATE_ORDER_ID',
      'rejected INVALID_QUANTITY',
      'rejected NOT_FILLABLE',
      'rejected NOT_RESTING',
      'rejected OUTSIDE_PRICE_BAND',
      'rejected STOP_ALREADY_REACHED',
      'rejected TOO_MANY_ORDERS',
      'rejected UNKNOWN_ORDER',
      'rejected WOULD_TAKE',
      'rested',
      'triggered',
    ]);
  });
});

/**
 * A command that the library supports. Its fill-or-kill orders trade a part before they meet an order of their own account, so they
 * get a separate account here; it accepts a market order with the id of an open order, so those are left out.
 */
function asPeerTakesIt(command: Command): Place | Cancel | undefined {
  if (command.kind === 'cancel') return command;
  if (command.kind === 'amend' || command.stopPrice !== undefined) return undefined;
  if (command.type === 'MARKET') return command.budget === undefined ? command : undefined;
  return command.timeInForce === 'FOK' ? { ...command, accountId: `FOK ${command.orderId}` } : command;
}
