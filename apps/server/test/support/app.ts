/**
 * The real app for tests: every module, its own real database, a real port. `call` sends the contract's request and returns the
 * response, refused or not; nothing is retried automatically.
 */
import type { CallInput, EndpointOutput, EndpointSpec } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { type JobRunner, type JobRunnerOptions, startJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Module } from '@calmly/platform/module.ts';
import { createIdentity } from '@calmly/products/identity/server/index.ts';
import type { ClearingModule } from '@calmly/products/payments/server/clearing/index.ts';
import type { PaymentsModule } from '@calmly/products/payments/server/payments/index.ts';
import pino from 'pino';
import { z } from 'zod';
import { type App, createApp } from '../../src/app.ts';
import { type AppConfig, createModules } from '../../src/composition.ts';
import { createTestDatabase } from './database.ts';
import { announceDueJobs } from './jobs.ts';

export interface CallOptions {
  /** Bearer token. */
  readonly token?: string;
  readonly idempotencyKey?: string;
  /** `X-TFA-CODE`. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallResult<E extends EndpointSpec> {
  readonly status: number;
  readonly headers: Headers;
  /** The bytes as text. */
  readonly text: string;
  /** The JSON as transmitted; undefined without a body. */
  readonly body: unknown;
  /** The decoded output in our names. Reading it from an unsuccessful response throws. */
  readonly output: EndpointOutput<E>;
}

export type Call = <E extends EndpointSpec>(
  endpoint: E,
  input?: CallInput<E>,
  options?: CallOptions,
) => Promise<CallResult<E>>;

interface RawInput {
  readonly params?: object;
  readonly query?: object;
  /** In the wire's names. */
  readonly body?: unknown;
}

/** Sends what no client of the contract would: a body that its schema refuses. */
export type RawCall = <E extends EndpointSpec>(
  endpoint: E,
  input?: RawInput,
  options?: CallOptions,
) => Promise<CallResult<E>>;

export interface TestApp {
  readonly app: App;
  readonly database: Database;
  readonly log: Log;
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly call: Call;
  readonly callRaw: RawCall;
  close(): Promise<void>;
}

/** Seals values stored by tests. */
export const testSecretKeys = [Buffer.alloc(32, 'tests')];

/** A sandbox without delays. */
export const testConfig: AppConfig = {
  publicUrl: undefined,
  portalUrl: 'http://portal.test',
  secretKeys: testSecretKeys,
  rateLimits: { anonymousPerMinute: 0, clientPerMinute: 0, signUpMessages: 0 },
  allowBearer: true,
  trustedProxies: [],
  metricsToken: undefined,
  payouts: true,
  cards: { countries: ['*'], emails: ['*'], always: [] },
  crypto: {
    keys: {
      bitcoin:
        'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      evm: 'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
      ton: '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
    },
    confirmations: { bitcoin: 2, evm: 12, ton: 1 },
    collectAfterMs: 60 * 60_000,
    raise: { afterMs: 30 * 60_000, mostTimes: 10 },
    sandboxBlockMs: 0,
  },
  sandbox: { enabled: true, railDelayMs: 0, paymentsPerHour: 60, seed: 'tests' },
};

/** A module as the app has it. */
const testModule = (database: Database, config: Partial<AppConfig>, name: string): Module | undefined =>
  createModules({
    database,
    config: { ...testConfig, ...config },
    log: pino({ level: 'silent' }),
  }).modules.find((module) => module.name === name);

/** The payments module with its desk. */
export const testPayments = (database: Database, config: Partial<AppConfig> = {}) =>
  testModule(database, config, 'payments') as PaymentsModule;

/** The clearing module with its desk and its receiver of the rail's reports. */
export const testClearing = (database: Database, config: Partial<AppConfig> = {}) =>
  testModule(database, config, 'clearing') as ClearingModule;

/** Identity alone, as the app has it. */
export const testIdentity = (database: Database) =>
  createIdentity(database, {
    portalUrl: 'http://portal.test',
    secretKeys: testSecretKeys,
    allowBearer: true,
    cards: testConfig.cards,
  });

/** Starts the app; `jobs: true` also runs the queue's jobs. Close it in `afterAll`. */
export async function startTestApp(
  options: {
    readonly jobs?: boolean;
    /** How often to look for jobs scheduled for later. */
    readonly pollMs?: number;
    readonly config?: Partial<AppConfig>;
    /** A web build other than the repository's. */
    readonly portalDirectory?: string;
    readonly log?: Log;
    /** Changes the database before the app starts. */
    readonly before?: (database: Database) => Promise<void>;
  } = {},
): Promise<TestApp> {
  const { url: databaseUrl, database, close: dropDatabase } = await createTestDatabase();
  await options.before?.(database);
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' });
  const app = await createApp({
    database,
    log,
    config: { ...testConfig, ...options.config },
    ...(options.portalDirectory === undefined ? {} : { portalDirectory: options.portalDirectory }),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const runner = options.jobs
    ? await startTestJobs({ url: databaseUrl, database, handlers: app.jobs, log }, options.pollMs)
    : undefined;
  return {
    app,
    database,
    log,
    url,
    call: createCall(url),
    callRaw: createRawCall(url),
    async close() {
      await app.close();
      await runner?.stop();
      await dropDatabase();
    },
  };
}

/** A runner with pauses short enough for a test that waits for one job after the other. */
export async function startTestJobs(options: JobRunnerOptions, lookMs = 50): Promise<JobRunner> {
  const runner = await startJobs({ gatherMs: 5, ...options, pollMs: 1_000 });
  const stopAnnouncing = announceDueJobs(options.url, lookMs);
  return {
    async stop() {
      await stopAnnouncing();
      await runner.stop();
    },
  };
}

/** Another app on the same database, like a second server process. */
export async function startBeside(
  test: TestApp,
  config: Partial<AppConfig> = {},
): Promise<Pick<TestApp, 'url' | 'call' | 'close'>> {
  const log = pino({ level: 'silent' });
  const app = await createApp({ database: test.database, log, config: { ...testConfig, ...config } });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, call: createCall(url), close: () => app.close() };
}

/** A `call` to the server at `url`. */
export function createCall(url: string): Call {
  const send = createRawCall(url);
  return (endpoint, input = {} as never, options = {}) => {
    const { body, ...rest } = input as RawInput;
    return send(
      endpoint,
      body === undefined ? rest : { ...rest, body: z.encode(endpoint.body ?? z.unknown(), body) },
      options,
    );
  };
}

/** A `callRaw` to the server at `url`. */
export function createRawCall(url: string): RawCall {
  return async (endpoint, { params, query, body } = {}, options = {}) => {
    const address = new URL(`${url}/api${pathOf(endpoint, params)}`);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const response = await fetch(address, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
        ...(options.code === undefined ? {} : { 'x-tfa-code': options.code }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return resultOf(endpoint, response, await response.text());
  };
}

function pathOf(endpoint: EndpointSpec, params: object | undefined): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name))));
}

function resultOf<E extends EndpointSpec>(endpoint: E, response: Response, text: string): CallResult<E> {
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    get output() {
      if (!response.ok || response.status === 203)
        throw new Error(`${endpoint.id} answered ${response.status}: ${text}`);
      return (endpoint.response && z.decode(endpoint.response, body as never)) as EndpointOutput<E>;
    },
  };
}
