/** OpenAPI operations of the protocol's endpoints. Their bodies are forms, their errors OAuth's. */
import { scopes } from '@calmly/contract';

type Operation = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const field = (schema: object, description: string) => ({ ...schema, description });

const clientFields = {
  client_id: field(text, 'The application’s id at the bank'),
  client_secret: field(text, 'Confidential applications only; HTTP Basic works too'),
};

const requestFields = {
  client_id: clientFields.client_id,
  response_type: { const: 'code' },
  redirect_uri: field({ type: 'string', format: 'uri' }, 'Exactly one of the registered addresses'),
  scope: field(text, `Separated by spaces: ${scopes.join(', ')}`),
  state: field(text, 'Returned unchanged'),
  code_challenge: field(text, 'Base64url of the SHA-256 of the verifier (PKCE)'),
  code_challenge_method: { const: 'S256' },
};
const requestExample = {
  client_id: 'rheinwerk-books',
  response_type: 'code',
  redirect_uri: 'https://app.rheinwerk.example/connected',
  scope: 'accounts:read',
  state: 'h2Yc8',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

const tokenExample = {
  access_token: 'cal_ct_5Vq8Jz2Xn',
  token_type: 'Bearer',
  expires_in: 600,
  refresh_token: 'cal_cr_8Lm3Tb6Kw',
  scope: 'accounts:read',
};

const form = (properties: object, required: readonly string[], example: object) => ({
  required: true,
  content: {
    'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required }, example },
  },
});

const json = (description: string, properties: object, example: object) => ({
  description,
  content: { 'application/json': { schema: { type: 'object', properties }, example } },
});

const refused = json(
  'Error as in RFC 6749',
  { error: text, error_description: text },
  { error: 'invalid_grant', error_description: 'grant request is invalid' },
);

/** By the name of the call in `protocol.ts`. */
export const operations: Readonly<Record<string, Operation>> = {
  oauthMetadata: {
    operationId: 'oauthMetadata',
    summary: 'Read the metadata of the authorization server, for OAuth client libraries (RFC 8414)',
    security: [],
    responses: {
      200: json(
        'The metadata',
        { issuer: text, authorization_endpoint: text, token_endpoint: text },
        {
          issuer: 'https://calmly.example',
          authorization_endpoint: 'https://calmly.example/connect/authorize',
          token_endpoint: 'https://calmly.example/connect/token',
        },
      ),
      400: refused,
      default: refused,
    },
  },
  oauthPush: {
    operationId: 'oauthPush',
    summary: 'Push an authorization request before redirecting the browser (RFC 9126)',
    security: [],
    requestBody: form(
      { ...requestFields, client_secret: clientFields.client_secret },
      ['client_id', 'response_type', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
      requestExample,
    ),
    responses: {
      201: json(
        'Stored for one minute',
        { request_uri: text, expires_in: { type: 'integer' } },
        {
          request_uri: 'urn:ietf:params:oauth:request_uri:6a5c',
          expires_in: 60,
        },
      ),
      400: refused,
      default: refused,
    },
  },
  oauthToken: {
    operationId: 'oauthToken',
    summary: 'Exchange a code or a refresh token for tokens; each works once',
    security: [],
    requestBody: form(
      {
        ...clientFields,
        grant_type: { enum: ['authorization_code', 'refresh_token'] },
        code: field(text, 'With `authorization_code`'),
        redirect_uri: requestFields.redirect_uri,
        code_verifier: field(text, 'With `authorization_code` (PKCE)'),
        refresh_token: field(text, 'With `refresh_token`'),
      },
      ['grant_type'],
      {
        client_id: requestExample.client_id,
        grant_type: 'authorization_code',
        code: 'cal_cc_4Nf7',
        redirect_uri: requestExample.redirect_uri,
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
    ),
    responses: {
      200: json(
        'An access token for ten minutes and a new refresh token',
        Object.fromEntries(
          Object.entries(tokenExample).map(([name, value]) => [
            name,
            { type: typeof value === 'number' ? 'integer' : 'string' },
          ]),
        ),
        tokenExample,
      ),
      400: refused,
      default: refused,
    },
  },
  oauthRevoke: {
    operationId: 'oauthRevoke',
    summary: 'End the connection of a refresh token (RFC 7009)',
    security: [],
    requestBody: form({ ...clientFields, token: text }, ['token'], {
      client_id: requestExample.client_id,
      token: tokenExample.refresh_token,
    }),
    responses: { 200: { description: 'Ended, or no such connection' }, 400: refused, default: refused },
  },
};
