/** fast-check for runs of mutants: any counterexample kills one, and a hundred runs find most. Thousands for each mutant would take hours. */
import { createRequire } from 'node:module';
import type fastCheck from 'fast-check';

const mostRuns = 100;
const fc: typeof fastCheck = createRequire(import.meta.url)('fast-check');
fc.configureGlobal({ seed: Number(process.env.SEED), endOnFailure: true });

const assert = ((property: never, { numRuns = mostRuns, ...others }: { numRuns?: number } = {}) =>
  fc.assert(property, { ...others, numRuns: Math.min(numRuns, mostRuns) })) as typeof fc.assert;

export default { ...fc, assert };
