/** The states of a conversation as one table, and the limits. Pure. */
import type { ConversationStatus } from '@calmly/contract';

interface Transitions {
  readonly CLIENT_WRITES: ConversationStatus;
  readonly BANK_WRITES: ConversationStatus;
  /** Absent: it is closed. */
  readonly CLOSE?: ConversationStatus;
}

/** What an event makes of a conversation. A message always opens it again. */
export const transitions: Readonly<Record<ConversationStatus, Transitions>> = {
  OPEN: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED', CLOSE: 'CLOSED' },
  ANSWERED: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED', CLOSE: 'CLOSED' },
  CLOSED: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED' },
};

/** Since when the client has been waiting after an event: since their first message that has no answer. */
export function waitingSince(
  status: ConversationStatus,
  { before, now }: { readonly before: Date | null; readonly now: Date },
): Date | null {
  return status === 'OPEN' ? (before ?? now) : null;
}

/** Conversations of one person in one profile that are not closed. */
export const openMost = 20;
/** Messages of one person in an hour. */
export const messagesPerHour = 30;

const previewLength = 140;

/** The beginning of a text in one line. */
export function previewOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  const letters = [...line];
  return letters.length > previewLength ? `${letters.slice(0, previewLength - 1).join('')}…` : line;
}
