/**
 * OpenAPI 3.1, generated from the contract's endpoints: the wire side of every codec, access, when a code or an Idempotency-Key is
 * required, and every error.
 */
import {
  type EndpointSpec,
  mayRequirePresence,
  problems,
  type Scope,
  scopes,
  zChallenge,
  zProblem,
  zSentForApproval,
} from '@calmly/contract';
import type { z } from 'zod';
import type { Protocol, Webhook } from '../router.ts';
import { answerExample, bodyExample } from './examples.ts';
import { type Json, nameSchemas, type Schemas } from './schemas.ts';
import { tagDescriptions } from './tags.ts';

/** What the document describes: the contract's calls, webhooks of partners and the OAuth protocol. */
export interface Described {
  readonly endpoints: readonly EndpointSpec[];
  readonly webhooks?: readonly DocumentedWebhook[];
  readonly protocols?: readonly Pick<Protocol, 'method' | 'path' | 'operation'>[];
}

/** Paths of endpoints and webhooks are relative to `/api`, those of protocols to the root. */
export function openApiDocument({ endpoints, ...others }: Described, version: string) {
  const schemas = nameSchemas(endpoints);
  const forApplications = others.protocols?.some(({ operation: described }) => described) ?? false;
  const paths: Record<string, Record<string, unknown>> = {};
  const add = (path: string, method: string, described: Json, server?: string) => {
    const before = paths[path] ?? (server === undefined ? {} : { servers: [{ url: server }] });
    paths[path] = { ...before, [method.toLowerCase()]: described };
  };
  for (const spec of endpoints) add(spec.path, spec.method, operation(spec, schemas, forApplications));
  for (const webhook of others.webhooks ?? [])
    add(`/webhooks/${webhook.name}`, 'POST', webhookOperation(webhook));
  for (const { path, method, operation: described } of others.protocols ?? [])
    if (described) add(path, method, { tags: [protocolTag], ...described }, '/');
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  if (others.webhooks?.length) tags.push(webhookTag);
  if (others.protocols?.length) tags.push(protocolTag);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Calmly',
      version,
      description:
        'Web banking and payments. Amounts are decimal strings, times are RFC 3339 in UTC, lists are paged by cursor, errors are RFC 9457 problems.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access token of POST /oauth/token. If that call carried a proof of a key in the header DPoP (RFC 9449, ES256), the session is bound to the key, and every call needs a proof.',
        },
        ...(forApplications && { application: applicationScheme(endpoints) }),
        basic: { type: 'http', scheme: 'basic', description: 'Email or client number, and password' },
      },
      schemas: schemas.used(),
      responses: {
        Problem: {
          description: `Error. \`code\` is one of: ${Object.entries(problems)
            .map(([code, { status }]) => `${code} (${status})`)
            .join(', ')}.`,
          content: { 'application/problem+json': answerOf(zProblem, schemas) },
        },
        Challenge: {
          description:
            'A code was sent; nothing has been done yet. Repeat the call with the same Idempotency-Key and the code in X-TFA-CODE.',
          headers: { 'X-TFA-Required': { schema: { const: '1' } } },
          content: { 'application/json': answerOf(zChallenge, schemas) },
        },
      },
    },
  };
}

/** How a connected application gets access; each scope lists its calls. */
function applicationScheme(endpoints: readonly EndpointSpec[]): Json {
  const calls = (scope: Scope) =>
    endpoints.filter((spec) => spec.scope === scope).map(({ method, path }) => `${method} ${path}`);
  return {
    type: 'oauth2',
    description:
      'OAuth 2.1 with PKCE (S256). The application sends the browser to GET /connect/authorize with the fields of POST /connect/requests, or with the `request_uri` it returned. The client allows access in the portal, and the browser returns to `redirect_uri` with `code`, `state` and `iss`.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/connect/authorize',
        tokenUrl: '/connect/token',
        refreshUrl: '/connect/token',
        scopes: Object.fromEntries(scopes.map((scope) => [scope, calls(scope).join(', ')])),
      },
    },
  };
}

const webhookTag = 'Webhooks';
const protocolTag = 'Connected applications';

function operation(spec: EndpointSpec, schemas: Schemas, forApplications: boolean): Json {
  return {
    operationId: spec.id,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.access === 'active'
      ? { description: 'Requires an active client (otherwise "Your user is not active").' }
      : {}),
    security: securityOf(spec, forApplications),
    parameters: [
      ...parametersOf(spec.params, 'path', schemas),
      ...parametersOf(spec.query, 'query', schemas),
      ...headersOf(spec),
    ],
    ...(spec.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': bodyOf(spec.body, schemas) } } }),
    ...(spec.stream === undefined ? {} : { requestBody: streamBody }),
    responses: responsesOf(spec, schemas),
  };
}

/** A raw file. */
const streamBody: Json = { required: true, content: { 'application/octet-stream': {} } };

function bodyOf(body: z.ZodType, schemas: Schemas): Json {
  const schema = schemas.of(body);
  return { schema, example: bodyExample(schema, schemas.components) };
}

function answerOf(response: z.ZodType, schemas: Schemas): Json {
  const schema = schemas.of(response);
  return { schema, example: answerExample(schema, schemas.components) };
}

type DocumentedWebhook = Pick<Webhook, 'name' | 'summary' | 'deadline'>;

/** A call by a partner's server, authenticated by its signature only. */
const webhookOperation = ({ name, summary, deadline }: DocumentedWebhook): Json => ({
  operationId: `webhook_${name}`,
  tags: [webhookTag],
  summary,
  security: [],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    ...(deadline
      ? { 200: { description: `The answer, at the latest after ${deadline.ms} ms` } }
      : { 204: { description: 'Accepted; after any other response the partner sends it again' } }),
    400: problem,
    default: problem,
  },
});

function securityOf(spec: EndpointSpec, forApplications: boolean): Json[] {
  const application = spec.scope !== undefined && forApplications ? [{ application: [spec.scope] }] : [];
  if (spec.access !== 'public') return [{ bearer: [] }, ...application];
  return spec.access === 'public' && spec.twoFactor !== undefined ? [{ basic: [] }] : [];
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Schemas): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.writtenOut(schema);
  return Object.entries(properties as Record<string, Json>).map(([name, member]) => ({
    name,
    in: place,
    required: (required as readonly string[]).includes(name),
    schema: member,
  }));
}

function headersOf(spec: EndpointSpec): Json[] {
  const headers: Json[] = [];
  if (spec.idempotent)
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description:
        'One key per intent. A repeated request with the same key runs once and gets the same response again (Idempotent-Replay: true). The same key with another request is refused.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    });
  if (mayAskForCode(spec))
    headers.push({
      name: 'X-TFA-CODE',
      in: 'header',
      required: false,
      description: 'The code of the challenge from a 203 response.',
      schema: { type: 'string' },
    });
  return headers;
}

/** Always, or because the session was idle. */
const mayAskForCode = (spec: EndpointSpec) => spec.twoFactor !== undefined || mayRequirePresence(spec);

const problem = { $ref: '#/components/responses/Problem' };

function responsesOf(spec: EndpointSpec, schemas: Schemas): Json {
  const responses: Record<string, Json> = {};
  if (spec.download !== undefined)
    responses['200'] = { description: 'The file', content: { [spec.download]: {} } };
  else if (spec.response === undefined) responses['204'] = { description: 'Done' };
  else
    responses[String(spec.status ?? 200)] = {
      description: 'Done',
      content: { 'application/json': answerOf(spec.response, schemas) },
    };
  if (spec.approval)
    responses['202'] = {
      description: 'Awaiting approval; nothing has changed yet',
      content: { 'application/json': answerOf(zSentForApproval, schemas) },
    };
  if (mayAskForCode(spec)) responses['203'] = { $ref: '#/components/responses/Challenge' };
  return { ...responses, 400: problem, default: problem };
}
