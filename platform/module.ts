/**
 * What a module provides: its calls, its jobs, its queues for bank staff and what the search finds. The composition root (`composition.ts`) connects modules; a module
 * knows nothing about it.
 */
import type { ActivityTexts } from './activity.ts';
import type { DeskQueue } from './desk.ts';
import type { Router } from './http/router.ts';
import type { JobHandler } from './jobs/jobs.ts';
import type { Purge } from './jobs/purge.ts';
import type { SearchSource } from './search-source.ts';
import type { Sql } from './work.ts';

export interface Module {
  readonly name: string;
  readonly routes?: (router: Router) => void;
  readonly jobs?: Readonly<Record<string, JobHandler>>;
  readonly desk?: readonly DeskQueue[];
  /** What the activity log says about the actions that this module records. */
  readonly activity?: ActivityTexts;
  /** What the search finds in this module. */
  readonly search?: readonly SearchSource[];
  /** Expired data that the nightly purge deletes. */
  readonly purges?: readonly Purge[];
  /** Done once when the server starts, and harmless when two do. */
  readonly start?: (sql: Sql) => Promise<void>;
  /** Works beside the calls until the app closes; returns how to stop it. */
  readonly background?: () => Promise<() => Promise<void>>;
}
