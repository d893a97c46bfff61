/**
 * OpenAPI 3.1, printed from the contract's endpoints: what travels (the wire side of every codec), who may call, when a
 * code or an Idempotency-Key is asked for, and every way to fail.
 */
import {
  type EndpointSpec,
  mayRequirePresence,
  problems,
  zChallenge,
  zProblem,
  zSentForApproval,
} from '@calmly/contract';
import { z } from 'zod';

type Json = { readonly [key: string]: unknown };

/** The document for a list of endpoints. */
export function openApiDocument(endpoints: readonly EndpointSpec[], version: string) {
  const paths: Record<string, Record<string, Json>> = {};
  for (const spec of endpoints) {
    const path = paths[spec.path] ?? {};
    path[spec.method.toLowerCase()] = operation(spec);
    paths[spec.path] = path;
  }
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
    tags: [...new Set(endpoints.map((spec) => spec.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access token of POST /oauth/token. If that call carried a proof of a key in the header DPoP (RFC 9449, ES256), the session is bound to the key and every call needs a proof.',
        },
        basic: { type: 'http', scheme: 'basic', description: 'E-mail or client number and password' },
      },
      schemas: { Problem: wireSchema(zProblem), Challenge: wireSchema(zChallenge) },
      responses: {
        Problem: {
          description: `Refused. \`code\` is one of: ${Object.entries(problems)
            .map(([code, { status }]) => `${code} (${status})`)
            .join(', ')}.`,
          content: { 'application/problem+json': { schema: reference('Problem') } },
        },
        Challenge: {
          description:
            'A code was sent and nothing was done yet. Repeat the same call, with the same Idempotency-Key, and the code in X-TFA-CODE.',
          headers: { 'X-TFA-Required': { schema: { const: '1' } } },
          content: { 'application/json': { schema: reference('Challenge') } },
        },
      },
    },
  };
}

function operation(spec: EndpointSpec): Json {
  return {
    operationId: spec.id,
    tags: [spec.tag],
    summary: spec.summary,
    ...(spec.access === 'active'
      ? { description: 'Only while the client is active ("Your user is not active" otherwise).' }
      : {}),
    security: securityOf(spec),
    parameters: [
      ...parametersOf(spec.params, 'path'),
      ...parametersOf(spec.query, 'query'),
      ...headersOf(spec),
    ],
    ...(spec.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: wireSchema(spec.body) } },
          },
        }),
    responses: responsesOf(spec),
  };
}

function securityOf(spec: EndpointSpec): Json[] {
  if (spec.access !== 'public') return [{ bearer: [] }];
  return spec.access === 'public' && spec.twoFactor !== undefined ? [{ basic: [] }] : [];
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = wireSchema(schema);
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
        'One key per intent. The same key and request is done once and answered the same bytes again (Idempotent-Replay: true); with another request it is refused.',
      schema: { type: 'string', minLength: 1, maxLength: 200 },
    });
  if (mayAskForCode(spec))
    headers.push({
      name: 'X-TFA-CODE',
      in: 'header',
      required: false,
      description: 'The code of the challenge that a 203 announced.',
      schema: { type: 'string' },
    });
  return headers;
}

/** By itself, or because the session was without activity for a while. */
const mayAskForCode = (spec: EndpointSpec) => spec.twoFactor !== undefined || mayRequirePresence(spec);

function responsesOf(spec: EndpointSpec): Json {
  const responses: Record<string, Json> = {};
  if (spec.download !== undefined)
    responses['200'] = { description: 'The file', content: { [spec.download]: {} } };
  else if (spec.response === undefined) responses['204'] = { description: 'Done' };
  else
    responses[String(spec.status ?? 200)] = {
      description: 'Done',
      content: { 'application/json': { schema: wireSchema(spec.response) } },
    };
  if (spec.approval)
    responses['202'] = {
      description: 'Nothing has changed yet: it waits for approval',
      content: { 'application/json': { schema: wireSchema(zSentForApproval) } },
    };
  if (mayAskForCode(spec)) responses['203'] = { $ref: '#/components/responses/Challenge' };
  return { ...responses, default: { $ref: '#/components/responses/Problem' } };
}

function wireSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
