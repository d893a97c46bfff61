import { buildPortal } from './portal.mjs';
import { buildServer } from './server.mjs';

/** Builds the parts of `npm start` that are missing; returns the server's file. Throws if a build fails. */
export async function buildAll() {
  const [server] = await Promise.all([buildServer(), buildPortal()]);
  return server;
}
