/** `npm run build`: builds the portal, the office and the server for `npm start`, so that the first start need not. */
import { buildAll } from './build/all.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
await buildAll();
