/** Partners whose answer has no end or another form than is documented: no more of it is read than any answer needs, and nothing of it gets into an error, which the log would show. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStripeIssuer } from './issuer/stripe/stripe.ts';
import { createSumsub } from './kyc/sumsub.ts';
import { createTwilio } from './sms/twilio.ts';

const megabyte = Buffer.alloc(1024 * 1024, ' ');
/** More than this is not held of any answer. */
const enoughMb = 32;
const allMb = 96;

let server: Server;
let baseUrl: string;
let writtenMb: number;
let status: number;
/** The whole answer, instead of one without an end. */
let text: string | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().once('end', () => void answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  writtenMb = 0;
  text = undefined;
});

async function answer(response: ServerResponse): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/json' });
  if (text !== undefined) return void response.end(text);
  while (writtenMb < allMb && !response.destroyed) {
    writtenMb += 1;
    if (!response.write(megabyte))
      await new Promise((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
  }
  response.end('{}');
}

const holder = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  firstName: 'Anna',
  lastName: 'Tamm',
  email: 'anna@example.com',
  phone: null,
  bornOn: '1990-05-17',
  address: { line: 'Pikk 1', postCode: '10123', city: 'Tallinn', country: 'EE' },
};
const stripe = () =>
  createStripeIssuer({
    secretKey: 'sk_test',
    webhookSecret: 'whsec',
    authorizationSecret: 'whsec',
    baseUrl,
  }).makeHolder(holder);
const sumsub = () =>
  createSumsub({
    appToken: 'app',
    secretKey: 'secret',
    webhookSecret: 'secret',
    level: 'basic',
    baseUrl,
    widgetOrigin: 'https://in.sumsub.com',
  }).findReport(holder.id);
const twilio = () =>
  createTwilio({ accountSid: 'AC1', user: 'AC1', secret: 'secret', from: '+4915100000000', baseUrl })({
    recipient: '+37255555555',
    text: 'Code: 493817',
  } as never);

test.each([
  ['Stripe', 200, stripe],
  ['Stripe', 400, stripe],
  ['Sumsub', 200, sumsub],
  ['Sumsub', 500, sumsub],
  ['Twilio', 400, twilio],
])('%s answers %i without an end: the call fails, and the rest is not read', async (_, code, call) => {
  status = code;
  await expect(call()).rejects.toThrow();
  expect(writtenMb).toBeLessThan(enoughMb);
});

test('an SMS that Twilio took counts as sent, however long its answer is', async () => {
  status = 201;
  await twilio();
  expect(writtenMb).toBeLessThan(enoughMb);
});

test.each([
  ['Stripe', 200, 'Anna Tamm', stripe],
  ['Stripe', 200, '{"id":["Anna Tamm"]}', stripe],
  ['Stripe', 400, 'Anna Tamm', stripe],
  ['Stripe', 400, '{"error":{"type":"Anna Tamm","code":"Anna Tamm"}}', stripe],
  ['Sumsub', 200, 'Anna Tamm', sumsub],
  ['Sumsub', 200, '{"id":["Anna Tamm"]}', sumsub],
  ['Twilio', 400, 'Anna Tamm', twilio],
  ['Twilio', 400, '{"code":"Anna Tamm"}', twilio],
])('%s answers %i with %s: the error repeats nothing of it', async (_, code, odd, call) => {
  status = code;
  text = odd;
  const errors: unknown[] = [await call().catch((error: unknown) => error)];
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error);
    const { message, stack, cause } = error as Error;
    expect(`${message}${stack}`).not.toContain('Anna');
    if (cause !== undefined) errors.push(cause);
  }
});
