/**
 * A person's confirmation methods: which are available, which is the default, and which may be removed. Strength: passkey, authenticator
 * app, SMS, email; a preference comes before strength. Pure.
 */
import { type ConfirmationMethod, type FactorKind, factorKinds } from '@calmly/contract';

/** What a person can confirm with. */
export interface PersonFactors {
  readonly email: string;
  /** Confirmed, E.164. */
  readonly phone: string | null;
  readonly enabled: Readonly<Record<FactorKind, boolean>>;
  readonly preferred: FactorKind | null;
  readonly recoveryCodesLeft: number;
}

/** The factors that are on: the preferred one first, then by strength. */
export function factorsInOrder({ enabled, preferred }: PersonFactors): FactorKind[] {
  const on = factorKinds.filter((kind) => enabled[kind]);
  return preferred !== null && enabled[preferred]
    ? [preferred, ...on.filter((kind) => kind !== preferred)]
    : on;
}

/** The ways a challenge may be confirmed in, the one to ask for first at the front. */
export function confirmationMethodsOf(person: PersonFactors, recoveryAllowed: boolean): ConfirmationMethod[] {
  const methods: ConfirmationMethod[] = factorsInOrder(person);
  return recoveryAllowed && person.recoveryCodesLeft > 0 ? [...methods, 'recovery_code'] : methods;
}

/**
 * Whether this is enough: something to confirm with, and something that survives the loss of a device (a message, or a recovery
 * code beside the device).
 */
export function isEnough(enabled: PersonFactors['enabled'], recoveryCodesLeft: number): boolean {
  const hasDevice = enabled.passkey || enabled.totp;
  return enabled.email || enabled.sms || (hasDevice && recoveryCodesLeft > 0);
}

/** Where a code of this method goes; undefined for methods that send none. */
export function recipientOf(person: PersonFactors, method: ConfirmationMethod): string | undefined {
  if (method === 'email') return person.email;
  return method === 'sms' ? (person.phone ?? undefined) : undefined;
}
