/**
 * Registration entries kept in the tab before there is a session, and the addresses to which this tab sent a code. Validated by hand, because the
 * page opens without the schema library.
 */
import { strangerPrefix, tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';

export interface RegistrationDraft {
  readonly kind: 'individual' | 'company';
  readonly email: string;
  readonly phoneCountry: string;
  readonly phone: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isRegistrationDraft(value: unknown): value is RegistrationDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, email, phoneCountry, phone } = value as Record<keyof RegistrationDraft, unknown>;
  return (kind === 'individual' || kind === 'company') && [email, phoneCountry, phone].every(isText);
}

export const registrationDraft = tabStorage(`${strangerPrefix}registration`, isRegistrationDraft);

export const sentCodes = {
  email: tabStorage('calmly.joining.email-code', isText),
  phone: tabStorage('calmly.joining.phone-code', isText),
} as const;
