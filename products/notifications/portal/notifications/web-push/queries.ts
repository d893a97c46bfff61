/** Calls and cache keys of the browsers that show notifications. */
import {
  getPushBrowsers,
  keepPushBrowser,
  type PushBrowser,
  removePushBrowser,
  savePushBrowser,
} from '@calmly/contract';
import { ApiProblem, bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ownSubscription, readOwn, subscribe, unsubscribe } from './browser.ts';

export const browsersQuery = queryOptions({
  queryKey: ['notifications', 'browsers'],
  queryFn: ({ signal }) => bank.call(getPushBrowsers, {}, { signal }),
});

/** Whether this browser may show notifications, and has a subscription. */
export const ownQuery = queryOptions({
  queryKey: ['notifications', 'own-browser'],
  queryFn: async () => ({
    permission: Notification.permission,
    endpoint: (await ownSubscription())?.endpoint ?? null,
  }),
  // The person may change it in the browser's own settings.
  refetchOnWindowFocus: 'always',
  networkMode: 'always',
});

/** Turns this browser on; false if the person or the browser declines. */
export const turnOnMutation = mutationOptions({
  mutationFn: async (bankKey: string): Promise<boolean> => {
    const own = await subscribe(bankKey);
    if (!own) return false;
    await bank.call(savePushBrowser, { body: { ...own, details: false } });
    return true;
  },
  onSettled: (_on, _error, _key, _context, { client }) => readAgain(client),
});

export const detailsMutation = mutationOptions({
  mutationFn: async (details: boolean) => {
    const subscription = await ownSubscription();
    const own = subscription && readOwn(subscription);
    if (own) await bank.call(savePushBrowser, { body: { ...own, details } });
  },
  onSettled: (_done, _error, _details, _context, { client }) => readAgain(client),
});

/** Turns a browser off; for this one, also in the browser itself. */
export const removeMutation = mutationOptions({
  mutationFn: async ({ id, current }: Pick<PushBrowser, 'id' | 'current'>) => {
    await bank.call(removePushBrowser, { params: { id } }).catch((error: unknown) => {
      // Another tab was faster.
      if (!isUnknown(error)) throw error;
    });
    if (current) await unsubscribe();
  },
  onSettled: (_done, _error, _browser, _context, { client }) => readAgain(client),
});

/**
 * Tells the bank that this browser is signed in again; if the bank does not know it (any more), its subscription is cancelled. Returns whether there
 * was something to report.
 */
export async function keepOwnBrowser(): Promise<boolean> {
  const own = await ownSubscription();
  if (!own) return false;
  try {
    await bank.call(keepPushBrowser, { body: { endpoint: own.endpoint } });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    await own.unsubscribe();
  }
  return true;
}

const isUnknown = (error: unknown) => error instanceof ApiProblem && error.code === 'not_found';

const readAgain = (client: QueryClient) =>
  Promise.all([browsersQuery, ownQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
