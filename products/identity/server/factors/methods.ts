/**
 * A person's confirmation methods: which are available, which is the default, and which may be removed. Strength: passkey, authenticator
 * app, SMS, email; a preference comes before strength. Pure.
 */
import { type ConfirmationMethod, type FactorKind, factorKinds } from '@calmly/contract';

/** A person's means of confirmation. */
export interface PersonFactors {
  readonly email: string;
  /** Confirmed, E.164. */
  readonly phone: string | null;
  readonly enabled: Readonly<Record<FactorKind, boolean>>;
  readonly preferred: FactorKind | null;
  readonly recoveryCodesLeft: number;
}

/** The enabled factors: the preferred one first, then by strength. */
export function factorsInOrder({ enabled, preferred }: PersonFactors): FactorKind[] {
  const on = factorKinds.filter((kind) => enabled[kind]);
  return preferred !== null && enabled[preferred]
    ? [preferred, ...on.filter((kind) => kind !== preferred)]
    : on;
}

/** The methods for confirming a challenge, the one to ask for first at the front. */
export function confirmationMethodsOf(person: PersonFactors, recoveryAllowed: boolean): ConfirmationMethod[] {
  const methods: ConfirmationMethod[] = factorsInOrder(person);
  return recoveryAllowed && person.recoveryCodesLeft > 0 ? [...methods, 'recovery_code'] : methods;
}

/**
 * Whether the methods are enough: at least one to confirm with, and one that survives the loss of a device (a message, or a recovery code besides the
 * device).
 */
export function isEnough(enabled: PersonFactors['enabled'], recoveryCodesLeft: number): boolean {
  const hasDevice = enabled.passkey || enabled.totp;
  return enabled.email || enabled.sms || (hasDevice && recoveryCodesLeft > 0);
}

/** The recipient of a code of this method; undefined for methods that send none. */
export function recipientOf(person: PersonFactors, method: ConfirmationMethod): string | undefined {
  if (method === 'email') return person.email;
  return method === 'sms' ? (person.phone ?? undefined) : undefined;
}
