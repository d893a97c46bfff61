/** Traces as an operator's SDK gets them. The SDK is OpenTelemetry's own, with an exporter in memory. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listAccounts } from '@calmly/contract';
import { createAsk } from '@calmly/providers/ask.ts';
import { createTwilio } from '@calmly/providers/sms/twilio.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, newPerson } from '@calmly/server/test/support/clients/clients.ts';
import { basic, createBrowser, type Login } from '@calmly/server/test/support/processes/browser.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contextOf, inSpan, startTracing } from './tracing.ts';

const exporter = new InMemorySpanExporter();
let bank: TestApp;
let login: Login;

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  bank = await startTestApp({
    jobs: true,
    config: {
      tracedStatements: 'all',
      // No relay listens there: the try is part of the trace.
      smtp: { url: 'smtp://127.0.0.1:9', from: 'Calmly <no-reply@calmly.example>' },
    },
  });
});
afterAll(async () => {
  await bank.close();
  trace.disable();
  context.disable();
  startTracing();
});

beforeEach(async () => {
  ({ login } = await newPerson(bank));
  exporter.reset();
});

const callersTrace = '0af7651916cd43dd8448eb211c80319c';
const traceOf = (span: ReadableSpan) => span.spanContext().traceId;
const spansOf = (traceId: string) => exporter.getFinishedSpans().filter((span) => traceOf(span) === traceId);

const signIn = (traceparent: string) =>
  createBrowser(bank.url).send('POST', '/oauth/token', {
    body: { remember: false },
    headers: { authorization: basic(login), traceparent },
  });

const parentOf = (span: ReadableSpan | undefined, spans: readonly ReadableSpan[]) =>
  spans.find((other) => other.spanContext().spanId === span?.parentSpanContext?.spanId);

/** The spans of the caller's trace, once the job that tried the relay has ended. */
const untilTried = () =>
  until(
    async () => spansOf(callersTrace),
    (spans) =>
      spans.some(({ name }) => name === 'POST /api/oauth/token') &&
      parentOf(
        spans.find(({ name }) => name === 'provider smtp'),
        spans,
      ) !== undefined,
  );

test('one trace leads from the caller through the call and its statements to the job and the provider', async () => {
  expect((await signIn(`00-${callersTrace}-b7ad6b7169203331-01`)).status).toBe(203);
  const spans = await untilTried();
  const call = spans.find(({ name }) => name === 'POST /api/oauth/token');
  expect(call?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  expect(call?.attributes).toMatchObject({
    'http.route': '/api/oauth/token',
    'http.response.status_code': 203,
  });
  const provider = spans.find(({ name }) => name === 'provider smtp');
  const job = parentOf(provider, spans);
  expect(job?.name).toMatch(/^job /);
  const asked = parentOf(job, spans);
  expect(asked && traceOf(asked)).toBe(callersTrace);
  expect(spans.filter(({ name }) => name === 'sql insert').length).toBeGreaterThan(0);
});

test('no attribute of any span has a name, an address or a value', async () => {
  await signIn(`00-${callersTrace}-b7ad6b7169203331-01`);
  await untilTried();
  const { token } = await newClient(bank, { email: login.email.replace('@', '.2@') });
  expect((await bank.call(listAccounts, {}, { token })).status).toBe(200);
  const text = JSON.stringify(
    exporter
      .getFinishedSpans()
      .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  expect(text).not.toContain(login.email);
  expect(text).not.toMatch(/Anna|Tamm|@|\b[A-Z]{2}\d{2}[A-Z0-9]{8,}/);
  const keys = exporter.getFinishedSpans().flatMap(({ attributes }) => Object.keys(attributes));
  expect([...new Set(keys)].sort()).toEqual([
    'calmly.attempt',
    'calmly.group',
    'calmly.group.size',
    'calmly.job',
    'calmly.provider',
    'calmly.request_id',
    'calmly.statement',
    'db.operation.name',
    'db.system.name',
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ]);
});

test.each([
  ['nothing', ''],
  ['another version', `01-${callersTrace}-b7ad6b7169203331-01`],
  ['an empty trace', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ['an empty span', `00-${callersTrace}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${callersTrace.toUpperCase()}-b7ad6b7169203331-01`],
  ['more than the form', `00-${callersTrace}-b7ad6b7169203331-01-x`],
])('a traceparent that is %s begins a new trace', (_, text) => {
  expect(trace.getSpanContext(contextOf(text))).toBe(undefined);
});

test('a provider gets the trace; a node of a chain does not', async () => {
  const seen: Array<string | undefined> = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers.traceparent as string | undefined);
    response.writeHead(200).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const message = { recipient: '+37255500099', text: 'Hello' } as never;
  await inSpan('test', {}, async () => {
    const { accountSid, user } = { accountSid: 'AC1', user: 'AC1' };
    await createTwilio({ accountSid, user, secret: 's', from: '+4915100000000', baseUrl: url })(message);
    await createAsk({ name: 'the node', url })({ method: 'GET', path: '/' });
  });
  server.close();
  const [own = ''] = spansOf(traceOf(exporter.getFinishedSpans().at(-1) as ReadableSpan)).map(traceOf);
  expect(seen).toEqual([expect.stringMatching(new RegExp(`^00-${own}-[0-9a-f]{16}-01$`)), undefined]);
});
