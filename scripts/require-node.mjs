/** Ends a command in TypeScript that runs in an older Node, which could not even read it: `node --import` loads this first. */
import { requireNode24 } from './node-version.mjs';

requireNode24();
