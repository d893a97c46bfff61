/**
 * Our own ledger against our accounts at other banks, movement by movement. What moved in the ledger has an entry of the bank, or a reason why the bank has none yet; what the bank
 * booked is in the ledger, or the desk has it. `closing-balances.ts` leads from the entries to the bank's closing balances, so that the two together explain the ledger's
 * nostro by each closing balance. A movement that nothing explains is a fault.
 *
 * The ledger has one nostro account for each currency. A movement's entry says at which bank it is. Card payments move at the card scheme and have codes of their own.
 */
import { formatDecimal, isCurrency } from '@calmly/domain';
import { inSnapshot } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  bankBalances,
  countBankMoves,
  findUnposted,
  type InSnapshot,
  walkBankMoves,
} from '../../../../ledger/server/index.ts';
import { findSuspenses } from '../suspense-store.ts';
import type { ComparedBalances } from './closing-balances.ts';
import {
  countEntries,
  findArrived,
  findBalanced,
  findCosts,
  findFirstBatch,
  findOrdered,
  findStart,
  findUnbooked,
  findUnexpected,
  findUntraced,
  listArrived,
  listDebited,
  notOrdered,
  type Ordered,
  sumEntries,
} from './nostro-store.ts';

const atOnce = 5_000;
const mostFaults = 100;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Why one side has what the other has not, as the notes say it. */
const reasons = {
  undebited: 'settled here and not debited by the bank yet',
  sentBack: 'sent back out of suspense and not debited by the bank yet',
  costAhead: 'booked as a cost of ours and not debited by the bank yet',
  unsettled: 'debited by the bank and not settled here, as the desk knows',
  waiting: 'booked by the bank and waiting at the desk',
  closed: 'booked by the bank and closed at the desk without a booking',
  givenBack: 'given back to the client as refused, though the bank debited it',
  putBack: 'put back into suspense as refused, though the bank debited it',
  withoutEntry: 'credited without an entry of the bank',
  beforeFiles: 'paid before the first file for the bank was written',
  cards: 'moved by cards, at the card scheme',
} as const;

type Reason = keyof typeof reasons;

interface Moved {
  readonly currency: string;
  /** What we have more than the bank. Minor units. */
  readonly minor: bigint;
  /** `YYYY-MM-DD`; null: the bank told none. */
  readonly day: string | null;
}

/** What was found so far. */
class Comparison {
  readonly faults: string[] = [];
  private readonly open = new Map<string, { count: number; minor: bigint; oldest: string | null }>();
  private readonly differences = new Map<string, bigint>();
  private areSumsSkipped = false;

  explain(reason: Reason, { currency, minor, day }: Moved): void {
    const key = `${currency} ${reason}`;
    const { count, minor: sum, oldest } = this.open.get(key) ?? { count: 0, minor: 0n, oldest: null };
    const older = oldest === null || (day !== null && day < oldest) ? day : oldest;
    this.open.set(key, { count: count + 1, minor: sum + minor, oldest: older });
    this.add(currency, minor);
  }

  fault(line: string, { currency, minor, day }: Moved): void {
    this.faults.push(`${day ?? 'of no day'}: ${line}`);
    this.add(currency, minor);
  }

  private add(currency: string, minor: bigint) {
    this.differences.set(currency, this.differenceIn(currency) + minor);
  }

  /** What the faults and the explained items come to: what we have more than the bank. */
  differenceIn(currency: string): bigint {
    return this.differences.get(currency) ?? 0n;
  }

  skipSums(): void {
    this.areSumsSkipped = true;
  }

  notes(): string[] {
    const skipped = this.areSumsSkipped ? ['the sums were not compared: money moved meanwhile'] : [];
    const open = [...this.open].sort().map(([key, { count, minor, oldest }]) => {
      const [currency = '', reason] = key.split(' ') as [string, Reason];
      const since = oldest === null ? '' : `, the oldest of ${oldest}`;
      return `${count} ${reasons[reason]}: ${text(minor, currency)} in our books${since}`;
    });
    return [...open, ...skipped];
  }
}

const text = (minor: bigint, currency: string) =>
  `${isCurrency(currency) ? formatDecimal(minor, currency) : minor} ${currency}`;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/**
 * History is read in parts, each in a short snapshot; what came meanwhile, what waits and the bank's entries are read in one at the end. At most 100 faults, in English; the
 * notes count what is explained.
 */
export async function verifyNostro(sql: Sql): Promise<ComparedBalances> {
  const found = new Comparison();
  const sentBack: SentBack = new Map();
  const short: InSnapshot = (read) => inSnapshot(sql, read);
  const [start, before] = await short((snapshot) =>
    Promise.all([findStart(snapshot), readPosition(snapshot)]),
  );
  const done = await compareMoves(short, { found, sentBack, start }, start);
  await compareArrivals(short, found);
  await compareDebits(short, found);
  await short(async (snapshot) => {
    const same: InSnapshot = (read) => read(snapshot);
    await compareMoves(same, { found, sentBack, start }, done);
    await compareSentBack(snapshot, found, sentBack);
    await compareEntries(snapshot, found);
    // What has moved on the way may be explained twice, or as it was.
    if ((await readPosition(snapshot)) === before) await compareSums(snapshot, found, start);
    else found.skipSums();
  });
  return { faults: found.faults.slice(0, mostFaults), notes: found.notes() };
}

/** How far the ledger's nostro accounts and the bank's entries go. */
async function readPosition(sql: Sql): Promise<string> {
  const [moves, entries] = await Promise.all([countBankMoves(sql, 'nostro'), countEntries(sql)]);
  return `${moves} ${entries}`;
}

/** Of money sent back out of suspense, which may have been put back and sent again, and of what balanced money given back: all movements. */
type SentBack = Map<string, SentAndPutBack>;

interface SentAndPutBack extends Moved {
  /** It was sent before the movements are traced, so that putting it back is the first of them. */
  readonly isSentBefore: boolean;
}

/** What moved in the ledger, by what it was for. */
async function compareMoves(
  snapshots: InSnapshot,
  {
    found,
    sentBack,
    start,
  }: {
    readonly found: Comparison;
    readonly sentBack: SentBack;
    readonly start: ReadonlyMap<string, bigint>;
  },
  after: ReadonlyMap<string, bigint>,
): Promise<ReadonlyMap<string, bigint>> {
  return walkBankMoves(snapshots, 'nostro', after, async (sql, moves) => {
    const firstBatch = await findFirstBatch(sql);
    const subjects = (...codes: readonly string[]) =>
      moves.filter(({ code }) => codes.includes(code)).map(({ subjectId }) => subjectId);
    const ordered = await findOrdered(sql, subjects('payment'));
    const arrived = await findArrived(sql, subjects('credit', 'return', 'suspense'));
    const costs = await findCosts(sql, subjects('exception'));
    const givenBack = await findOrdered(
      sql,
      [...arrived.values()].flatMap(({ railReference }) => paymentGivenBack(railReference) ?? []),
    );
    for (const move of moves) {
      const { transferId, subjectId, currency, code, amountMinor } = move;
      // The nostro account is credited by what leaves it.
      const moved = { currency, minor: -amountMinor, day: dayOf(move.at) };
      const differs = (known: bigint, what: string) =>
        found.fault(
          `the ledger moved ${text(moved.minor, currency)} for ${what} ${subjectId}, known is ${text(known, currency)}`,
          { ...moved, minor: moved.minor - known },
        );
      const isSuspense = code === 'suspense' && !(arrived.has(subjectId) && subjectId === transferId);
      if (code === 'card' || code === 'card_refund') found.explain('cards', moved);
      else if (code === 'payment') {
        const order = ordered.get(subjectId);
        if (order === undefined && (firstBatch === undefined || move.at < firstBatch))
          found.explain('beforeFiles', moved);
        else if (order === undefined)
          found.fault(
            `the ledger moved ${text(moved.minor, currency)} for the payment ${subjectId}, which was never sent`,
            moved,
          );
        else {
          if (-order.amountMinor !== moved.minor) differs(-order.amountMinor, 'the payment');
          if (order.debits === 0 && order.givenBack === order.balanced)
            found.explain('undebited', { ...moved, minor: -order.amountMinor });
        }
      } else if (isSuspense) {
        const { minor, isSentBefore } = sentBack.get(subjectId) ?? {
          minor: 0n,
          isSentBefore: start.has(currency) && moved.minor > 0n && subjectId !== transferId,
        };
        sentBack.set(subjectId, { ...moved, minor: minor + moved.minor, isSentBefore });
      } else if (code === 'exception') {
        const cost = costs.get(subjectId);
        if (-(cost?.costMinor ?? 0n) !== moved.minor) differs(-(cost?.costMinor ?? 0n), 'the exception');
        if (cost?.isAhead) found.explain('costAhead', { ...moved, minor: -cost.costMinor });
      } else {
        const credit = arrived.get(subjectId);
        if (credit?.amountMinor !== moved.minor) differs(credit?.amountMinor ?? 0n, `the ${code}`);
        if (credit && !credit.isOfEntry) {
          const order = givenBack.get(paymentGivenBack(credit.railReference) ?? '');
          const as = { ...moved, minor: credit.amountMinor };
          if (order === undefined) found.explain('withoutEntry', as);
          else if (order.debits > 0 && order.balanced === 0) found.explain('givenBack', as);
        }
      }
    }
  });
}

const paymentGivenBack = (railReference: string): string | undefined =>
  /^rejected-([0-9a-f-]{36})$/.exec(railReference)?.[1];

async function compareSentBack(
  sql: Sql,
  found: Comparison,
  sentBack: ReadonlyMap<string, SentAndPutBack>,
): Promise<void> {
  const ids = [...sentBack.keys()];
  const suspenses = await findSuspenses(sql, ids);
  const ordered = await findOrdered(sql, ids);
  const balanced = await findBalanced(sql, ids);
  for (const [id, moved] of sentBack) {
    const suspense = suspenses.get(id);
    const isGone = suspense?.state === 'sent_back';
    const before = moved.isSentBefore ? (suspense?.amountMinor ?? 0n) : 0n;
    const known = before - (isGone ? suspense.amountMinor : (balanced.get(id) ?? 0n));
    if (moved.minor !== known)
      found.fault(
        `the ledger moved ${text(moved.minor, moved.currency)} for what was sent back of suspense ${id}, known is ${text(known, moved.currency)}`,
        { ...moved, minor: moved.minor - known },
      );
    if (suspense) explainSentBack(found, { ...moved, minor: suspense.amountMinor }, isGone, ordered.get(id));
  }
}

/** The bank's debit is first that of what the desk gave back, then of what is gone now. */
function explainSentBack(
  found: Comparison,
  { minor, ...of }: Moved,
  isGone: boolean,
  { debits, givenBack, balanced }: Ordered = notOrdered,
): void {
  const open = Math.min(Math.max(debits - balanced, 0), givenBack - balanced);
  const undebited = Math.max(balanced - debits, 0) + (isGone && debits <= givenBack ? 1 : 0);
  for (let each = 0; each < open; each += 1) found.explain('putBack', { ...of, minor });
  for (let each = 0; each < undebited; each += 1) found.explain('sentBack', { ...of, minor: -minor });
}

/** Credits that are noted as booked: the walk above found those that were booked otherwise. */
async function compareArrivals(snapshots: InSnapshot, found: Comparison): Promise<void> {
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const from: string = after;
    const { arrivals, unposted } = await snapshots(async (sql) => {
      const arrivals = await listArrived(sql, { after: from, limit: atOnce });
      const ids = arrivals.map(({ bookedAs }) => bookedAs);
      return { arrivals, unposted: await findUnposted(sql, ids) };
    });
    for (const { bookedAs, currency, day, amountMinor, railReference } of arrivals)
      if (unposted.has(bookedAs))
        found.fault(
          `the credit ${railReference} of ${text(amountMinor, currency)} is not in the ledger as ${bookedAs}`,
          { currency, day, minor: -amountMinor },
        );
    after = arrivals.at(-1)?.bookedAs;
  }
}

/** Debits of payments that did not leave in our books. */
async function compareDebits(snapshots: InSnapshot, found: Comparison): Promise<void> {
  let after: string | undefined = firstId;
  while (after !== undefined) {
    const from: string = after;
    after = await snapshots((sql) => compareSomeDebits(sql, found, from));
  }
}

/** The id of the last one that it looked at. */
async function compareSomeDebits(sql: Sql, found: Comparison, after: string): Promise<string | undefined> {
  const debited = await listDebited(sql, { after, limit: atOnce });
  const ids = debited.map(({ paymentId }) => paymentId);
  const unposted = await findUnposted(sql, ids);
  const suspenses = await findSuspenses(sql, ids);
  const ordered = await findOrdered(sql, [...suspenses.keys()]);
  const unsettled = debited.filter(({ paymentId }) => {
    const suspense = suspenses.get(paymentId);
    if (!suspense) return unposted.has(paymentId);
    return suspense.state !== 'sent_back' && (ordered.get(paymentId)?.givenBack ?? 0) === 0;
  });
  const unexpected = await findUnexpected(
    sql,
    unsettled.map(({ paymentId }) => paymentId),
  );
  for (const { paymentId, currency, amountMinor, day } of unsettled) {
    const moved = { currency, day, minor: amountMinor };
    const state = unexpected.get(paymentId);
    if (state === 'waiting' || state === 'rejected') found.explain('unsettled', moved);
    else if (state === undefined)
      found.fault(
        `the bank debited ${text(amountMinor, currency)} for the payment ${paymentId}, which has not left in the ledger`,
        moved,
      );
  }
  return debited.at(-1)?.id;
}

/** What the bank booked, by what it did here. */
async function compareEntries(sql: Sql, found: Comparison): Promise<void> {
  for (const entry of await findUntraced(sql)) {
    const { key, currency, account, day, amountMinor, tracedMinor, setAsideMinor } = entry;
    const moved = { currency, day, minor: tracedMinor - amountMinor };
    const isSetAside = moved.minor < 0n && -moved.minor <= setAsideMinor;
    if (entry.isAtDesk || isSetAside)
      found.explain(entry.isAtDesk || entry.isWaiting ? 'waiting' : 'closed', moved);
    else
      found.fault(
        `the bank booked ${text(amountMinor, currency)} as ${key} on ${account ?? 'an account that it did not name'}, we know ${text(tracedMinor, currency)} of it`,
        moved,
      );
  }
  for (const { currency, amountMinor, isWaiting, since } of await findUnbooked(sql))
    found.explain(isWaiting ? 'waiting' : 'closed', { currency, minor: -amountMinor, day: dayOf(since) });
}

/** What all of it comes to, where nothing is of an earlier version: a movement that no comparison above sees differs here. */
async function compareSums(sql: Sql, found: Comparison, start: ReadonlyMap<string, bigint>): Promise<void> {
  const entries = await sumEntries(sql);
  for (const [currency, credits] of await bankBalances(sql, 'nostro')) {
    const { minor, isTraced } = entries.get(currency) ?? { minor: 0n, isTraced: true };
    if (start.has(currency) || !isTraced) continue;
    const rest = -credits - minor - found.differenceIn(currency);
    if (rest !== 0n)
      found.faults.push(
        `our nostro has ${text(rest, currency)} more than the bank’s entries and all that is listed here explain`,
      );
  }
}
