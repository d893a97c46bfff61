/** An unsent message, kept in the tab for its conversation, or for the subject of a new one. */
import { newIdempotencyKey } from '@calmly/contract';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { z } from 'zod';

const zDraft = z.object({
  text: z.string(),
  documents: z.array(z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() })).readonly(),
  /** The message's idempotency key: any change makes a new message. */
  key: z.string(),
});
export type MessageDraft = Readonly<z.output<typeof zDraft>>;

/** `place` is a conversation's id, or identifies a new one's subject. */
export const keptMessage = (place: string) => tabStorage(`calmly.message.${place}`, zDraft);

export const emptyMessage = (): MessageDraft => ({ text: '', documents: [], key: newIdempotencyKey() });

/** Moves a draft, if there is one, to another place. */
export function handOver(from: string, to: string): void {
  const draft = keptMessage(from).read();
  if (draft && (draft.text !== '' || draft.documents.length > 0)) keptMessage(to).keep(draft);
  keptMessage(from).forget();
}
