/** What the activity log says about the actions that a module records (`audit.ts`). A module brings its own sentences: `Module.activity`. */
import type { ActivityKind } from '@calmly/contract';

/** By the name of the action. */
export type ActivityTexts = Readonly<Record<string, Sentence | Hidden>>;

/** In both languages, ICU messages. The placeholders are the names of the record's details. */
export interface Sentence {
  readonly kind: ActivityKind;
  readonly en: string;
  readonly ru: string;
  /** Details that hold a person's id; the log shows the person's name in its place. */
  readonly people?: readonly string[];
  /** About the person, not the profile: shown in the person's own log, never in a company's. */
  readonly personal?: true;
}

/** Never shown to a client. */
export const staffOnly = 'staff only';
/** Shown to nobody but those who look into suspicions, so that no client is tipped off. */
export const suspicion = 'suspicion';
export type Hidden = typeof staffOnly | typeof suspicion;

export const isHidden = (text: Sentence | Hidden): text is Hidden => typeof text === 'string';

/** Personal: a company's log does not show it. */
export const security = (en: string, ru: string): Sentence => ({ kind: 'security', personal: true, en, ru });
/** About the profile, so a company's log shows it; `own` is its personal counterpart. */
export const profile = (en: string, ru: string): Sentence => ({ kind: 'profile', en, ru });
/** Of the kind `profile`, but personal: a company's log does not show it. */
export const own = (en: string, ru: string): Sentence => ({ kind: 'profile', personal: true, en, ru });
/** `ids` are the names of details that hold a person's id. */
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
