/**
 * A browser's push service (RFC 8030), and the browsers behind it. It authenticates the sender (RFC 8292) and decrypts messages (RFC 8291) with
 * node:crypto and jose, without a line of the server's own code.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** A browser with a subscription. */
export interface TestBrowser {
  readonly endpoint: string;
  /** base64url, as `PushSubscription.toJSON` has them. */
  readonly publicKey: string;
  readonly secret: string;
}

export interface Received {
  readonly endpoint: string;
  readonly ttl: string | undefined;
  readonly urgency: string | undefined;
  /** The claims of the sender's token, verified. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The key that verified it. */
  readonly sender: string;
  readonly bodyBytes: number;
  /** The opened message. */
  readonly message: Readonly<Record<string, string>>;
}

export interface PushService {
  readonly origin: string;
  /** Requests in order, whether answered with success or not. */
  readonly received: Received[];
  /** Answers of the next requests instead of 201. */
  readonly answers: Array<(response: ServerResponse) => void>;
  /** Faults of senders: requests whose token or encryption is wrong. */
  readonly faults: string[];
  subscribe(): TestBrowser;
  close(): Promise<void>;
}

/** On any free port by default. */
export async function startPushService(port = 0): Promise<PushService> {
  const keys = new Map<string, { privateKey: Buffer; publicKey: Buffer; secret: Buffer }>();
  const received: Received[] = [];
  const answers: PushService['answers'] = [];
  const faults: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const endpoint = `${origin}${request.url}`;
      const browser = keys.get(endpoint);
      const { authorization = '', ttl, urgency, 'content-encoding': encoding } = request.headers;
      const body = Buffer.concat(chunks);
      verify(authorization, origin)
        .then(({ claims, sender }) => {
          if (!browser || encoding !== 'aes128gcm' || request.method !== 'POST')
            throw new Error('not a push request');
          const message = JSON.parse(open(body, browser).toString()) as Received['message'];
          received.push({
            endpoint,
            ttl: one(ttl),
            urgency: one(urgency),
            claims,
            sender,
            bodyBytes: body.length,
            message,
          });
          const answer = answers.shift();
          if (answer) answer(response);
          else response.writeHead(201).end();
        })
        .catch((error: unknown) => {
          faults.push(String(error));
          response.writeHead(400).end();
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answers,
    faults,
    subscribe() {
      const own = createECDH('prime256v1');
      const publicKey = own.generateKeys();
      const secret = randomBytes(16);
      const endpoint = `${origin}/push/${randomBytes(24).toString('base64url')}`;
      keys.set(endpoint, { privateKey: own.getPrivateKey(), publicKey, secret });
      return {
        endpoint,
        publicKey: publicKey.toString('base64url'),
        secret: secret.toString('base64url'),
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

async function verify(authorization: string, audience: string) {
  const [, token = '', sender = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(sender, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as never, 'ES256');
  const { payload } = await jwtVerify(token, key, { audience, algorithms: ['ES256'] });
  return { claims: payload as Record<string, unknown>, sender };
}

/** RFC 8188, 2 and RFC 8291, 3: one record. */
function open(
  body: Buffer,
  { privateKey, publicKey, secret }: { privateKey: Buffer; publicKey: Buffer; secret: Buffer },
): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const expand = (key: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const input = expand(own.computeSecret(sender), secret, info, 32);
  const key = expand(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = expand(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last byte that is not padding marks this record as the last one.
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error('the record does not end the message');
  return plain.subarray(0, end);
}
