/** A real SMTP server on loopback that accepts emails like a relay, or refuses them on demand. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { certificate, certificateKey } from '../certificate.ts';

export interface ReceivedMail {
  readonly recipient: string;
  readonly encrypted: boolean;
  readonly user: string | undefined;
  /** By name in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded bodies by media type. */
  readonly bodies: ReadonlyMap<string, string>;
}

export interface Relay {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Every named recipient, including refused ones. */
  readonly asked: string[];
  close(): Promise<void>;
}

export interface RelayOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port?: number;
  /** Offers STARTTLS; default: true. */
  readonly tls?: boolean;
  readonly login?: { readonly user: string; readonly password: string };
  /** Answers a recipient with this code instead of 250. */
  readonly refuse?: (recipient: string) => number | undefined;
  /** Answers a recipient only after this resolves. */
  readonly until?: (recipient: string) => Promise<void>;
}

export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
  const { host = '127.0.0.1', port = 0, tls = true, login, refuse, until } = options;
  const received: ReceivedMail[] = [];
  const asked: string[] = [];
  const server = new SMTPServer({
    key: certificateKey,
    cert: certificate,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    authOptional: login === undefined,
    // Clients keep their connections; closing does not wait for them.
    closeTimeout: 20,
    onAuth(given, _session, done) {
      const right = given.username === login?.user && given.password === login?.password;
      if (right) done(null, { user: given.username ?? '' });
      else done(Object.assign(new Error('wrong credentials'), { responseCode: 535 }));
    },
    async onRcptTo({ address }, _session, done) {
      asked.push(address);
      await until?.(address);
      const code = refuse?.(address);
      done(code === undefined ? null : Object.assign(new Error('refused'), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          recipient: session.envelope.rcptTo[0]?.address ?? '',
          encrypted: session.secure,
          user: session.user,
          ...parsed(Buffer.concat(chunks).toString('latin1')),
        });
        done();
      });
    },
  });
  // Clients that hang up in the middle are part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Header fields and the parts of a multipart message, RFC 5322 and 2045. */
function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'bodies'> {
  const { headers } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [] : raw.split(`--${boundary}`).slice(1, -1);
  const bodies = parts.map((part) => {
    const { headers: fields, body } = split(part.trimStart());
    const type = fields.get('content-type')?.split(';')[0] ?? '';
    return [type, decoded(body, fields.get('content-transfer-encoding'))] as const;
  });
  return { headers, bodies: new Map(bodies) };
}

function split(raw: string) {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
