/**
 * Judges clients' reads while money moved. The ledger's postings, read once everything rests, are the truth: a read of an account shows
 * the state after some number of its postings. That number must match
 * - the balances and lines of the read itself;
 * - everything known before it began: every acknowledged order, and every finished read;
 * - anything that began after it ended, which it must not contain;
 * - the other accounts of the same read: a transfer between two of them is in both or in neither.
 * Pure. Times are of one clock, in milliseconds.
 */

/** The effect of a transfer on one account; in the order of the account's entries. */
export interface Posting {
  readonly transferId: string;
  /** The order that moved it; the transfer's own id if no client ordered it. */
  readonly orderId: string;
  /** The row of the payments list on this account. */
  readonly paymentId: string;
  /** Negative for money out. */
  readonly amountMinor: bigint;
}

interface Timed {
  readonly began: number;
  readonly ended: number;
}

/** An order that the bank accepted. `isDone`: the answer reported that the money had moved. */
export interface Order extends Timed {
  readonly id: string;
  readonly clientId: string;
  readonly isDone: boolean;
}

export interface BalancesRead extends Timed {
  readonly kind: 'balances';
  readonly accounts: ReadonlyArray<{
    readonly id: string;
    readonly bookedMinor: bigint;
    readonly reservedMinor: bigint;
    readonly availableMinor: bigint;
  }>;
}

export interface StatementRead extends Timed {
  readonly kind: 'statement';
  readonly accountId: string;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly entries: number;
  /** All of them, unless there is a further page. */
  readonly lines: ReadonlyArray<{
    readonly paymentId: string | null;
    readonly amountMinor: bigint;
    readonly balanceMinor: bigint;
  }>;
}

/** A payment as the list or the drawer shows it. */
export interface SeenPayment {
  readonly id: string;
  readonly accountId: string;
  readonly version: number;
  readonly isExecuted: boolean;
}

export interface PaymentsRead extends Timed {
  readonly kind: 'list' | 'drawer';
  readonly clientId: string;
  readonly payments: readonly SeenPayment[];
}

export type Read = BalancesRead | StatementRead | PaymentsRead;

/** A client must see this many of its newest orders in the list, whatever else has arrived on its accounts. */
const listedForSure = 10;

/** Contradictions among the reads; empty for consistent reads. */
export function contradictions(
  postings: ReadonlyMap<string, readonly Posting[]>,
  orders: readonly Order[],
  reads: readonly Read[],
): string[] {
  const found: string[] = [];
  const balances = new Map([...postings].map(([id, list]) => [id, runningBalances(list)]));
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const ordersOf = Map.groupBy(
    orders.toSorted((a, b) => a.ended - b.ended),
    ({ clientId }) => clientId,
  );
  const known = new Known(postings, orders);

  for (const read of reads.toSorted((a, b) => a.began - b.began)) {
    known.advanceTo(read.began);
    const complain = (what: string) =>
      found.push(`${read.kind} from ${read.began.toFixed(1)} to ${read.ended.toFixed(1)}: ${what}`);
    /** Fewest and most postings of the account that the read may show. */
    const bounds = (accountId: string): readonly [number, number] => {
      const list = postings.get(accountId) ?? [];
      const least = known.postings(accountId);
      const later = list.findIndex(({ orderId }) => (orderById.get(orderId)?.began ?? 0) > read.ended);
      return [least, later === -1 ? list.length : later];
    };
    if (read.kind === 'balances') checkBalances(read);
    else if (read.kind === 'statement') checkStatement(read);
    else checkPayments(read);

    function checkBalances({ accounts, ended }: BalancesRead): void {
      const choices = accounts.map(({ id, bookedMinor, reservedMinor, availableMinor }) => {
        if (bookedMinor - reservedMinor !== availableMinor || reservedMinor < 0n || availableMinor < 0n)
          complain(
            `${id} has ${bookedMinor}, of which ${reservedMinor} held and ${availableMinor} available`,
          );
        const [least, most] = bounds(id);
        const fitting = range(least, most).filter((count) => balances.get(id)?.[count] === bookedMinor);
        if (fitting.length === 0)
          complain(`${id} had ${bookedMinor} at no moment between postings ${least} and ${most}`);
        known.learn(ended, id, fitting[0] ?? 0);
        return { id, fitting };
      });
      if (choices.some(({ fitting }) => fitting.length === 0)) return;
      if (!hasCut(choices, postings)) complain('a transfer is in one of its two accounts only');
    }

    function checkStatement(statement: StatementRead): void {
      const { accountId, entries, lines, ended } = statement;
      const [least, most] = bounds(accountId);
      if (entries < least || entries > most)
        complain(`${accountId} has ${entries} entries, not between ${least} and ${most}`);
      const running = balances.get(accountId) ?? [];
      const shown = (postings.get(accountId) ?? []).slice(0, entries);
      const sum = (isIn: boolean) =>
        shown.reduce((total, { amountMinor: minor }) => (minor > 0n === isIn ? total + minor : total), 0n);
      const { openingMinor, closingMinor, inMinor, outMinor } = statement;
      if (
        openingMinor !== 0n ||
        closingMinor !== running[entries] ||
        inMinor !== sum(true) ||
        outMinor !== -sum(false)
      )
        complain(
          `${accountId} does not add up: ${openingMinor} + ${inMinor} - ${outMinor} = ${closingMinor}`,
        );
      for (const [place, { paymentId, amountMinor, balanceMinor }] of lines.entries()) {
        const posting = shown[place];
        const isSame =
          posting?.amountMinor === amountMinor &&
          running[place + 1] === balanceMinor &&
          (paymentId === null || paymentId === posting.paymentId);
        if (!isSame) complain(`${accountId} has another entry ${place + 1} than the ledger`);
      }
      known.learn(ended, accountId, Math.min(entries, shown.length));
    }

    function checkPayments({ kind, clientId, payments, began, ended }: PaymentsRead): void {
      const seen = new Set(payments.map(({ id }) => id));
      if (kind === 'list') {
        const acknowledged = (ordersOf.get(clientId) ?? []).filter((order) => order.ended < began);
        for (const { id } of acknowledged.slice(-listedForSure))
          if (!seen.has(id)) complain(`${id} is missing although it was acknowledged`);
      }
      for (const { id, accountId, version, isExecuted } of payments) {
        if ((orderById.get(id)?.began ?? 0) > ended) complain(`${id} is shown before it was ordered`);
        if (version < known.version(id))
          complain(`${id} has version ${version}, after ${known.version(id)} was seen`);
        known.learnVersion(ended, id, version);
        const last = (postings.get(accountId) ?? []).findLastIndex(({ paymentId }) => paymentId === id);
        if (isExecuted && last === -1) complain(`${id} is executed and moved no money`);
        if (!isExecuted && last !== -1 && last < known.postings(accountId))
          complain(`${id} is not executed although its money was seen to move`);
        if (isExecuted) known.learn(ended, accountId, last + 1);
      }
    }
  }
  return found;
}

/** Known facts at a moment: the least number of postings of each account, and the newest version of each payment. */
class Known {
  readonly #counts = new Map<string, number>();
  readonly #versions = new Map<string, number>();
  readonly #coming: Array<{ readonly at: number; readonly take: () => void }> = [];

  constructor(postings: ReadonlyMap<string, readonly Posting[]>, orders: readonly Order[]) {
    const done = new Map(orders.flatMap(({ id, isDone, ended }) => (isDone ? [[id, ended] as const] : [])));
    for (const [accountId, list] of postings)
      for (const [place, { orderId }] of list.entries()) {
        const ended = done.get(orderId);
        if (ended !== undefined) this.learn(ended, accountId, place + 1);
      }
  }

  postings = (accountId: string): number => this.#counts.get(accountId) ?? 0;
  version = (paymentId: string): number => this.#versions.get(paymentId) ?? 0;

  learn(at: number, accountId: string, count: number): void {
    this.#coming.push({ at, take: () => raise(this.#counts, accountId, count) });
  }

  learnVersion(at: number, paymentId: string, version: number): void {
    this.#coming.push({ at, take: () => raise(this.#versions, paymentId, version) });
  }

  /** Includes everything learned before `now`. */
  advanceTo(now: number): void {
    const rest = this.#coming.filter(({ at, take }) => {
      if (at >= now) return true;
      take();
      return false;
    });
    this.#coming.splice(0, this.#coming.length, ...rest);
  }
}

function raise(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, Math.max(count, counts.get(key) ?? 0));
}

function runningBalances(postings: readonly Posting[]): bigint[] {
  const balances = [0n];
  for (const { amountMinor } of postings) balances.push((balances.at(-1) ?? 0n) + amountMinor);
  return balances;
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, n) => from + n);

/** Whether the accounts can have these balances at one moment. */
function hasCut(
  choices: ReadonlyArray<{ readonly id: string; readonly fitting: readonly number[] }>,
  postings: ReadonlyMap<string, readonly Posting[]>,
): boolean {
  const places = choices.map(
    ({ id }) => new Map((postings.get(id) ?? []).map(({ transferId }, place) => [transferId, place])),
  );
  const agree = (one: number, countOfOne: number, other: number, countOfOther: number) =>
    [...(places[one] ?? [])].every(([transferId, place]) => {
      const there = places[other]?.get(transferId);
      return there === undefined || place < countOfOne === there < countOfOther;
    });
  const search = (chosen: readonly number[]): boolean => {
    const next = choices[chosen.length];
    return (
      !next ||
      next.fitting.some(
        (count) =>
          chosen.every((earlier, place) => agree(place, earlier, chosen.length, count)) &&
          search([...chosen, count]),
      )
    );
  };
  return search([]);
}
