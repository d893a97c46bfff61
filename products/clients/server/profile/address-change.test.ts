/** A change of address over HTTP: requested by the client, decided by bank staff with their command. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AddressChangeInput,
  getClient,
  getDocument,
  listAddressChanges,
  listDocuments,
  listNotifications,
  requestAddressChange,
  uploadDocument,
  withdrawAddressChange,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { auditedActions } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { holdWrites } from '@calmly/server/test/support/held-writes.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

const bill = pdfOf(pageObjects());

async function upload({ token }: SignedIn): Promise<string> {
  const body = { fileName: 'bill.pdf', content: bill.toString('base64') };
  return (await test.call(uploadDocument, { body }, { token })).output.id;
}

const riga = { country: 'LV', town: 'Riga', line: 'Brivibas iela 10', postCode: 'LV-1010' };

/** Requests a change and confirms it with the code, as the portal does. */
async function ask(client: SignedIn, input: Partial<AddressChangeInput> = {}, key = crypto.randomUUID()) {
  const body = { ...riga, documentIds: input.documentIds ?? [await upload(client)], ...input };
  const first = await test.call(requestAddressChange, { body }, { ...client, idempotencyKey: key });
  if (first.status !== 203) return first;
  const { code } = (first.body as { detail: { code: string } }).detail;
  return test.call(requestAddressChange, { body }, { ...client, idempotencyKey: key, code });
}

/** The kinds of notices that the portal shows the person. */
async function noticesOf(client: SignedIn): Promise<string[]> {
  await drainJobs(test);
  return (await test.call(listNotifications, { query: {} }, client)).output.Items.map(({ kind }) => kind);
}

const read = (client: SignedIn) => test.call(getClient, { params: { id: client.clientId } }, client);

describe('requesting', () => {
  it('needs a code that names the new address, and waits for the bank', async () => {
    const client = await newClient(test);
    const documentIds = [await upload(client)];
    const first = await test.call(
      requestAddressChange,
      { body: { ...riga, reason: 'Moved', documentIds } },
      { ...client, idempotencyKey: 'k' },
    );
    expect(first.status).toBe(203);
    expect(first.body).toMatchObject({
      detail: { summary: 'Change your address to Brivibas iela 10, LV-1010 Riga, Latvia' },
    });
    const { output } = await ask(client, { reason: 'Moved', documentIds });
    expect(output).toMatchObject({ ...riga, reason: 'Moved', state: 'WAITING', decidedAt: null });
    expect(output.documents).toMatchObject([{ id: documentIds[0], fileName: 'bill.pdf' }]);
    expect((await read(client)).output.addressTown).toBeNull();
    expect(await lettersTo(test.database.sql, client.email)).toContainEqual(
      expect.objectContaining({ subject: 'We’ve received your new address' }),
    );
  });

  it('shows on the client’s open pages at once, like its end and the bank’s decision', async () => {
    const client = await newClient(test);
    const page = await openPage(test, client);
    let id = '';
    const asking = async () => {
      ({ id } = (await ask(client)).output);
    };
    const acts = [
      asking,
      () => test.call(withdrawAddressChange, { params: { id } }, client),
      asking,
      () => ops(test, 'reject', id, '--as', 'Maija Berg', '--reason', 'Not legible.'),
    ];
    for (const act of acts) expect(await page.heardDuring(act)).toContain('client');
    page.close();
  });

  it('is refused while another waits, also under concurrent requests', async () => {
    const client = await newClient(test);
    const [left, right] = await Promise.all([ask(client), ask(client)]);
    expect([left.status, right.status].sort()).toEqual([201, 409]);
    expect((await ask(client)).body).toMatchObject({ code: 'address_change_open' });
  });

  it('is refused where payments could not carry it in Latin letters', async () => {
    const client = await newClient(test);
    expect((await ask(client, { line: 'щ'.repeat(18), town: 'щ'.repeat(9) })).body).toMatchObject({
      detail: [{ field: 'Address' }, { field: 'City' }],
    });
    expect((await ask(client, { line: 'щ'.repeat(17), town: 'щ'.repeat(8) })).status).toBe(201);
  });

  it('reads the country in small letters too', async () => {
    const client = await newClient(test);
    const { country: _, ...rest } = riga;
    const body = { City: rest.town, Address: rest.line, PostCode: rest.postCode };
    const send = async (Country: string) => {
      const answer = await fetch(`${test.url}/api/addresschanges`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${client.token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ ...body, Country, Documents: [await upload(client)] }),
      });
      return [answer.status, await answer.json()];
    };
    const summary = 'Change your address to Brivibas iela 10, LV-1010 Riga, Latvia';
    expect(await send('lv')).toMatchObject([203, { detail: { summary } }]);
    // `ß` in capitals is SS, the code of South Sudan.
    expect(await send('ß')).toMatchObject([400, { detail: [{ field: 'Country' }] }]);
  });

  it('names the invalid field', async () => {
    const client = await newClient(test);
    const other = await newClient(test);
    const used = await upload(client);
    await ask(client, { documentIds: [used] });
    const [waiting] = (await test.call(listAddressChanges, {}, client)).output.Items;
    await test.call(withdrawAddressChange, { params: { id: waiting?.id ?? '' } }, client);
    const wrong: Array<[Partial<AddressChangeInput>, string]> = [
      [{ country: 'XX' }, 'Country'],
      [{ country: 'KP' }, 'Country'],
      [{ documentIds: [crypto.randomUUID()] }, 'Documents'],
      [{ documentIds: [await upload(other)] }, 'Documents'],
      [{ documentIds: [used] }, 'Documents'],
    ];
    for (const [input, field] of wrong) {
      const answer = await ask(client, input);
      expect([answer.status, answer.body]).toMatchObject([400, { detail: [{ field }] }]);
    }
  });

  it('reports missing fields in the sentences of the specification', async () => {
    const { token } = await newClient(test);
    const send = async (body: object, locale: string) => {
      const answer = await fetch(`${test.url}/api/addresschanges`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'accept-language': locale,
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { detail: unknown }).detail];
    };
    const whole = { Country: 'LV', City: 'Riga', Address: 'Brivibas iela 10', PostCode: 'LV-1010' };
    const noDocument = [{ field: 'Documents', message: 'Please, upload at least one document attachment' }];
    expect(await send({ ...whole, Documents: [] }, 'en')).toEqual([400, noDocument]);
    expect(await send(whole, 'en')).toEqual([400, noDocument]);
    expect(await send({ ...whole, Documents: [] }, 'ru')).toMatchObject([
      400,
      [{ message: 'Пожалуйста, приложите хотя бы один документ' }],
    ]);
    const sentences = [
      { field: 'Country', message: 'Please, select country' },
      { field: 'City', message: 'Please, enter city' },
      { field: 'Address', message: 'Please, enter address' },
      { field: 'PostCode', message: 'Please, enter post code' },
    ];
    const Documents = [crypto.randomUUID()];
    expect(await send({ Documents }, 'en')).toEqual([400, sentences]);
    const blank = { Country: '', City: ' ', Address: '', PostCode: '', Documents };
    expect(await send(blank, 'en')).toEqual([400, sentences]);
  });

  it('refuses a postcode that is invalid in the country', async () => {
    const client = await newClient(test);
    const answer = await ask(client, { postCode: '10123' });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { detail: [{ field: 'PostCode', message: expect.stringContaining('1234') }] },
    ]);
  });

  it('can be withdrawn, once, and only by its client', async () => {
    const client = await newClient(test);
    const other = await newClient(test);
    const { output } = await ask(client);
    const withdraw = (by: SignedIn) => test.call(withdrawAddressChange, { params: { id: output.id } }, by);
    expect((await withdraw(other)).status).toBe(404);
    expect((await withdraw(client)).status).toBe(204);
    expect((await withdraw(client)).body).toMatchObject({ code: 'address_change_decided' });
    const actions = await auditedActions(test, client.clientId);
    expect(actions.filter((action) => action === 'address_change.withdrawn')).toHaveLength(1);
    expect((await ask(client)).status).toBe(201);
    const first = await test.call(listAddressChanges, { query: { limit: 1 } }, client);
    expect(first.output.Items).toMatchObject([{ state: 'WAITING' }]);
    const cursor = first.output.NextCursor ?? '';
    const second = await test.call(listAddressChanges, { query: { cursor } }, client);
    expect(second.output).toMatchObject({ Items: [{ state: 'WITHDRAWN' }], NextCursor: null });
    expect((await test.call(listAddressChanges, {}, other)).output.Items).toEqual([]);
  });
});

describe('the desk', () => {
  it('lists waiting requests, shows one with its documents, and an approval changes the address', async () => {
    const client = await newClient(test, { firstName: 'Olga', lastName: 'Berzina' });
    const { output } = await ask(client, { reason: 'Moved' });
    const list = await ops(test);
    expect(list).toMatchObject({ code: 0, error: '' });
    expect(list.out).toContain(`${output.id}  address-change`);
    expect(list.out).toContain('Olga Berzina: new address: Brivibas iela 10, LV-1010 Riga, Latvia');

    const shown = await ops(test, 'show', output.id);
    expect(shown.out).toMatch(/Reason given: Moved[\s\S]*Document: bill\.pdf, 1 KB/);

    const directory = await mkdtemp(join(tmpdir(), 'calmly-desk-'));
    expect((await ops(test, 'documents', output.id, '--out', directory)).code).toBe(0);
    const [file = ''] = await readdir(directory);
    // The bank's own file with the page's drawing byte for byte.
    const drawing = bill.subarray(bill.indexOf('stream\n') + 7, bill.indexOf('endstream') - 1);
    expect((await readFile(join(directory, file))).includes(drawing)).toBe(true);
    expect(await ops(test, 'documents', output.id, '--out', join(directory, file))).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The directory .* cannot be used: it is not a directory \(\w+\)\.\n$/),
    });
    await rm(directory, { recursive: true });

    expect(await ops(test, 'approve', output.id, '--as', 'Maija')).toMatchObject({
      code: 0,
      out: 'Approved by Maija.\n',
    });
    expect((await read(client)).output).toMatchObject({
      addressLine1: 'Brivibas iela 10',
      addressPostCode: 'LV-1010',
      addressTown: 'Riga',
      addressCountry: 'LV',
      residence: 'LV',
    });
    expect(await lettersTo(test.database.sql, client.email)).toContainEqual(
      expect.objectContaining({ subject: 'Your address has changed' }),
    );
    const { rows } = await sql<{ action: string; actor: string }>`
      select action, actor from platform.audit where client_id = ${client.clientId} and action like 'address_change.%' order by id
    `.execute(test.database.sql);
    expect(rows).toEqual([
      { action: 'address_change.requested', actor: null },
      { action: 'address_change.approved', actor: 'Maija' },
    ]);
    expect(await noticesOf(client)).toContain('address_changed');
    // Decided requests stay readable for the client, including their documents.
    const listed = (await test.call(listDocuments, { query: { kind: 'ADDRESS' } }, client)).output.Items;
    expect(listed).toMatchObject([{ about: 'Riga' }]);
    const [document] = output.documents;
    expect((await test.call(getDocument, { params: { id: document?.id ?? '' } }, client)).status).toBe(200);
  });

  it('tells the client why a request was rejected, and leaves the address unchanged', async () => {
    const client = await newClient(test);
    const { output } = await ask(client);
    expect(
      (await ops(test, 'reject', output.id, '--as', 'Maija', '--reason', 'The bill is too old.')).code,
    ).toBe(0);
    const { Items } = (await test.call(listAddressChanges, {}, client)).output;
    expect(Items).toMatchObject([{ state: 'REJECTED', comment: 'The bill is too old.' }]);
    expect((await read(client)).output.addressTown).toBeNull();
    const letters = await lettersTo(test.database.sql, client.email);
    expect(letters.some(({ text }) => text.includes('The bill is too old.'))).toBe(true);
    expect(await noticesOf(client)).not.toContain('address_changed');
  });

  it('decides once', async () => {
    const client = await newClient(test);
    const { output } = await ask(client);
    const writes = await holdWrites(test.database, 'update on profile.address_change');
    const both = Promise.all([
      ops(test, 'approve', output.id, '--as', 'Maija'),
      ops(test, 'reject', output.id, '--as', 'Juris', '--reason', 'No.'),
    ]);
    await writes.untilBlocked(2);
    await writes.release();
    expect((await both).map(({ code }) => code).sort()).toEqual([0, 1]);
    const again = await ops(test, 'approve', output.id, '--as', 'Maija');
    expect(again).toMatchObject({ code: 1, error: expect.stringContaining('already been decided') });
  });
});
