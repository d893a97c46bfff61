/** Repeats the properties of a run: fast-check takes its seed from `SEED`. Loaded by the tests where that is set (vitest.config.ts). */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED) });
