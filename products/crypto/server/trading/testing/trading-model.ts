/**
 * The exchange in its simplest form, for comparison: the naive order book, and sums of money by client. Shares no code with the server. Prices in
 * ticks of 0.5 EPI, quantities in lots of 0.0001 BTC; a tick times a lot is 5,000 minor units of EPI.
 */
import type { BookEvent, Place } from '@calmly/matching';
import { NaiveBook } from '@calmly/matching/naive-book';

const unit = 5_000n;
const lot = 10_000n;

export interface ModelOrder {
  readonly place: Place & { readonly price: number; readonly quantity: number };
  price: number;
  quantity: number;
  filled: number;
  fee: bigint;
  /** What it held when the group began; what amendments of the group added, and trades of the group took. */
  group: { readonly held: bigint; added: bigint; spent: bigint };
  status: 'PLACED' | 'EXECUTED' | 'CANCELED' | 'REJECTED';
}

export interface ModelWallet {
  epi: bigint;
  btc: bigint;
}

export interface Change {
  readonly price?: number;
  readonly quantity?: number;
}

/** What an open order of these terms holds. */
function holdOf(side: 'BUY' | 'SELL', price: number, quantity: number): bigint {
  const left = BigInt(quantity);
  return side === 'SELL' ? left * lot : (BigInt(price) * left * unit * 1_002n) / 1_000n;
}

export class TradingModel {
  readonly #book = new NaiveBook({
    ordersPerAccount: Number.POSITIVE_INFINITY,
    levelsPerSide: Number.POSITIVE_INFINITY,
  });
  readonly orders = new Map<number, ModelOrder>();
  /** By account: changes since the beginning. */
  readonly wallets = new Map<string, ModelWallet>();
  fees = 0n;
  trades = 0;

  place(place: ModelOrder['place']): void {
    this.orders.set(place.orderId, {
      place,
      price: place.price,
      quantity: place.quantity,
      filled: 0,
      fee: 0n,
      group: { held: holdOf(place.side, place.price, place.quantity), added: 0n, spent: 0n },
      status: 'PLACED',
    });
    this.#follow(this.#book.apply(place));
  }

  cancel(orderId: number): void {
    this.#follow(this.#book.apply({ kind: 'cancel', orderId }));
  }

  /** Money released because trades cost less than was held for them stays with an order until the group ends. */
  beginGroup(): void {
    for (const order of this.orders.values())
      order.group = {
        held: holdOf(order.place.side, order.price, order.quantity - order.filled),
        added: 0n,
        spent: 0n,
      };
  }

  /** Money held for an amendment when it is requested, besides the order's own. `placed`: the order as placed, in case it is still waiting. */
  extraOf(
    orderId: number,
    change: Change,
    placed: { readonly side: 'BUY' | 'SELL'; readonly price: number; readonly quantity: number },
  ): bigint {
    const order = this.orders.get(orderId);
    const { side } = placed;
    const { price, quantity, filled } = order ?? { ...placed, filled: 0 };
    const wanted = holdOf(side, change.price ?? price, (change.quantity ?? quantity) - filled);
    const more = wanted - holdOf(side, price, quantity - filled);
    return more > 0n ? more : 0n;
  }

  /** False if the order is unchanged: it has ended, or trades have used the money in the meantime. */
  amend(orderId: number, change: Change, extra: bigint): boolean {
    const order = this.orders.get(orderId);
    if (order?.status !== 'PLACED') return false;
    const { place, price, quantity, filled, group } = order;
    const left = Math.max((change.quantity ?? quantity) - filled, 0);
    const needed = holdOf(place.side, change.price ?? price, left);
    if (needed > group.held + group.added + extra - group.spent) return false;
    const events = this.#book.apply({ kind: 'amend', orderId, ...change });
    if (events.some(({ kind }) => kind === 'rejected')) return false;
    group.added += extra;
    this.#follow(events);
    return true;
  }

  /** Money of an account that its open orders hold. */
  held(account: string): ModelWallet {
    const held = { epi: 0n, btc: 0n };
    for (const { place, price, quantity, filled, status } of this.orders.values()) {
      if (status !== 'PLACED' || place.accountId !== account) continue;
      held[place.side === 'SELL' ? 'btc' : 'epi'] += holdOf(place.side, price, quantity - filled);
    }
    return held;
  }

  depth(side: 'BUY' | 'SELL'): Array<{ readonly price: number; readonly quantity: number }> {
    return this.#book.depth(side).slice(0, 8);
  }

  #follow(events: readonly BookEvent[]): void {
    for (const event of events) {
      if (event.kind === 'fill') this.#fill(event);
      const order = this.orders.get('orderId' in event ? event.orderId : 0);
      if (!order) continue;
      if (event.kind === 'cancelled') order.status = 'CANCELED';
      if (event.kind === 'rejected' && event.command === 'place') order.status = 'REJECTED';
      if (event.kind === 'amended') {
        order.price = event.price;
        order.quantity = event.quantity;
      }
    }
  }

  #fill(fill: Extract<BookEvent, { kind: 'fill' }>): void {
    this.trades += 1;
    const worth = BigInt(fill.price) * BigInt(fill.quantity) * unit;
    for (const [orderId, perMille] of [
      [fill.makerOrderId, 1n],
      [fill.takerOrderId, 2n],
    ] as const) {
      const order = this.orders.get(orderId);
      if (!order) throw new Error('an unknown order trades');
      const fee = (worth * perMille) / 1_000n;
      order.filled += fill.quantity;
      order.fee += fee;
      if (order.filled === order.quantity) order.status = 'EXECUTED';
      this.fees += fee;
      const { accountId, side } = order.place;
      order.group.spent += side === 'BUY' ? worth + fee : BigInt(fill.quantity) * lot;
      const wallet = this.wallets.get(accountId) ?? { epi: 0n, btc: 0n };
      this.wallets.set(accountId, wallet);
      wallet.epi += side === 'BUY' ? -worth - fee : worth - fee;
      wallet.btc += (side === 'BUY' ? 1n : -1n) * BigInt(fill.quantity) * lot;
    }
  }
}
