/** Sets fast-check's seed from `SEED`, by default that of the day (vitest.config.ts). */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED) });
