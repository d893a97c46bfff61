/** Ends a TypeScript command on an older Node, which could not even read it: `node --import` loads this first. */
import { requireNode24 } from './node-version.mjs';

requireNode24();
