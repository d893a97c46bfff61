/** The states of a conversation as one table, and the limits. Pure. */
import type { ConversationStatus } from '@calmly/contract';

interface Transitions {
  readonly CLIENT_WRITES: ConversationStatus;
  readonly BANK_WRITES: ConversationStatus;
  /** Absent: it is closed. */
  readonly CLOSE?: ConversationStatus;
}

/** The next state after an event. A message always reopens a conversation. */
export const transitions: Readonly<Record<ConversationStatus, Transitions>> = {
  OPEN: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED', CLOSE: 'CLOSED' },
  ANSWERED: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED', CLOSE: 'CLOSED' },
  CLOSED: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED' },
};

/** Since when the client has been waiting after an event: since their first unanswered message. */
export function waitingSince(
  status: ConversationStatus,
  { before, now }: { readonly before: Date | null; readonly now: Date },
): Date | null {
  return status === 'OPEN' ? (before ?? now) : null;
}

/** Maximum number of a person's open conversations in one profile. */
export const openMost = 20;
/** Maximum number of a person's messages per hour. */
export const messagesPerHour = 30;

const previewLength = 140;

/** The beginning of a text in one line. */
export function previewOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  const letters = [...line];
  return letters.length > previewLength ? `${letters.slice(0, previewLength - 1).join('')}…` : line;
}
