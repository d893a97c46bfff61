/**
 * The request for another address while it is filled in: what is missing, in the specification's words (section 5), kept in the
 * tab with the key of its intent: the same content goes with the same key, so that it is asked for once.
 */
import { newIdempotencyKey } from '@calmly/contract';
import { z } from 'zod';
import { tabStorage } from '../../session/tab-storage.ts';

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

export const emptyAddress = (country: string): AddressDraft => ({
  country,
  town: '',
  line: '',
  postCode: '',
  reason: '',
  documents: [],
  key: newIdempotencyKey(),
});

/** Other content is another intent. */
export const changed = (before: AddressDraft, part: Partial<Omit<AddressDraft, 'key'>>): AddressDraft => ({
  ...before,
  ...part,
  key: newIdempotencyKey(),
});

export const requiredParts = ['country', 'town', 'line', 'postCode', 'documents'] as const;
export type RequiredPart = (typeof requiredParts)[number];

/** What is still missing. */
export function missingParts(draft: AddressDraft): readonly RequiredPart[] {
  return requiredParts.filter((part) =>
    part === 'documents' ? draft.documents.length === 0 : draft[part].trim() === '',
  );
}
