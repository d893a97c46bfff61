import type { Locale } from '@calmly/platform/work.ts';

/** A profile that a person may act for, by its id and name. */
export interface Profile {
  readonly id: string;
  readonly name: string;
}

/** A message by its parts, in the order they are read. Texts are plain: nothing in them is markup. */
export interface Email {
  readonly to: string;
  readonly locale: Locale;
  /** Never a code: it stays when the message is gone, and phones show it while they are locked. */
  readonly subject: string;
  /** What happened, why, what to do. */
  readonly paragraphs: readonly string[];
  /** A code to type, shown large and easy to copy. */
  readonly code?: string;
  /** The profile that it is about, for a reader who has several: it is named under the text, and the link leads to it. */
  readonly profile?: Profile | undefined;
  /** The one thing to press: an address of the portal, which then opens in the language of the message. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Small print under it: how long it works, what to do if it was not you. */
  readonly closing?: string;
}
