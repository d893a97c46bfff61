/**
 * sqlmap against a test server. It uses a small proxy that forwards calls with a valid token and a new key, so that no call is refused
 * because of an earlier one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointSpec } from '@calmly/contract';
import { z } from 'zod';
import { type InjectionTarget, nextAddress } from './injection.ts';
import { parametersOf, placed } from './parameters.ts';

export interface SqlmapRun {
  readonly vulnerable: boolean;
  /** HTTP requests that reached the server. */
  readonly requests: number;
  readonly failures: readonly string[];
  readonly output: string;
}

export interface SqlmapBounds {
  readonly seconds: number;
  /** sqlmap's own, 1 to 5: the number of payloads. */
  readonly level: number;
  /** Cookies and headers too. The edge reads them in the same way for every call. */
  readonly withHeaders: boolean;
}

/** Fails with the name of the package when there is no sqlmap. */
export function requireSqlmap(): void {
  if (spawnSync('sqlmap', ['--version']).error) throw new Error('sqlmap is missing: apt-get install sqlmap');
}

/** Runs sqlmap on all parameters of a call. */
export async function runSqlmap(
  target: InjectionTarget,
  spec: EndpointSpec,
  { seconds, level, withHeaders }: SqlmapBounds,
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
        remoteAddress: nextAddress(),
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
  const output = await sqlmap(file, directory, { seconds, level, withHeaders });
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

/** Matching values: a call with mismatched ones is refused before its SQL runs. */
const querySamples: Readonly<Record<string, string>> = {
  bic: 'COBADEFFXXX',
  country: 'DE',
  currency: 'EUR',
  cursor: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
  days: '30',
  direction: 'DEBIT',
  format: 'csv',
  from: '2026-01-01',
  iban: 'DE89370400440532013000',
  limit: '10',
  locale: 'en',
  maxAmount: '100.00',
  minAmount: '1.00',
  months: '3',
  on: '2030-01-31',
  reason: 'idle',
  scheme: 'SEPA',
  search: 'a',
  status: 'EXECUTED',
  to: '2026-12-31',
};
/** The first value of an enum, also of an optional one. */
function firstWord(schema: unknown): string | undefined {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodEnum ? String(inner.options[0]) : undefined;
}

/** The call in sqlmap's format. A `*` marks a part of the path; it finds params, fields, cookies and headers itself. */
function requestText({ base }: InjectionTarget, spec: EndpointSpec, port: number): string {
  const values = base(spec);
  const parameters = parametersOf(spec);
  const { body } = placed(spec, undefined, undefined, values);
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? 'x'}*`);
  const samples = { ...querySamples, ...values };
  const shape: Readonly<Record<string, unknown>> = spec.query instanceof z.ZodObject ? spec.query.shape : {};
  const query = new URLSearchParams(
    parameters.flatMap(({ in: place, path: [name = ''] }) =>
      place === 'query' ? [[name, firstWord(shape[name]) ?? samples[name] ?? crypto.randomUUID()]] : [],
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

function sqlmap(
  file: string,
  directory: string,
  { seconds, level, withHeaders }: SqlmapBounds,
): Promise<string> {
  const options = [
    '--batch',
    '--ignore-stdin',
    '--level',
    String(level),
    ...(withHeaders ? [] : ['--skip', 'user-agent,referer,host,cookie']),
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
