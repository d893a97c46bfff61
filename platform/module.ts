/**
 * What a module provides: its calls, jobs, queues for bank staff and search sources. The composition root (`composition.ts`) connects modules; a
 * module does not know it.
 */
import type { ActivityTexts } from './activity.ts';
import type { DeskQueue } from './desk.ts';
import type { Router } from './http/router.ts';
import type { Backfill } from './jobs/backfills/backfill.ts';
import type { JobHandler } from './jobs/jobs.ts';
import type { Purge } from './jobs/purge.ts';
import type { SearchSource } from './search-source.ts';
import type { Sql } from './work.ts';

export interface Module {
  readonly name: string;
  readonly routes?: (router: Router) => void;
  /** Calls of the bank's own people, which the office serves. */
  readonly office?: (router: Router) => void;
  readonly jobs?: Readonly<Record<string, JobHandler>>;
  readonly desk?: readonly DeskQueue[];
  /** What the activity log says about the actions that this module records. */
  readonly activity?: ActivityTexts;
  /** What the search can find in this module. */
  readonly search?: readonly SearchSource[];
  /** Expired data that the nightly purge deletes. */
  readonly purges?: readonly Purge[];
  /** Rows that were there before a migration, filled in the background. */
  readonly backfills?: readonly Backfill[];
  /** Runs once when a server starts; harmless if two servers start at once. */
  readonly start?: (sql: Sql) => Promise<void>;
  /** Background work until the app closes; returns the function that stops it. */
  readonly background?: () => Promise<() => Promise<void>>;
}
