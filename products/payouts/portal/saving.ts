/**
 * Changes of rows on their way to the bank, by payout. Each of them raises the payout's version, so what names that version waits for
 * them: it would be refused because of the user's own change.
 */
import { ApiProblem, type PayoutOverview } from '@calmly/contract';
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

const pausesMs = [500, 2_000, 5_000];

/**
 * Sends a change of rows when there is a network, and again where no answer came. The bank may have made it by then: it answers with the row
 * as it is, which the row store takes for saved. Rows that are added would be there twice, so those are sent once.
 */
export async function sendWhenOnline<Answer>(
  send: () => Promise<Answer>,
  { isRepeatable }: { readonly isRepeatable: boolean },
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    await whenOnline();
    try {
      return await send();
    } catch (error) {
      const pauseMs = isRepeatable ? pausesMs[attempt] : undefined;
      if (pauseMs === undefined || !(error instanceof ApiProblem) || error.code !== 'network') throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Settles when the browser has a network. That it has one doesn't say that the bank is reached. */
const whenOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
