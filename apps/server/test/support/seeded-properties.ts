/** fast-check takes its seed from `SEED`, that of the day unless it is set (vitest.config.ts). */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED) });
