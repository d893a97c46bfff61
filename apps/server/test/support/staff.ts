/** The office in tests: the app with its second server, six people who can sign in, and calls with their cookies. */
import type { CallInput, EndpointOutput, StaffEndpoint, StaffRole } from '@calmly/contract/staff';
import { beginStaffSignIn, completeStaffSignIn } from '@calmly/contract/staff';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { addFirstPeople } from '@calmly/products/office/server/index.ts';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { startTestApp, type TestApp, testSecretKeys } from './app.ts';
import { systemWork } from './work.ts';

export const staffPassword = 'violet-harbour-eleven-owls';

export interface TestStaff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly secret: Buffer;
}

export interface OfficeCallOptions {
  /** The session's cookie. */
  readonly cookie?: string | undefined;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OfficeAnswer<E extends StaffEndpoint> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: string | undefined;
  /** Throws unless the call succeeded. */
  readonly output: EndpointOutput<E>;
}

export interface TestOffice extends TestApp {
  readonly officeUrl: string;
  readonly people: Readonly<Record<StaffRole | 'SUPER2', TestStaff>>;
  office<E extends StaffEndpoint>(
    endpoint: E,
    input?: CallInput<E>,
    options?: OfficeCallOptions,
  ): Promise<OfficeAnswer<E>>;
  /** Signs in by password and code; returns the cookie. */
  signIn(person: TestStaff): Promise<string>;
}

const roles = ['SUPPORT', 'FIN', 'AML', 'HISTORY', 'SUPER', 'SUPER2'] as const;

/** Starts the app with its office. */
export async function startTestOffice(options: Parameters<typeof startTestApp>[0] = {}): Promise<TestOffice> {
  const app = await startTestApp({
    ...options,
    config: {
      ...options.config,
      officeAt: {
        url: 'http://office.test',
        publicUrl: undefined,
        networks: [],
        ...options.config?.officeAt,
      },
    },
  });
  if (!app.app.office) throw new Error('the app has no office');
  const officeUrl = await app.app.office.listen({ host: '127.0.0.1', port: 0 });
  const people = await addTestStaff(app.database);
  const office: TestOffice['office'] = (endpoint, input, given) =>
    callOffice(officeUrl, endpoint, input, given);
  return {
    ...app,
    officeUrl,
    people,
    office,
    async signIn(person) {
      const begun = await office(beginStaffSignIn, {
        body: { email: person.email, password: staffPassword },
      });
      const body = { signIn: begun.output.signIn, code: nextCode(person) };
      return cookieOf(await office(completeStaffSignIn, { body }));
    },
  };
}

async function addTestStaff(database: Database): Promise<TestOffice['people']> {
  const drafts = roles.map((key, place) => ({
    key,
    name: `${key} Person`,
    email: `${key.toLowerCase()}@bank.test`,
    role: key === 'SUPER2' ? ('SUPER' as const) : key,
    secret: Buffer.alloc(20, place + 1),
  }));
  const ids = await database.inTransaction((sql) =>
    addFirstPeople(
      systemWork(sql),
      createSecretBox(testSecretKeys),
      drafts.map((draft) => ({ ...draft, password: staffPassword })),
    ),
  );
  return Object.fromEntries(
    drafts.map(({ key, ...draft }, place) => [key, { ...draft, id: ids[place] ?? '' }]),
  ) as unknown as TestOffice['people'];
}

/** The `Cookie` header that a browser would send after an answer. */
export function cookieOf({ headers, text }: { readonly headers: Headers; readonly text: string }): string {
  const [cookie] = (headers.get('set-cookie') ?? '').split(';');
  if (!cookie) throw new Error(`no cookie in ${text}`);
  return cookie;
}

const usedSteps = new WeakMap<Buffer, number>();

/** A code that was not used before: of the step before now, then of now, then of the next one, all of which are accepted. */
export function nextCode({ secret }: Pick<TestStaff, 'secret'>): string {
  const now = Math.floor(Date.now() / 30_000);
  const step = Math.max(now - 1, (usedSteps.get(secret) ?? 0) + 1);
  usedSteps.set(secret, step);
  return codeAt(secret, step);
}

/** The code of a step, computed by the tests' own means. */
export const codeAt = (secret: Buffer, step: number): string =>
  new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  }).generate({
    timestamp: step * 30_000,
  });

/** A call as the office's page makes it: from its own origin, with a key if the call takes one. */
export async function callOffice<E extends StaffEndpoint>(
  officeUrl: string,
  endpoint: E,
  input: CallInput<E> = {} as CallInput<E>,
  { cookie, key = newId(), headers }: OfficeCallOptions = {},
): Promise<OfficeAnswer<E>> {
  const {
    params = {},
    query = {},
    body,
  } = input as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const address = new URL(`${officeUrl}/office/api${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  const response = await fetch(address, {
    method: endpoint.method,
    headers: {
      ...(endpoint.method === 'GET' ? {} : { origin: officeUrl }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(endpoint.idempotent ? { 'idempotency-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    headers: response.headers,
    text,
    code: (json as { code?: string } | undefined)?.code,
    get output() {
      if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${text}`);
      return (endpoint.response && z.decode(endpoint.response, json as never)) as EndpointOutput<E>;
    },
  };
}
