/**
 * Changes of rows on their way to the bank, by payout. Each of them raises the payout's version, so what names that version waits for
 * them: it would be refused because of the user's own change.
 */
import type { PayoutOverview } from '@calmly/contract';
import type { QueryClient } from '@tanstack/react-query';
import { payoutQuery } from './queries.ts';

type Saved = () => Promise<unknown>;

const open = new Map<string, Saved>();

/** Tells of the open rows of a payout when they are saved. Returns the end of it. */
export function tellSaved(id: string, saved: Saved): () => void {
  open.set(id, saved);
  return () =>
    void saved().then(() => {
      if (open.get(id) === saved) open.delete(id);
    });
}

/** The version in force once the rows are saved. */
export async function savedVersion(
  client: QueryClient,
  { id, version }: Pick<PayoutOverview, 'id' | 'version'>,
): Promise<number> {
  await open.get(id)?.();
  return client.getQueryData(payoutQuery(id).queryKey)?.version ?? version;
}
