import { buildOffice, buildPortal } from './portal.mjs';
import { buildServer } from './server.mjs';

/** Builds the parts of `npm start` that are missing; returns the server's file. Throws if a build fails. */
export async function buildAll() {
  // One after the other: each build takes gigabytes.
  const [server] = await Promise.all([buildServer(), buildPortal().then(buildOffice)]);
  return server;
}
