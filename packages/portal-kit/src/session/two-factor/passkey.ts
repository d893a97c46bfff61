/**
 * Creating and using passkeys in the browser (WebAuthn). Undefined means that the person cancelled or the device had none: they may try
 * again or choose another method. Any other failure is thrown.
 */
import type { Assertion, Attestation, PasskeyEnrolment, PasskeyRequest } from '@calmly/contract';
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';

/** Whether this browser, on this page, can keep passkeys. */
export const canUsePasskeys = () => browserSupportsWebAuthn();

/** Whether the browser can offer passkeys in its autofill. */
export const canOfferPasskeys = () => browserSupportsWebAuthnAutofill();

/** Makes one of the person's passkeys sign the challenge; `offered`: once the person picks one in the user name field. */
export function signWithPasskey(
  options: PasskeyRequest,
  { offered = false }: { readonly offered?: boolean } = {},
): Promise<Assertion | undefined> {
  return orDismissed(
    startAuthentication({
      optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
      useBrowserAutofill: offered,
    }),
  );
}

/** Ends the browser's prompt or offer, which then counts as dismissed. */
export const cancelPasskey = () => WebAuthnAbortService.cancelCeremony();

/** Makes the device create a passkey. */
export function makePasskey(options: PasskeyEnrolment['options']): Promise<Attestation | undefined> {
  return orDismissed(
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  );
}

const dismissals = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError']);

async function orDismissed<Result, Wanted>(ceremony: Promise<Result>): Promise<Wanted | undefined> {
  try {
    return (await ceremony) as unknown as Wanted;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const cause = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : error;
    if (dismissals.has(cause.name) || dismissals.has(error.name)) return undefined;
    throw error;
  }
}
