/**
 * Cooling-off: for 24 hours after a change of a person's access (a password set by an emailed link, another email or phone, a new passkey or app),
 * larger payments to payees newer than the change need the strongest factor older than it, or wait. An attacker who takes over an access has to
 * change it first and then pays a new payee. Small payments are added up. Pure.
 */
import { type FactorKind, factorKinds } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

const coolingOffMs = 24 * 3_600_000;

/** How much a person may pay to new payees during cooling-off without an older factor, all payments together, in euro cents. */
export const coolingOffAllowance = 5_000n;

/** A person's factors and their age, factors they have given up, and the moments at which their access changed. */
export interface Access {
  readonly enabled: Readonly<Record<FactorKind, boolean>>;
  /** The oldest passkey counts; null means from the beginning. */
  readonly since: Readonly<Record<FactorKind, Date | null>>;
  readonly lost: ReadonlyArray<{
    readonly kind: FactorKind;
    readonly since: Date | null;
    readonly lostAt: Date;
  }>;
  readonly changes: readonly Date[];
}

export interface CoolingOff {
  /** Only factors older than this confirm. */
  readonly before: Date;
  /** The strongest older factor; undefined if there is none or the person gave it up after the change. */
  readonly method: FactorKind | undefined;
  readonly endsAt: Date;
}

/** A payment that leaves the client. */
export interface Outflow {
  /** Since when the payee has been known in its current form. */
  readonly knownSince: Date;
  /** In euro cents. */
  readonly worthMinor: bigint;
}

/** A person whose access has changed within the last day. */
export interface CoolingPerson {
  readonly access: Access;
  readonly now: Date;
  /** What they have used of the allowance, in euro cents. */
  readonly spentMinor: bigint;
}

export type Verdict =
  | { readonly kind: 'free' }
  | { readonly kind: 'allowance'; readonly worthMinor: bigint }
  | { readonly kind: 'older_factor'; readonly coolingOff: CoolingOff };

/** The cooling-off that applies to paying a payee known since `payeeSince`; undefined if none. */
export function coolingOffOf(access: Access, payeeSince: Date, now: Date): CoolingOff | undefined {
  const recent = access.changes
    .map((at) => at.getTime())
    .filter((at) => at > now.getTime() - coolingOffMs)
    .sort((one, other) => one - other);
  const [first] = recent;
  const last = recent.at(-1);
  if (first === undefined || last === undefined || payeeSince.getTime() < first) return undefined;
  return {
    before: new Date(first),
    method: strongestBefore(access, first),
    endsAt: new Date(last + coolingOffMs),
  };
}

/**
 * The strongest factor of that moment, if the person still has it. A factor given up later still counts, so that a weaker one does not replace it.
 */
function strongestBefore({ enabled, since, lost }: Access, first: number): FactorKind | undefined {
  const isOlder = (at: Date | null) => (at?.getTime() ?? 0) < first;
  const has = (kind: FactorKind) => enabled[kind] && isOlder(since[kind]);
  const gaveUp = (kind: FactorKind) =>
    lost.some((one) => one.kind === kind && isOlder(one.since) && one.lostAt.getTime() > first);
  const strongest = factorKinds.find((kind) => has(kind) || gaveUp(kind));
  return strongest !== undefined && has(strongest) ? strongest : undefined;
}

/** What cooling-off requires of payments that are confirmed together. */
export function judgeOutflows(person: CoolingPerson | undefined, outflows: readonly Outflow[]): Verdict {
  if (!person) return { kind: 'free' };
  const { access, now, spentMinor } = person;
  const applying = outflows.flatMap(({ knownSince, worthMinor }) => {
    const coolingOff = coolingOffOf(access, knownSince, now);
    return coolingOff ? [{ coolingOff, worthMinor }] : [];
  });
  const [first] = applying;
  if (!first) return { kind: 'free' };
  const worthMinor = applying.reduce((sum, one) => sum + one.worthMinor, 0n);
  return spentMinor + worthMinor <= coolingOffAllowance
    ? { kind: 'allowance', worthMinor }
    : { kind: 'older_factor', coolingOff: first.coolingOff };
}

/** Whether cooling-off applied to a payment confirmed at that moment; later changes do not count. */
export const appliedThen = (access: Access, payeeSince: Date, confirmedAt: Date): boolean =>
  coolingOffOf(
    { ...access, changes: access.changes.filter((at) => at <= confirmedAt) },
    payeeSince,
    confirmedAt,
  ) !== undefined;

/** How long larger payments wait, if no older factor is left to confirm them. */
export function waitsUntil(access: Access, payeeSince: Date, now: Date): Date | undefined {
  const coolingOff = coolingOffOf(access, payeeSince, now);
  return coolingOff?.method === undefined ? coolingOff?.endsAt : undefined;
}

/** The sentence about cooling-off in notices of such a change. */
export const coolingOffText: Readonly<Record<Locale, string>> = {
  en: 'For 24 hours, larger payments to payees added or changed from now on need a confirmation method you had before this change.',
  ru: 'В течение 24 часов крупные платежи получателям, добавленным или изменённым после этого, нужно подтверждать способом, который был у вас раньше.',
};
