/**
 * sqlmap against a server of a test. It talks to a small proxy, which hands calls on with a token that is good and a key that is new, so
 * that a call is not refused for one that sqlmap has made before.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointSpec } from '@calmly/contract';
import type { InjectionTarget } from './injection.ts';
import { parametersOf, placed } from './parameters.ts';

export interface SqlmapRun {
  readonly vulnerable: boolean;
  /** HTTP requests that reached the server. */
  readonly requests: number;
  readonly failures: readonly string[];
  readonly output: string;
}

/** Fails with the name of the package when there is no sqlmap. */
export function requireSqlmap(): void {
  if (spawnSync('sqlmap', ['--version']).error) throw new Error('sqlmap is missing: apt-get install sqlmap');
}

/** Runs sqlmap on all parameters of a call, for at most so many seconds. */
export async function runSqlmap(
  target: InjectionTarget,
  spec: EndpointSpec,
  seconds: number,
): Promise<SqlmapRun> {
  const failures: string[] = [];
  let requests = 0;
  let token = await target.token();
  const proxy = createServer(async (request, reply) => {
    requests += 1;
    const payload = await bodyOf(request);
    const send = () =>
      target.server.inject({
        method: request.method as 'GET',
        url: request.url ?? '/',
        headers: {
          ...request.headers,
          'idempotency-key': crypto.randomUUID(),
          ...(spec.access !== 'public' && { authorization: `Bearer ${token}` }),
        },
        ...(payload.length > 0 && { payload }),
      });
    try {
      let answer = await send();
      if (answer.statusCode === 401 && spec.access !== 'public') {
        token = await target.token();
        answer = await send();
      }
      if (answer.statusCode >= 500) failures.push(`${answer.statusCode} ${request.url} ${payload}`);
      reply.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.rawPayload);
    } catch (error) {
      failures.push(`${String(error)} ${request.url}`);
      reply.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const directory = mkdtempSync(join(tmpdir(), 'calmly-sqlmap-'));
  const file = join(directory, 'request');
  writeFileSync(file, requestText(target, spec, port));
  const output = await sqlmap(file, directory, seconds);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  rmSync(directory, { recursive: true, force: true });
  return { vulnerable: /identified the following injection point/.test(output), requests, failures, output };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The call as sqlmap reads it. A `*` marks a part of the path; params, fields, cookies and headers it finds by itself. */
function requestText({ base }: InjectionTarget, spec: EndpointSpec, port: number): string {
  const values = base(spec);
  const parameters = parametersOf(spec);
  const { body } = placed(spec, undefined, undefined, values);
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? 'x'}*`);
  const samples: Readonly<Record<string, string>> = {
    format: 'csv',
    locale: 'en',
    on: '2030-01-31',
    ...values,
  };
  const query = new URLSearchParams(
    parameters.flatMap(({ in: place, path: [name = ''] }) =>
      place === 'query' ? [[name, samples[name] ?? '1']] : [],
    ),
  );
  const text = spec.method === 'GET' || body === undefined ? '' : JSON.stringify(body);
  return [
    `${spec.method} /api${path}${query.size > 0 ? `?${query}` : ''} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'User-Agent: calmly',
    'Cookie: rt=x; device=x; oldClientId=x',
    ...(text ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
    '',
    text,
  ].join('\r\n');
}

function sqlmap(file: string, directory: string, seconds: number): Promise<string> {
  const options = [
    '--batch',
    '--ignore-stdin',
    '--level',
    '3',
    '--risk',
    '2',
    '--technique',
    'BEUST',
    '--dbms',
    'postgresql',
  ];
  const bounds = [
    '--time-sec',
    '2',
    '--threads',
    '4',
    '--timeout',
    '10',
    '--retries',
    '0',
    '--flush-session',
  ];
  const child = spawn(
    'sqlmap',
    ['-r', file, ...options, ...bounds, '--output-dir', directory, '--disable-coloring'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const timer = setTimeout(() => child.kill('SIGTERM'), seconds * 1000);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      clearTimeout(timer);
      resolve(`${Buffer.concat(parts)}${signal ? '\n[stopped at its limit]' : ''}`);
    });
  });
}
