/**
 * A test call that needs a confirmation: an order that names payee and amount. It uses the real edge and the real identity; `weaken`
 * switches single safeguards off, so that each probe visibly fails without its safeguard.
 */
import { type EndpointInput, type EndpointSpec, endpoint, type Token, zId } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import { createEdge, type Edge } from '@calmly/platform/http/edge.ts';
import { collectRoutes } from '@calmly/platform/http/router.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { createPersonClient, type Identity, requireCode } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { z } from 'zod';
import { testIdentity } from '../app.ts';
import { createTestDatabase } from '../database.ts';
import { type Browser, createBrowser, type Login, type Reply, requestToken } from '../processes/browser.ts';
import { sendDirectly } from '../processes/direct.ts';
import { cheapHash, password } from './clients.ts';

const shape = {
  method: 'POST',
  tag: 'Test',
  summary: 'An order that needs a confirmation',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  idempotent: true,
  params: z.strictObject({ id: zId }),
  query: z.strictObject({ urgent: z.string().optional() }),
  body: z.strictObject({ payee: z.string(), amount: z.string(), memo: z.string().optional() }),
  response: z.strictObject({ done: z.literal(true) }),
} as const satisfies Omit<EndpointSpec, 'id' | 'path'>;
const order = endpoint({ ...shape, id: 'testOrder', path: '/test/orders/{id}' });
/** Takes the same body and is a different call. */
const standingOrder = endpoint({ ...shape, id: 'testStandingOrder', path: '/test/standing-orders/{id}' });

export const sampleOrder = { payee: 'Hansa GmbH, DE33 ···· 4470', amount: '120.00' };

export interface Orders {
  readonly database: Database;
  readonly identity: Identity;
  readonly url: string;
  readonly server: Edge['server'];
  readonly weaken: {
    /** Every request has the same hash, so a code is bound to its session only. */
    linking: boolean;
    /** Checks first that the challenge is unused, and marks it later. */
    oneUse: boolean;
  };
  close(): Promise<void>;
}

export async function startOrders(
  options: { readonly sandbox?: boolean; readonly log?: Log } = {},
): Promise<Orders> {
  const { database, close: dropDatabase } = await createTestDatabase();
  await query`create table public.test_order (client_id uuid, payee text, amount text)`.execute(database.sql);
  await query`create table public.test_payee (version integer)`.execute(database.sql);
  await query`insert into public.test_payee values (1)`.execute(database.sql);
  const weaken = { linking: false, oneUse: false };
  const identity = testIdentity(database);
  const linked = (request: RequestContext) => (weaken.linking ? { ...request, hash: 'any' } : request);
  const sandbox = options.sandbox ?? true;

  const take = async (work: Work, { body }: EndpointInput<typeof order>) => {
    if (weaken.oneUse && work.request?.approval) await lookThenMark(work, work.request.approval.challengeId);
    else await confirm(work, body);
    const clientId = work.actor.kind === 'client' ? work.actor.clientId : null;
    await query`insert into public.test_order values (${clientId}, ${body.payee}, ${body.amount})`.execute(
      work.sql,
    );
    return { done: true as const };
  };

  async function confirm(work: Work, body: { payee: string; amount: string }): Promise<void> {
    const { rows } = await query<{ version: number }>`select version from public.test_payee`.execute(
      work.sql,
    );
    const text = `${body.amount} € to ${body.payee}`;
    try {
      await requireCode(work, {
        summary: { en: `Pay ${text}`, ru: `Оплатить ${text}` },
        snapshot: `payee ${rows[0]?.version}`,
        money: 'stays',
      });
    } catch (error) {
      if (!(error instanceof StepUp)) throw error;
      throw new StepUp((fresh) =>
        error.challenge(fresh.request ? { ...fresh, request: linked(fresh.request) } : fresh),
      );
    }
  }

  const edge = await createEdge({
    ...collectRoutes((router) => {
      identity.routes(router);
      router.write(order, take);
      router.write<EndpointSpec>(standingOrder, take as never);
    }),
    authenticate: identity.authenticate,
    redeemTicket: identity.redeemTicket,
    checkCode: (actor, request) => identity.checkCode(actor, linked(request)),
    provePresence: identity.provePresence,
    digestSecret: (text) => text,
    database,
    log: options.log ?? pino({ level: 'silent' }),
    publicUrl: undefined,
    rateLimits: { anonymousPerMinute: 0, clientPerMinute: 0 },
    trustedProxies: [],
    metricsToken: undefined,
    sandbox,
    newestMigration: '',
    portalDirectory: import.meta.dirname,
    version: '0',
  });
  const url = await edge.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    database,
    identity,
    url,
    server: edge.server,
    weaken,
    async close() {
      await edge.drain();
      await dropDatabase();
    },
  };
}

async function lookThenMark({ sql }: Work, challengeId: string): Promise<void> {
  const { rows: unused } = await query`
    select 1, pg_sleep(0.05) from identity.challenge where id = ${challengeId} and used_at is null`.execute(
    sql,
  );
  if (unused.length === 0) throw new Error('used');
  await query`update identity.challenge set used_at = now() where id = ${challengeId}`.execute(sql);
}

/** A person with a phone, signed in from a new browser. */
export async function newCustomer({ database, url }: Pick<Orders, 'database' | 'url'>): Promise<{
  readonly login: Login;
  readonly browser: Browser;
  readonly clientId: string;
  readonly personId: string;
}> {
  const login = { email: `anna.${newId()}@demo.calmly.example`, password };
  const passwordHash = await cheapHash();
  const person = { firstName: 'Anna', lastName: 'Ozola', phone: '+37120000678', passwordHash };
  const work = { sql: database.sql, now: new Date(), newId };
  const { personId, clientId } = await createPersonClient(work, { ...login, ...person });
  const browser = createBrowser(url);
  await requestToken(browser, login);
  const answer = await requestToken(browser, login, { code: await mailedCode(database, login.email) });
  browser.token = (answer.body as Token).access_token;
  return { login, browser, clientId, personId };
}

/** The code of the last message to an address, for tests whose answers do not show it. */
export async function mailedCode(database: Database, email: string): Promise<string> {
  const { rows } = await query<{ text: string }>`
    select text from outbox.message where recipient = ${email} order by at desc, id desc limit 1`.execute(
    database.sql,
  );
  const code = /\b\d{6}\b/.exec(rows[0]?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no message to ${email} has a code`);
  return code;
}

export interface Sending {
  readonly path?: string;
  readonly body?: unknown;
  readonly code?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const orderId = newId();

/** Sends the sample order with changes, each with its own idempotency key. */
export const sendOrder = (
  browser: Browser,
  { path = `/test/orders/${orderId}`, body = sampleOrder, code, key = newId(), headers }: Sending = {},
): Promise<Reply> =>
  browser.send('POST', path, {
    body,
    headers: { 'idempotency-key': key, ...(code === undefined ? {} : { 'x-tfa-code': code }), ...headers },
  });

/** The same without the socket, for ten thousands of orders; returns the status. */
export async function sendOrderDirectly(
  { server }: Pick<Orders, 'server'>,
  { token = '' }: Browser,
  { path = `/test/orders/${orderId}`, body = sampleOrder, code = '' }: Sending,
): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': newId(),
    'x-tfa-code': code,
  };
  const call = { method: 'POST', path: `/api${path}`, headers, body: JSON.stringify(body) };
  return (await sendDirectly(server, call)).status;
}

/** How many orders of the client were executed. */
export async function ordersDone({ database }: Pick<Orders, 'database'>, clientId: string): Promise<number> {
  const { rows } = await query<{ count: bigint }>`
    select count(*) from public.test_order where client_id = ${clientId}`.execute(database.sql);
  return Number(rows[0]?.count);
}

export const problemOf = ({ status, body }: Reply) => [status, (body as { code?: string }).code];
export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');
