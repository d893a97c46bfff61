/**
 * What a module brings to the house: its calls and the jobs it works off. The composition root (`app.ts`) puts modules
 * together; a module knows nothing of it.
 */
import type { Router } from './http/router.ts';
import type { JobHandler } from './jobs.ts';

export interface Module {
  readonly name: string;
  readonly routes?: (router: Router) => void;
  readonly jobs?: Readonly<Record<string, JobHandler>>;
}
