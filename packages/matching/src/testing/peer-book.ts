/**
 * npm's nodejs-order-book behind our commands: an independent reference for the tests and the peer of the benchmark, never used by the server.
 * It supports limit and market orders, IOC, FOK, post-only, cancelling and self-trade prevention. Left out are its stops, because it
 * refuses those that wait before the first trade and triggers by price instead of arrival; budgets, which it does not support; and
 * amendments, because its modified order always loses its priority.
 */
import peer from 'nodejs-order-book';
import type { Cancel, Place, SelfTrade } from '../commands.ts';

export type PeerBook = InstanceType<typeof peer.OrderBook>;
/** Applies one command; returns the response to an order, undefined for a cancellation. */
export type PeerCommand = (book: PeerBook) => PeerResponse | undefined;
type PeerResponse = ReturnType<PeerBook['limit']>;

const sides = { BUY: peer.Side.BUY, SELL: peer.Side.SELL };
const modes: Readonly<Record<SelfTrade, peer.SelfTradePreventionMode>> = {
  CANCEL_NEWEST: peer.SelfTradePreventionMode.EXPIRE_TAKER,
  CANCEL_OLDEST: peer.SelfTradePreventionMode.EXPIRE_MAKER,
  CANCEL_BOTH: peer.SelfTradePreventionMode.EXPIRE_BOTH,
};

export const createPeerBook = (): PeerBook => new peer.OrderBook();

/** Our command in the library's form. Conversion happens beforehand as far as possible, so that a benchmark times only the library. */
export function peerCommand(command: Place | Cancel): PeerCommand {
  const id = String(command.orderId);
  if (command.kind === 'cancel')
    return (book) => {
      book.cancel(id);
      return undefined;
    };
  const { accountId, selfTrade = 'CANCEL_NEWEST' } = command;
  const common = { id, accountId, side: sides[command.side], stpMode: modes[selfTrade] };
  if (command.type === 'MARKET') {
    const order = { ...common, size: command.quantity ?? 0 };
    return (book) => book.market(order);
  }
  const { price, quantity: size, postOnly = false, timeInForce = 'GTC' } = command;
  const order = { ...common, price, size, postOnly, timeInForce: timeInForce as never };
  return (book) => book.limit(order);
}

/** The trades of a response as text, one `maker taker price quantity` each. */
export function peerTrades({ orderId }: Place | Cancel, response: PeerResponse | undefined): string[] {
  if (!response) return [];
  const { done, partial, partialQuantityProcessed } = response;
  const id = String(orderId);
  const trades: string[] = [];
  for (const maker of done)
    if (maker.id !== id && 'price' in maker) trades.push(`${maker.id} ${id} ${maker.price} ${maker.size}`);
  if (partial && partial.id !== id)
    trades.push(`${partial.id} ${id} ${partial.price} ${partialQuantityProcessed}`);
  return trades;
}
