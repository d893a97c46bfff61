import { buildPortal } from './portal.mjs';
import { buildServer } from './server.mjs';

/** Builds what `npm start` runs, as far as it is not there; answers the server's file. Throws what it could not build. */
export async function buildAll() {
  const [server] = await Promise.all([buildServer(), buildPortal()]);
  return server;
}
