/**
 * The request to change an address while it is being filled in (specification section 5): missing fields, and the body of the call. Kept in the tab
 * with its idempotency key, so that the same request is made only once.
 */
import { newIdempotencyKey } from '@calmly/contract';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { z } from 'zod';

const zAddressDraft = z.object({
  country: z.string(),
  town: z.string(),
  line: z.string(),
  postCode: z.string(),
  reason: z.string(),
  documents: z.array(z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() })).readonly(),
  key: z.string(),
});
export type AddressDraft = Readonly<z.output<typeof zAddressDraft>>;

export const addressDraft = tabStorage('calmly.address-change', zAddressDraft);

/** With a new idempotency key. */
export const emptyAddress = (country: string): AddressDraft => ({
  country,
  town: '',
  line: '',
  postCode: '',
  reason: '',
  documents: [],
  key: newIdempotencyKey(),
});

const requiredParts = ['country', 'town', 'line', 'postCode', 'documents'] as const;
export type RequiredPart = (typeof requiredParts)[number];

/** The parts still missing. */
export function missingParts(draft: AddressDraft): readonly RequiredPart[] {
  return requiredParts.filter((part) =>
    part === 'documents' ? draft.documents.length === 0 : draft[part].trim() === '',
  );
}

/** The call's body. The form can only be submitted when it is complete, so this cannot fail. */
export function readAddress({ key, documents, reason, ...address }: AddressDraft) {
  const documentIds = documents.map(({ id }) => id);
  return { body: { body: { ...address, ...(reason.trim() && { reason }), documentIds }, key } };
}
