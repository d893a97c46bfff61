/**
 * The search of the command palette: queries the other modules' sources (`Module.search`), each only if the caller has its screen's right. It stores
 * nothing, and logs neither texts nor results. products/search/README.md describes it.
 */
import { holdsRight, type SearchKind, search, searchGroupSize, searchKinds } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { createRateLimits } from '@calmly/platform/http/rate-limit.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { FoundHit, SearchSource } from '@calmly/platform/search-source.ts';
import { requireClientActor } from '../../identity/server/index.ts';

export interface SearchOptions {
  readonly database: Pick<Database, 'sql'>;
  readonly sources: readonly SearchSource[];
  /** Searches per minute and person; 0 is no limit. The palette sends one when typing pauses. */
  readonly perMinute: number;
}

const placeOf = ({ kind }: { readonly kind: SearchKind }) => searchKinds.indexOf(kind);

/** `too_many_requests` beyond `perMinute`. */
export function createSearchModule({ database, sources, perMinute }: SearchOptions): Module {
  const inOrder = sources.toSorted((one, other) => placeOf(one) - placeOf(other));
  const take = createRateLimits(database).limit('searches of a person', perMinute);
  return {
    name: 'search',
    routes(router) {
      router.read(search, async (work, { query: { q: text } }) => {
        const actor = requireClientActor(work);
        await take(actor.personId);
        const asked = inOrder.filter(({ right }) => right === undefined || holdsRight(actor, right));
        const { sql, now, request } = work;
        const searched = { sql, now, actor, locale: request?.locale ?? 'en' };
        const groups = await Promise.all(
          asked.map(async ({ kind, find }) => {
            // One extra row shows that there are more.
            const { hits, lookedBackTo } = await find(searched, text, searchGroupSize + 1);
            return {
              kind,
              items: hits.slice(0, searchGroupSize).map(toHit),
              hasMore: hits.length > searchGroupSize,
              lookedBackTo: lookedBackTo?.toISOString() ?? null,
            };
          }),
        );
        return {
          Groups: groups.filter(({ items, lookedBackTo }) => items.length > 0 || lookedBackTo !== null),
        };
      });
    },
  };
}

const toHit = (hit: FoundHit) => ({
  detail: null,
  amount: null,
  currency: null,
  direction: null,
  status: null,
  at: null,
  ...hit,
});
