/**
 * `/api/openapi.json`, and the same as a page at `/api/docs`. The viewer's files are served from here; nothing is loaded from elsewhere. The document
 * is generated on first use, because it would be the largest part of a server's start.
 */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { apiHeaders, assetHeaders, docsPolicy } from '../security.ts';
import { type Described, openApiDocument } from './document.ts';

/** Registers both, without authentication. */
export async function addDocs(server: FastifyInstance, described: Described, version: string): Promise<void> {
  // Cached bytes shared by all answers: encoding the text each time took 2 ms, so a flood of requests for it slowed down all others.
  let bytes: Buffer | undefined;
  const asBytes = () => {
    bytes ??= Buffer.from(JSON.stringify(openApiDocument(described, version)));
    return bytes;
  };
  // The viewer calls `toJSON` for both JSON and YAML.
  const document = { toJSON: (): unknown => JSON.parse(asBytes().toString()) };
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.headers(apiHeaders).type('application/json; charset=utf-8').send(asBytes()),
  );
  // Both plugins decorate and hook their scope; this one contains only the viewer.
  await server.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers(assetHeaders);
      next();
    });
    scope.register(swagger, { mode: 'static', specification: { document: document as never } });
    scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: docsPolicy,
      uiConfig: { layout: 'BaseLayout', defaultModelsExpandDepth: -1, validatorUrl: null },
      theme: { title: 'Calmly API' },
    });
    done();
  });
}
