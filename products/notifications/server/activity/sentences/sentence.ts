/** The structure of a sentence in the activity log, and the kinds. */
import type { ActivityKind } from '@calmly/contract';

export interface Sentence {
  readonly kind: ActivityKind;
  readonly en: string;
  readonly ru: string;
  /** Details that name a person by id. */
  readonly people?: readonly string[];
  /** About the person, not the profile: shown in the person's own log, never in a company's. */
  readonly personal?: true;
}

/** Personal: a company's log does not show it. */
export const security = (en: string, ru: string): Sentence => ({ kind: 'security', personal: true, en, ru });
/** About the profile, so a company's log shows it; `own` is its personal counterpart. */
export const profile = (en: string, ru: string): Sentence => ({ kind: 'profile', en, ru });
/** Of the kind `profile`, but personal: a company's log does not show it. */
export const own = (en: string, ru: string): Sentence => ({ kind: 'profile', personal: true, en, ru });
/** `ids` are names of details that hold a person's id; the log shows the person's name in their place. */
export const people = (en: string, ru: string, ids?: readonly string[]): Sentence => ({
  kind: 'people',
  en,
  ru,
  ...(ids && { people: ids }),
});
export const payments = (en: string, ru: string): Sentence => ({ kind: 'payments', en, ru });
export const approvals = (en: string, ru: string): Sentence => ({ kind: 'approvals', en, ru });
export const connections = (en: string, ru: string): Sentence => ({ kind: 'connections', en, ru });
export const crypto = (en: string, ru: string): Sentence => ({ kind: 'crypto', en, ru });
export const cards = (en: string, ru: string): Sentence => ({ kind: 'cards', en, ru });
