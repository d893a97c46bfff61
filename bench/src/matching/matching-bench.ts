/**
 * P8: the order book of `packages/matching` against npm's nodejs-order-book, the same commands in the same process. Before the
 * timing both apply them once, and every trade is compared.
 */
import { OrderBook } from '@calmly/matching';
import { createPeerBook, type PeerCommand, peerCommand, peerTrades } from '@calmly/matching/peer-book';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { deepFlow, type Flow, shallowFlow } from './flows.ts';

interface PeerFlow {
  readonly filling: readonly PeerCommand[];
  readonly commands: readonly PeerCommand[];
}

/** A round takes a second, so there are more of them than of other figures. */
const matchingRounds = Math.max(rounds, 7);
const limits = { ordersPerAccount: 1_000_000, levelsPerSide: 1_000_000 };

/** P8a to P8c. Throws if the books disagree about a trade. */
export async function benchMatching(): Promise<BenchResult[]> {
  return [
    measure('P8a', 'commands a second against nodejs-order-book: shallow book', shallowFlow(), 4, 8),
    measure('P8b', 'the same: 100,000 orders at 1,000 prices', deepFlow(1000), 15, 30),
    measure('P8c', 'the same: 100,000 orders at 100,000 prices', deepFlow(100_000), 15, 30),
  ];
}

function measure(id: string, what: string, flow: Flow, must: number, aim: number): BenchResult {
  const peerFlow = { filling: flow.filling.map(peerCommand), commands: flow.commands.map(peerCommand) };
  const trades = compareTrades(flow);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < matchingRounds; round += 1) {
    ours.push(timeOurs(flow));
    theirs.push(timeTheirs(peerFlow));
  }
  const value = median(ours.map((each, round) => each / (theirs[round] ?? 0)));
  const details = { commands: flow.commands.length, trades, oursPerSecond: ours, theirsPerSecond: theirs };
  return { id, what, value, unit: '×', must, aim, better: 'higher', details };
}

function timeOurs({ filling, commands }: Flow): number {
  const book = new OrderBook(limits);
  for (const command of filling) book.apply(command);
  const startedAtMs = performance.now();
  for (const command of commands) book.apply(command);
  return perSecond(commands.length, startedAtMs);
}

function timeTheirs({ filling, commands }: PeerFlow): number {
  const book = createPeerBook();
  for (const command of filling) command(book);
  const startedAtMs = performance.now();
  for (const command of commands) command(book);
  return perSecond(commands.length, startedAtMs);
}

const perSecond = (count: number, startedAtMs: number): number =>
  Math.round((count * 1000) / (performance.now() - startedAtMs));

/** The number of trades of both books, after comparing each. */
function compareTrades({ filling, commands }: Flow): number {
  const book = new OrderBook(limits);
  const peer = createPeerBook();
  let count = 0;
  for (const command of [...filling, ...commands]) {
    const ours: string[] = [];
    for (const event of book.apply(command))
      if (event.kind === 'fill')
        ours.push(`${event.makerOrderId} ${event.takerOrderId} ${event.price} ${event.quantity}`);
    const theirs = peerTrades(command, peerCommand(command)(peer));
    if (ours.join('\n') !== theirs.join('\n'))
      throw new Error(`the books differ at order ${command.orderId}: ${ours.join()} and ${theirs.join()}`);
    count += ours.length;
  }
  return count;
}
