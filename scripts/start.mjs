/**
 * `npm start`: the whole bank. Builds the portal once, then runs the server in this process.
 */
import { requireNode24 } from './node-version.mjs';
import { buildPortal } from './portal.mjs';

requireNode24();
try {
  await buildPortal();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { main } = await import('../apps/server/src/main.ts');
await main();
