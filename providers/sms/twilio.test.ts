/** SMS through the real job queue to a server that implements Twilio's Messages call. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Unreachable } from '../outbox/delivery.ts';
import { sendSms } from './index.ts';
import { createTwilio } from './twilio.ts';

const accountSid = `AC${'0'.repeat(32)}`;
const user = `SK${'1'.repeat(32)}`;
const secret = 'key-secret';
const from = '+4915100000000';

interface Asked {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly mediaType: string | undefined;
  readonly form: Record<string, string>;
}

const asked: Asked[] = [];
/** What the server answers next; 201 when nothing is said. */
let answers: Array<{ status: number; code?: number }> = [];
let twilio: Server;
let app: TestApp;
let baseUrl: string;

beforeAll(async () => {
  twilio = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const { authorization, 'content-type': mediaType } = request.headers;
      asked.push({ method: request.method, path: request.url, authorization, mediaType, form });
      const { status, code } = answers.shift() ?? { status: 201 };
      response.writeHead(status, { 'content-type': 'application/json' });
      const refusal = { code, status, message: `The 'To' number ${form.To} is not valid` };
      response.end(
        JSON.stringify(status === 201 ? { sid: `SM${'2'.repeat(32)}`, status: 'queued' } : refusal),
      );
    });
  });
  await new Promise<void>((resolve) => twilio.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(twilio.address() as AddressInfo).port}`;
  app = await startTestApp({
    jobs: true,
    config: { twilio: { accountSid, user, secret, from, baseUrl } },
  });
});
afterAll(async () => {
  await app.close();
  twilio.closeAllConnections();
  twilio.close();
});
beforeEach(() => {
  asked.length = 0;
  answers = [];
});

const send = (to: string) => app.database.inTransaction((open) => sendSms(open, { to, text: 'Код: 493817' }));
const rowTo = async (to: string) =>
  (
    await sql<{ text: string; settled: boolean; failure: string | null }>`
      select text, settled_at is not null as settled, failure from outbox.message where recipient = ${to}`.execute(
      app.database.sql,
    )
  ).rows[0];
const settled = (to: string) =>
  until(
    () => rowTo(to),
    (row) => row?.settled === true,
  );
describe('an SMS', () => {
  it('is sent as the Messages call requires, and nothing of it stays', async () => {
    await send('+37120000001');
    expect(await settled('+37120000001')).toEqual({ text: '', settled: true, failure: null });
    expect(asked).toEqual([
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
        mediaType: expect.stringMatching(/^application\/x-www-form-urlencoded/),
        form: { To: '+37120000001', From: from, Body: 'Код: 493817' },
      },
    ]);
  });

  it('to a number that does not exist is given up at once', async () => {
    answers = [{ status: 400, code: 21211 }];
    await send('+37120000002');
    expect(await settled('+37120000002')).toEqual({ text: '', settled: true, failure: 'twilio 21211' });
    expect(asked).toHaveLength(1);
  });

  it.each([429, 500, 401])(
    'that is answered with %i is the gateway’s failure and retried later',
    async (status) => {
      answers = [{ status, code: 20003 }];
      const carry = createTwilio({ accountSid, user, secret, from, baseUrl });
      const message = { id: newId(), at: new Date(), channel: 'sms', subject: null, email: null } as const;
      const attempt = carry({ ...message, recipient: '+37120000003', text: 'Код' });
      await expect(attempt).rejects.toThrow(new Unreachable(`twilio ${status}`));
    },
  );

  it('comes from a messaging service if one is given instead of a number', async () => {
    const service = `MG${'3'.repeat(32)}`;
    const carry = createTwilio({ accountSid, user, secret, from: service, baseUrl });
    const message = { id: newId(), at: new Date(), channel: 'sms', subject: null, email: null } as const;
    await carry({ ...message, recipient: '+37120000004', text: 'Код' });
    expect(asked[0]?.form).toEqual({ To: '+37120000004', MessagingServiceSid: service, Body: 'Код' });
  });
});
