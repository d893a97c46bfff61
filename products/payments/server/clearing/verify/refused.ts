/**
 * Entries of statements and notifications that were set aside, because they could not be read or booked, as the exceptions at the desk have them, waiting or decided: the
 * bank has booked them, and no entry of ours says so.
 */
import { isCurrency } from '@calmly/domain';
import { amountOf } from '@calmly/platform/iso20022/fields.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Refused {
  /** As the message wrote them; null where it said nothing. */
  readonly account: string | null;
  readonly bookedOn: string | null;
  /** `5.00 EUR, CRDT` */
  readonly amount: string;
  readonly since: Date;
}

/** All of them: they are few. */
export async function findRefused(sql: Sql): Promise<Refused[]> {
  const { rows } = await query<{ facts: ReadonlyArray<readonly [string, string]>; since: Date }>`
    select facts, since from clearing.exception where kind = 'entry_refused' order by id`.execute(sql);
  return rows.map(({ facts, since }) => {
    const said = new Map(facts);
    const given = (label: string) => {
      const text = said.get(label) ?? 'not said';
      return text === 'not said' ? null : text;
    };
    return {
      account: given('Account at the bank'),
      bookedOn: given('Booked on'),
      amount: said.get('Amount as written') ?? '',
      since,
    };
  });
}

/** A closing balance, the one before it, and by how much more it changed than our entries say. */
export interface DifferingPair {
  readonly account: string;
  readonly currency: string;
  /** Days, `YYYY-MM-DD`: after the first, up to the second. */
  readonly since: string;
  readonly day: string;
  /** When the later one was read. */
  readonly readAt: Date;
  readonly differenceMinor: bigint;
}

/** Sums of so many entries are tried. */
const mostTried = 12;

/** Whether some of these entries, booked between the two days, come to the difference; one without a readable amount may be any. Pure. */
export function mayExplain(refused: readonly Refused[], pair: DifferingPair): boolean {
  const amounts = refused.filter((each) => isBetween(each, pair)).map((each) => minorOf(each, pair.currency));
  if (amounts.length > mostTried || amounts.includes(undefined)) return true;
  let sums = [0n];
  for (const amount of amounts) sums = [...sums, ...sums.map((sum) => sum + (amount ?? 0n))];
  return sums.includes(pair.differenceMinor);
}

function isBetween({ account, bookedOn, since }: Refused, pair: DifferingPair): boolean {
  if (account !== null && account !== pair.account) return false;
  const day = /^\d{4}-\d\d-\d\d/.exec(bookedOn ?? '')?.[0];
  if (day !== undefined) return day > pair.since && day <= pair.day;
  // Of no day: told after the earlier balance, and not after the later one but for the time that a file takes.
  return (
    since.toISOString().slice(0, 10) > pair.since && since.getTime() <= pair.readAt.getTime() + 3_600_000
  );
}

/** Signed; undefined where it cannot be read, 0 in another currency. */
function minorOf({ amount }: Refused, currency: string): bigint | undefined {
  const [, text = '', written, direction] = /^(\S+) ([A-Z]{3}), (CRDT|DBIT)$/.exec(amount) ?? [];
  if (written === undefined || !isCurrency(currency)) return undefined;
  if (written !== currency) return 0n;
  const minor = amountOf(text, currency);
  return minor !== undefined && direction === 'DBIT' ? -minor : minor;
}
