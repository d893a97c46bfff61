/** The states of a conversation as one table, and the limits. Pure. */
import type { ConversationStatus } from '@calmly/contract';

export type ConversationEvent = 'CLIENT_WRITES' | 'BANK_WRITES' | 'CLOSE';

/** What an event makes of a conversation; absent: it changes nothing. A message always opens it again. */
export const transitions: Readonly<
  Record<ConversationStatus, Readonly<Partial<Record<ConversationEvent, ConversationStatus>>>>
> = {
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
