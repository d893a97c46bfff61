/**
 * Counts of a payout's rows, updated when some rows change: the old rows are subtracted, the new ones added. Counting all rows takes time in
 * proportion to their number, however few have changed. Pure.
 */
import type { PayoutFinding } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, parseDecimal } from '@calmly/domain';
import type { StoredRow } from './row-store.ts';

export interface PayoutTotals {
  readonly rows: number;
  readonly faulty: number;
  readonly warned: number;
  /** Of the rows without a fault. */
  readonly totals: ReadonlyArray<{
    readonly currency: CurrencyCode;
    readonly rows: number;
    readonly amount: string;
    readonly fees: string;
  }>;
}

export const noRows: PayoutTotals = { rows: 0, faulty: 0, warned: 0, totals: [] };

export interface Counted {
  readonly summary: PayoutTotals;
  readonly faults: readonly PayoutFinding[];
  readonly warnings: readonly PayoutFinding[];
}

export interface RowChange {
  /** The changed rows before the change (without added ones) and after it (without removed ones). */
  readonly before: readonly StoredRow[];
  readonly after: readonly StoredRow[];
}

type FindingKind = 'faults' | 'warnings';

/** A finding whose first row no longer has it, so the next one is further down. */
export interface LostPosition {
  readonly kind: FindingKind;
  readonly finding: PayoutFinding;
}

/** The counts, and the findings whose `position` the caller has to look up. */
export function countChange(
  counted: Counted,
  change: RowChange,
): { readonly counted: Counted; readonly lost: readonly LostPosition[] } {
  const lost: LostPosition[] = [];
  const findings = (kind: FindingKind) => {
    const changed = changeFindings(counted[kind], kind, change);
    lost.push(...changed.lost.map((finding) => ({ kind, finding })));
    return changed.findings;
  };
  const [faults, warnings] = [findings('faults'), findings('warnings')];
  return { counted: { summary: changeTotals(counted.summary, change), faults, warnings }, lost };
}

/** By number of rows, descending. */
export const sortFindings = (findings: readonly PayoutFinding[]): PayoutFinding[] =>
  findings.toSorted(
    (one, other) =>
      other.rows - one.rows ||
      one.position - other.position ||
      compare(one.field, other.field) ||
      compare(one.code, other.code),
  );

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

function changeTotals({ rows, faulty, warned, totals }: PayoutTotals, change: RowChange): PayoutTotals {
  const { before, after } = change;
  const more = (isCounted: (row: StoredRow) => boolean) =>
    after.filter(isCounted).length - before.filter(isCounted).length;
  const sums = new Map<CurrencyCode, { rows: number; amountMinor: bigint; feesMinor: bigint }>();
  const add = (
    currency: CurrencyCode,
    { rows: count, amount, fees }: { rows: number; amount: string | null; fees: string | null },
    sign: 1 | -1 = 1,
  ) => {
    const sum = sums.get(currency) ?? { rows: 0, amountMinor: 0n, feesMinor: 0n };
    const minor = (text: string | null) => BigInt(sign) * minorOf(text, currency);
    sums.set(currency, {
      rows: sum.rows + sign * count,
      amountMinor: sum.amountMinor + minor(amount),
      feesMinor: sum.feesMinor + minor(fees),
    });
  };
  for (const total of totals) add(total.currency, total);
  for (const [list, sign] of [[before, -1] as const, [after, 1] as const])
    for (const row of list)
      if (!isFaulty(row) && row.currency !== null)
        add(row.currency, { rows: 1, amount: row.amount, fees: row.fee }, sign);
  return {
    rows: rows + more(() => true),
    faulty: faulty + more(isFaulty),
    warned: warned + more((row) => findingsOf(row, 'warnings').length > 0),
    totals: [...sums]
      .filter(([, sum]) => sum.rows > 0)
      .map(([currency, sum]) => ({
        currency,
        rows: sum.rows,
        amount: formatDecimal(sum.amountMinor, currency),
        fees: formatDecimal(sum.feesMinor, currency),
      }))
      .toSorted((one, other) => compare(one.currency, other.currency)),
  };
}

function minorOf(text: string | null, currency: CurrencyCode): bigint {
  if (text === null) return 0n;
  const minor = parseDecimal(text, currency);
  if (minor === undefined) throw new Error(`the amount ${text} ${currency} of a row cannot be read`);
  return minor;
}

const isFaulty = (row: StoredRow): boolean => findingsOf(row, 'faults').length > 0;

type Found = Pick<PayoutFinding, 'field' | 'code'>;

/** A row's own findings, and those from other rows. */
function findingsOf({ faults, warnings, sameIdAs, samePaymentAs }: StoredRow, kind: FindingKind): Found[] {
  if (kind === 'faults')
    return [
      ...faults,
      ...(sameIdAs === null ? [] : [{ field: 'endToEndId', code: 'end_to_end_id_repeated' } as const]),
    ];
  return [
    ...warnings,
    ...(samePaymentAs === null ? [] : [{ field: 'amount', code: 'duplicate_in_file' } as const]),
  ];
}

function changeFindings(
  known: readonly PayoutFinding[],
  kind: FindingKind,
  { before, after }: RowChange,
): { readonly findings: PayoutFinding[]; readonly lost: PayoutFinding[] } {
  const keyOf = ({ field, code }: Found) => `${field} ${code}`;
  const positions = (rows: readonly StoredRow[]) =>
    Map.groupBy(
      rows.flatMap((row) =>
        findingsOf(row, kind).map((found) => ({ ...found, key: keyOf(found), position: row.position })),
      ),
      ({ key }) => key,
    );
  const [had, have] = [positions(before), positions(after)];
  const lost: PayoutFinding[] = [];
  const byKey = new Map(known.map((finding) => [keyOf(finding), finding]));
  for (const key of new Set([...had.keys(), ...have.keys()])) {
    const [gone, come] = [had.get(key) ?? [], have.get(key) ?? []];
    const [example = gone[0]] = come;
    const old = byKey.get(key);
    if (!example || (gone.length > 0 && !old)) throw new Error(`a row has ${key}, which was not counted`);
    const firstCome = Math.min(...come.map(({ position }) => position));
    const kept = (old?.rows ?? 0) - gone.length;
    const rows = kept + come.length;
    if (rows === 0) {
      byKey.delete(key);
      continue;
    }
    const first = kept === 0 ? firstCome : Math.min(old?.position ?? firstCome, firstCome);
    const finding = { field: example.field, code: example.code, rows, position: first };
    byKey.set(key, finding);
    const isFirstGone = kept > 0 && gone.some(({ position }) => position === old?.position);
    if (isFirstGone && firstCome > first) lost.push(finding);
  }
  return { findings: sortFindings([...byKey.values()]), lost };
}
