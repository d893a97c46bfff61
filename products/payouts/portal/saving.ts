/**
 * Unsaved changes of rows, by payout. Each of them increases the payout's version, so calls that name a version wait for them: otherwise they would
 * be refused because of the user's own change.
 */
import { ApiProblem, type PayoutOverview } from '@calmly/contract';
import type { QueryClient } from '@tanstack/react-query';
import { payoutQuery } from './queries.ts';

type Saved = () => Promise<unknown>;

const open = new Map<string, Saved>();

/** Registers the open rows of a payout. Returns the function that unregisters them. */
export function tellSaved(id: string, saved: Saved): () => void {
  open.set(id, saved);
  return () =>
    void saved().then(() => {
      if (open.get(id) === saved) open.delete(id);
    });
}

/** The current version once the rows are saved. */
export async function savedVersion(
  client: QueryClient,
  { id, version }: Pick<PayoutOverview, 'id' | 'version'>,
): Promise<number> {
  await open.get(id)?.();
  return client.getQueryData(payoutQuery(id).queryKey)?.version ?? version;
}

const pausesMs = [500, 2_000, 5_000];

/**
 * Sends a change of rows when there is a network, and again if there was no answer. If the bank has made it already, it answers with the row in its
 * current state, which the row store treats as saved. Added rows would be duplicated, so those are sent once.
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

/** Settles when the browser has a network, which doesn't mean that the bank can be reached. */
const whenOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }));
