/** `npm run build`: makes the portal and the server that `npm start` runs, so that the first start need not. */
import { buildAll } from './build/all.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
await buildAll();
