/**
 * The portal's files, as the web build left them. Files with a hash in their name never change and are kept for a year; the build
 * also left them compressed (`.br`, `.gz`), so that nothing is compressed while a browser waits. Every other address outside
 * `/api` is a screen of the portal and gets `index.html`, with a fresh nonce where the build put the placeholder.
 *
 * Without a build (tests of the API) there is no portal and its addresses are a 404.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';
import { assetHeaders, newNonce, portalHeaders } from './security.ts';

const noncePlaceholder = '__CSP_NONCE__';
const immutable = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

/** Serves the build in `directory` and answers every unknown address. */
export async function addPortal(server: FastifyInstance, directory: string): Promise<void> {
  const index = await readIndex(directory);
  if (index !== undefined) {
    await server.register(fastifyStatic, {
      root: directory,
      // One route per file that exists now: what is not in the build is not looked for on the disk.
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['index.html', '**/*.br', '**/*.gz', '**/*.map'],
      setHeaders: (reply, filePath) => {
        const hashed = filePath.startsWith(join(directory, 'assets'));
        reply.headers({ ...assetHeaders, 'cache-control': hashed ? immutable : revalidate });
      },
    });
  }
  server.setNotFoundHandler(async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const isScreen =
      index !== undefined &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      pathname !== '/api' &&
      !pathname.startsWith('/api/') &&
      !pathname.startsWith('/assets/');
    if (!isScreen) throw new Problem('not_found');
    const nonce = newNonce();
    return reply
      .code(200)
      .headers(portalHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(index.join(nonce));
  });
}

/** The page between its placeholders. */
async function readIndex(directory: string): Promise<readonly string[] | undefined> {
  const path = join(directory, 'index.html');
  const built = await stat(path).catch(() => undefined);
  if (built === undefined) return undefined;
  return (await readFile(path, 'utf8')).split(noncePlaceholder);
}
