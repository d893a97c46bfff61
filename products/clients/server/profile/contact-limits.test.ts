/** Limits on guessing and sending codes for a new contact, what an undo restores, and what is recorded. */
import {
  confirmContactChange,
  listNotifications,
  requestContactChange,
  resendContactCode,
  undoContactChange,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { callWithCode } from '@calmly/server/test/support/clients/firm.ts';
import { auditedActions } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { lettersTo, otherCode } from '@calmly/server/test/support/clients/letters.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

const newEmail = () => `${crypto.randomUUID()}@new.example`;
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];

const ask = (client: SignedIn, value = newEmail()) =>
  callWithCode(test, requestContactChange, { body: { kind: 'email', value } }, client.token);
const confirm = (
  client: SignedIn,
  { id, code = '' }: { readonly id: string; readonly code?: string | undefined },
) => test.call(confirmContactChange, { params: { id }, body: { code } }, client);

/** As if the last code had been sent this long ago. */
const sentAgo = (id: string, ago: string) =>
  sql`update profile.contact_change set sent_at = now() - ${ago}::interval where id = ${id}`.execute(
    test.database.sql,
  );

/** Opens the undo link of a change, in the last email to the replaced address. */
async function undo(to: string) {
  const text = (await lettersTo(test.database.sql, to)).at(-1)?.text ?? '';
  const token = /undo-contact-change\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  return test.call(undoContactChange, { body: { token } });
}

const emailOf = async ({ personId }: SignedIn) =>
  (
    await sql<{ email: string }>`select email from identity.person where id = ${personId}`.execute(
      test.database.sql,
    )
  ).rows[0]?.email;

it('counts the codes of the last 24 hours', async () => {
  const client = await newClient(test);
  const { id } = (await ask(client)).output;
  await sql`update profile.contact_change set sends = 20 where id = ${id}`.execute(test.database.sql);
  await sentAgo(id, '23 hours');
  expect(codeOf(await ask(client))).toEqual([429, 'too_many_requests']);
  await sentAgo(id, '25 hours');
  expect((await ask(client)).status).toBe(201);
});

it('gives no new attempts with a new code', async () => {
  const client = await newClient(test);
  const { output } = await ask(client);
  const { id } = output;
  const again = async () => {
    await sentAgo(id, '10 seconds');
    return test.call(resendContactCode, { params: { id } }, client);
  };
  const wrong = { id, code: otherCode(output.code ?? '') };
  for (let guess = 0; guess < 4; guess += 1) await confirm(client, wrong);
  const { code = '' } = (await again()).output;
  expect(codeOf(await confirm(client, { id, code: otherCode(code) }))).toEqual([422, 'contact_code_wrong']);
  expect(codeOf(await confirm(client, { id, code }))).toEqual([422, 'contact_code_expired']);
  expect(codeOf(await again())).toEqual([422, 'contact_code_expired']);
});

it('restores what the change replaced when it was confirmed, not when it was requested', async () => {
  const client = await newClient(test);
  const [between, last] = [newEmail(), newEmail()];
  const [first, second] = [(await ask(client, between)).output, (await ask(client, last)).output];
  expect((await confirm(client, first)).status).toBe(200);
  expect((await confirm(client, second)).status).toBe(200);
  expect((await undo(between)).status).toBe(200);
  expect(await emailOf(client)).toBe(between);
});

it('does not take an old email back from a person who has confirmed it meanwhile', async () => {
  const [anna, boris] = [await newClient(test), await newClient(test)];
  const moved = newEmail();
  await confirm(anna, (await ask(anna, moved)).output);
  expect((await confirm(boris, (await ask(boris, anna.email)).output)).status).toBe(200);
  const { rows } = await sql<{ text: string }>`
    select text from outbox.message where recipient = ${anna.email} and text like '%undo-contact-change%'
  `.execute(test.database.sql);
  const token = /undo-contact-change\?token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
  expect(codeOf(await test.call(undoContactChange, { body: { token } }))).toEqual([422, 'undo_expired']);
  expect([await emailOf(anna), await emailOf(boris)]).toEqual([moved, anna.email]);
});

it('is recorded when it is requested, confirmed and undone, and the person is notified', async () => {
  const client = await newClient(test);
  await confirm(client, (await ask(client)).output);
  await drainJobs(test);
  const told = (await test.call(listNotifications, { query: {} }, client)).output.Items;
  expect(told.map(({ kind }) => kind)).toContain('contact_changed');
  expect((await undo(client.email)).status).toBe(200);
  const recorded = (await auditedActions(test, client.clientId)).filter((action) =>
    action.startsWith('contact_change.'),
  );
  expect(recorded).toEqual(['contact_change.requested', 'contact_change.confirmed', 'contact_change.undone']);
});
