/**
 * The part of Sumsub's API that Calmly calls, on a local port. Every request is checked against its documentation: app token, time
 * within a minute, lower-case hexadecimal HMAC-SHA256 over time, method, path with query and raw body; errors are answered as Sumsub
 * does.
 */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The data read from the usual applicant's passport. */
export const passportOfAnna = {
  firstName: 'ANNA',
  lastName: 'TAMM',
  dob: '1990-05-17',
  idDocs: [{ idDocType: 'PASSPORT', country: 'EST', validUntil: '2031-04-30' }],
} as const;

/** Sumsub's own id of an applicant, readable for tests. */
export const applicantIdOf = (externalId: string) => `applicant-of-${externalId}`;

const credentials = { appToken: 'sbx:app-token', secretKey: 'request-secret' } as const;

export interface SumsubServer {
  /** Configuration of a Calmly that uses it. */
  readonly config: {
    readonly appToken: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly level: string;
    readonly baseUrl: string;
    readonly widgetOrigin: string;
  };
  /** Bodies of token requests, oldest first. */
  readonly tokenRequests: unknown[];
  /** Applicant data received, by external id: the level or the part, then the body. */
  readonly told: Map<string, Array<[string, object]>>;
  /** Answers of "get applicant" by external id; unknown ones are a 404. */
  readonly applicants: Map<string, object>;
  /** While set, every request ends like this. */
  fault: 'refuses' | 'hangs up' | 'no json' | undefined;
  /** Number of requests, including refused ones. */
  calls: number;
  close(): Promise<void>;
}

export async function startSumsubServer(): Promise<SumsubServer> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sumsub: SumsubServer = {
    config: {
      ...credentials,
      webhookSecret: 'webhook-secret',
      level: 'basic-kyc-level',
      baseUrl: `http://127.0.0.1:${port}`,
      widgetOrigin: 'https://in.sumsub.com',
    },
    tokenRequests: [],
    told: new Map(),
    applicants: new Map(),
    fault: undefined,
    calls: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    sumsub.calls += 1;
    const send = (status: number, content: object) => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(content));
    };
    if (sumsub.fault === 'hangs up') request.socket.destroy();
    else if (sumsub.fault === 'no json') response.end('<html>');
    else if (sumsub.fault === 'refuses') send(500, { code: 500 });
    else if (!isSigned(request, body))
      send(401, { description: 'Request signature mismatch', code: 401, errorCode: 4003 });
    else if (request.method === 'POST' && request.url === '/resources/accessTokens/sdk') {
      const asked = JSON.parse(body.toString()) as { userId: string };
      sumsub.tokenRequests.push(asked);
      send(200, { token: `_act-sbx-${sumsub.tokenRequests.length}`, userId: asked.userId });
    } else if (request.method === 'POST' && request.url?.startsWith('/resources/applicants?levelName=')) {
      const level = decodeURIComponent(request.url.split('=')[1] ?? '');
      const asked = JSON.parse(body.toString()) as { externalUserId: string };
      const { externalUserId } = asked;
      if (sumsub.told.has(externalUserId))
        return send(409, {
          code: 409,
          description: `Applicant with external user id '${externalUserId}' already exists`,
        });
      sumsub.told.set(externalUserId, [[level, asked]]);
      send(201, { id: applicantIdOf(externalUserId), externalUserId });
    } else if (request.method === 'PATCH') {
      const [, id = '', part = ''] =
        /^\/resources\/applicants\/applicant-of-([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
      const told = sumsub.told.get(id);
      told?.push([part, JSON.parse(body.toString()) as object]);
      send(told ? 200 : 404, told ? {} : { code: 404, description: 'Applicant not found' });
    } else {
      const id = /^\/resources\/applicants\/-;externalUserId=([^/]+)\/one$/.exec(request.url ?? '')?.[1];
      const known = id === undefined ? '' : decodeURIComponent(id);
      const made = sumsub.told.has(known) && {
        id: applicantIdOf(known),
        externalUserId: known,
        review: { reviewStatus: 'init' },
      };
      const applicant = sumsub.applicants.get(known) ?? (made || undefined);
      send(applicant ? 200 : 404, applicant ?? { code: 404, description: 'Applicant not found' });
    }
  }
  return sumsub;
}

function isSigned({ headers, method, url }: IncomingMessage, body: Buffer): boolean {
  const seconds = String(headers['x-app-access-ts']);
  const expected = createHmac('sha256', credentials.secretKey)
    .update(`${seconds}${method}${url}`)
    .update(body)
    .digest('hex');
  return (
    headers['x-app-token'] === credentials.appToken &&
    Math.abs(Number(seconds) - Date.now() / 1000) < 60 &&
    headers['x-app-access-sig'] === expected
  );
}
