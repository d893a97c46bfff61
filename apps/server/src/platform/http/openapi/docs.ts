/**
 * `/api/openapi.json`, and the same as a page at `/api/docs`. The viewer's files are served from here; nothing is loaded from elsewhere.
 */

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { apiHeaders, assetHeaders, docsPolicy } from '../security.ts';
import { type Described, openApiDocument } from './document.ts';

export async function addDocs(server: FastifyInstance, described: Described, version: string): Promise<void> {
  let text: string | undefined;
  // Made when somebody first reads it: a start does not wait for it.
  const document = () => openApiDocument(described, version);
  server.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(document());
    return reply.headers(apiHeaders).type('application/json; charset=utf-8').send(text);
  });
  // Both decorate and hook the scope they are in; this one holds the viewer alone.
  await server.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.headers(assetHeaders);
      next();
    });
    scope.register(swagger, { mode: 'static', specification: { document: { toJSON: document } as never } });
    scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: docsPolicy,
      uiConfig: { layout: 'BaseLayout', defaultModelsExpandDepth: -1, validatorUrl: null },
      theme: { title: 'Calmly API' },
    });
    done();
  });
}
