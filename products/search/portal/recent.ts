/**
 * The last choices in the palette, newest first, for each client. They name payees and payments, so they are deleted with the tab and on logout, like
 * form entries.
 */
import { searchKinds } from '@calmly/contract';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { z } from 'zod';

const most = 5;

/** A screen or an action by its key, or a result. */
const zRecent = z.union([
  z.strictObject({ key: z.string() }),
  z.strictObject({
    key: z.string(),
    found: z.strictObject({
      kind: z.enum(searchKinds),
      pays: z.boolean(),
      id: z.string(),
      title: z.string(),
      detail: z.string().nullable(),
    }),
  }),
]);
export type Recent = z.output<typeof zRecent>;
export type RecentlyFound = Extract<Recent, { found: unknown }>['found'];

const storage = tabStorage('calmly.search', z.array(zRecent));

export const readRecent = (): readonly Recent[] => storage.read() ?? [];

/** Moves an existing choice to the front; five are kept. */
export function keepRecent(choice: Recent): void {
  storage.keep([choice, ...readRecent().filter(({ key }) => key !== choice.key)].slice(0, most));
}
