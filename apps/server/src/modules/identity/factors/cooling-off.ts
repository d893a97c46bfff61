/**
 * Cooling-off: for a day after a person's access has changed (a password set by a mailed link, another e-mail or telephone, a new passkey
 * or app) a larger payment to a payee newer than the change is confirmed with the strongest factor older than it. Whoever has taken an
 * access over has changed it first, and wants to pay somebody new. Pure; what is larger is the payments' to say.
 */
import { type FactorKind, factorKinds } from '@calmly/contract';
import type { Locale } from '../../../platform/work.ts';

const coolingOffMs = 24 * 3_600_000;

/** What a person can confirm with and since when, and the moments at which that, or the way in, changed. */
export interface Access {
  readonly enabled: Readonly<Record<FactorKind, boolean>>;
  /** Of several passkeys the oldest counts; null is from the beginning. */
  readonly since: Readonly<Record<FactorKind, Date | null>>;
  readonly changes: readonly Date[];
}

export interface CoolingOff {
  /** Only factors that are older confirm. */
  readonly before: Date;
  /** The strongest of them; undefined when there is none. */
  readonly method: FactorKind | undefined;
  readonly endsAt: Date;
}

/** What applies to paying a payee that has been known, as it is, for so long; undefined when nothing does. */
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
    method: factorKinds.find((kind) => access.enabled[kind] && (access.since[kind]?.getTime() ?? 0) < first),
    endsAt: new Date(last + coolingOffMs),
  };
}

/** What notices of such a change say of it. */
export const coolingOffText: Readonly<Record<Locale, string>> = {
  en: 'For 24 hours, larger payments to beneficiaries added from now on are confirmed only in a way that was yours before.',
  ru: 'В течение 24 часов крупные платежи получателям, добавленным после этого, подтверждаются только тем способом, который был у вас раньше.',
};
