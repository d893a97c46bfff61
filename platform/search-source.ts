/**
 * A module's contribution to the search. The search module queries all sources at once and applies each one's right; `app.ts` connects them. A source
 * reads a bounded number of rows by an index, however much is stored, and finds only what its own screen would show the caller.
 */
import type { Right, SearchHit, SearchKind } from '@calmly/contract';
import type { ClientActor, Work } from './work.ts';

export interface SearchSource {
  readonly kind: SearchKind;
  /** The right that its screen needs; undefined: every member of the client has it. */
  readonly right?: Right;
  /** Up to `limit` hits for a trimmed, non-empty text, newest first. */
  find(work: SearchWork, text: string, limit: number): Promise<FoundHits>;
}

export type SearchWork = Pick<Work, 'sql' | 'now'> & {
  readonly actor: ClientActor;
  readonly locale: 'en' | 'ru';
};

export interface FoundHits {
  readonly hits: readonly FoundHit[];
  /** Set if the source stopped looking there, so that older items were not searched. */
  readonly lookedBackTo?: Date | undefined;
}

/** Facts that a kind does not have are omitted. */
export type FoundHit = Pick<SearchHit, 'id' | 'title'> & Partial<SearchHit>;
