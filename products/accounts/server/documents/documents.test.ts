/**
 * Documents over HTTP, on the real app and database. Control of the hostile files, tried once: a check of only their first bytes accepts
 * 251 of them.
 */
import {
  deleteDocument,
  documentMaxBytes,
  type FieldProblemCode,
  fieldProblems,
  getDocument,
  uploadDocument,
} from '@calmly/contract';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { startTestApp, type TestApp, testSecretKeys } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { objectStream, pageObjects, pdfOf, picture } from '@calmly/server/test/support/files/files.ts';
import { cleanFiles, hostileFiles } from '@calmly/server/test/support/files/hostile/hostile-files.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkDocuments, sealOne } from './service.ts';
import { documentPurge } from './store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const upload = (token: string, bytes: Buffer, fileName = 'bill.pdf') =>
  test.call(uploadDocument, { body: { fileName, content: bytes.toString('base64') } }, { token });

/** Why an upload was refused, as the field's code. */
function refusalOf({ status, body }: { status: number; body: unknown }): FieldProblemCode | undefined {
  const detail = status === 400 ? (body as { detail: Array<{ field: string; message: string }> }).detail : [];
  const codes = Object.keys(fieldProblems) as FieldProblemCode[];
  return codes.find((code) => fieldProblems[code].en === detail[0]?.message);
}

describe('accepted files', () => {
  it('refuses every hostile file under any name', async () => {
    const { token } = await newClient(test);
    const files = await hostileFiles();
    expect(files.length).toBeGreaterThan(300);
    const accepted: string[] = [];
    for (const { name, bytes } of files) {
      const answer = await upload(token, bytes, name.split(' ').at(-1));
      if (refusalOf(answer) === undefined) accepted.push(`${name}: ${answer.status} ${answer.text}`);
    }
    expect(accepted).toEqual([]);
  });

  it('accepts every clean file', async () => {
    const files = await cleanFiles();
    const clients = [await newClient(test), await newClient(test), await newClient(test)];
    expect(files.length).toBeGreaterThanOrEqual(40);
    const refused: string[] = [];
    for (const [place, { name, bytes }] of files.entries()) {
      const { token } = clients[place % clients.length] ?? { token: '' };
      const answer = await upload(token, bytes);
      if (answer.status !== 201) refused.push(`${name}: ${answer.text}`);
    }
    expect(refused).toEqual([]);
  });

  it('rewrites a photograph: upright, without its location or appended data', async () => {
    const { token } = await newClient(test);
    const plain = await picture('jpeg', { width: 60, height: 40 });
    const taken = await sharp(plain)
      .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitude: '56/1 57/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const trailer = Buffer.from('a phone keeps a film here');
    const { output } = await upload(token, Buffer.concat([taken, trailer]), 'C:\\photos\\IMG 1.jpeg.exe');
    expect(output).toMatchObject({ fileName: 'IMG 1.jpeg.jpg', mediaType: 'image/jpeg' });
    const read = await test.call(getDocument, { params: { id: output.id } }, { token });
    const kept = Buffer.from(read.output.content, 'base64');
    const facts = await sharp(kept).metadata();
    expect(facts).toMatchObject({ width: 40, height: 60, format: 'jpeg' });
    expect(facts.exif).toBeUndefined();
    expect(kept.includes(trailer)).toBe(false);
  });

  it('refuses a picture with a small file and huge dimensions', async () => {
    const { token } = await newClient(test);
    const huge = await sharp({
      create: { width: 6000, height: 5000, channels: 3, background: 'white' },
    })
      .png()
      .toBuffer();
    expect(huge.length).toBeLessThan(1_000_000);
    expect(refusalOf(await upload(token, huge))).toBe('file_pixels');
  });

  it('refuses an object stream that unpacks to more than objects need', async () => {
    const { token } = await newClient(test);
    const bomb = objectStream(6, ' '.repeat(40 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    expect(refusalOf(await upload(token, pdfOf([...pageObjects(), bomb])))).toBe('file_protected');
  });
});

describe('limits', () => {
  it('accepts 10 MB and not a byte more', async () => {
    const { token } = await newClient(test);
    const whole = pdfOf(pageObjects());
    const room = documentMaxBytes - whole.length;
    const padded = (bytes: number) =>
      pdfOf([...pageObjects().slice(0, -1), `<< /Type /Font >> ${' '.repeat(bytes)}`]);
    const fitting = padded(room - 100);
    const exact = Buffer.concat([
      fitting.subarray(0, -1),
      Buffer.alloc(documentMaxBytes - fitting.length + 1, '\n'),
    ]);
    expect(exact).toHaveLength(documentMaxBytes);
    expect((await upload(token, exact)).status).toBe(201);
    expect(refusalOf(await upload(token, Buffer.concat([exact, Buffer.from('\n')])))).toBe('file_size');
    expect((await upload(token, Buffer.alloc(12 * 1024 * 1024))).status).toBe(413);
  });

  it('refuses base64 that is not strictly valid', async () => {
    const { token } = await newClient(test);
    const right = pdfOf(pageObjects()).toString('base64').replace(/=*$/, '');
    const wrong = [
      `${right}===`,
      `data:application/pdf;base64,${right}`,
      `${right.slice(0, 40)}\n${right.slice(40)}`,
      right.slice(0, -1),
      `${right}!`,
      '****',
      `${right.replaceAll('J', '-')}`,
    ];
    for (const content of wrong) {
      const answer = await test.call(uploadDocument, { body: { fileName: 'a.pdf', content } }, { token });
      expect([answer.status, refusalOf(answer)]).toEqual([400, 'invalid']);
    }
  });

  it('limits unused files per person, so that a colleague can still upload', async () => {
    const firm = await createFirm(test);
    const bytes = pdfOf(pageObjects());
    for (let count = 0; count < 20; count += 1)
      expect((await upload(firm.clara.companyToken, bytes)).status).toBe(201);
    expect((await upload(firm.clara.companyToken, bytes)).status).toBe(429);
    expect((await upload(firm.boris.companyToken, bytes)).status).toBe(201);
    // The company as a whole is limited too.
    await sql`
      insert into documents.document (id, client_id, person_id, file_name, media_type, size_bytes, content, sealed)
      select gen_random_uuid(), client_id, gen_random_uuid(), file_name, media_type, size_bytes, content, sealed
      from documents.document, generate_series(1, 9) where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}
    `.execute(test.database.sql);
    expect((await upload(firm.boris.companyToken, bytes)).status).toBe(429);
  });

  it('lets people delete their uploads until something refers to them, and no one else', async () => {
    const firm = await createFirm(test);
    const remove = async (id: string, token: string) =>
      (await test.call(deleteDocument, { params: { id } }, { token })).status;
    const { companyToken: clara } = firm.clara;
    const { output: own } = await upload(clara, pdfOf(pageObjects()));
    const { output: named } = await upload(clara, pdfOf(pageObjects()));
    await sql`update documents.document set purpose = 'payee' where id = ${named.id}`.execute(
      test.database.sql,
    );
    const stranger = await newClient(test);
    for (const token of [firm.boris.companyToken, firm.clara.token, stranger.token])
      expect(await remove(own.id, token)).toBe(404);
    expect(await remove(named.id, clara)).toBe(404);
    for (let count = 1; count < 20; count += 1) await upload(clara, pdfOf(pageObjects()));
    expect((await upload(clara, pdfOf(pageObjects()))).status).toBe(429);
    expect([await remove(own.id, clara), await remove(own.id, clara)]).toEqual([204, 404]);
    expect((await upload(clara, pdfOf(pageObjects()))).status).toBe(201);
  });

  it('limits unused files per client, and deletes them after a day', async () => {
    const { token, clientId } = await newClient(test);
    const bytes = pdfOf(pageObjects());
    for (let count = 0; count < 20; count += 1) expect((await upload(token, bytes)).status).toBe(201);
    const full = await upload(token, bytes);
    expect([full.status, full.body]).toMatchObject([429, { code: 'too_many_documents' }]);
    await sql`update documents.document set created_at = now() - interval '25 hours' where client_id = ${clientId}`.execute(
      test.database.sql,
    );
    await documentPurge.deleteSome(test.database.sql, 100);
    expect((await upload(token, bytes)).status).toBe(201);
  });

  it('deletes none that something names, however old it is', async () => {
    const { token, clientId } = await newClient(test);
    const [used, unused] = [
      await upload(token, pdfOf(pageObjects())),
      await upload(token, pdfOf(pageObjects())),
    ];
    const ids = [used.output.id];
    await test.database.inTransaction((db) =>
      linkDocuments(db, { clientId, ids, purpose: 'request 1', field: 'documents' }),
    );
    await sql`update documents.document set created_at = now() - interval '10 years' where client_id = ${clientId}`.execute(
      test.database.sql,
    );
    await documentPurge.deleteSome(test.database.sql, 1_000);
    const statusOf = async (id: string) =>
      (await test.call(getDocument, { params: { id } }, { token })).status;
    expect([await statusOf(used.output.id), await statusOf(unused.output.id)]).toEqual([200, 404]);
  });

  it('accepts a few files at a time and asks the others to retry', async () => {
    const { token } = await newClient(test);
    const bytes = await picture('png', { width: 800, height: 600 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(token, bytes)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([201, 503]);
    expect((await upload(token, bytes)).status).toBe(201);
  });
});

describe('stored data', () => {
  const kept = async (id: string) => {
    const { rows } = await sql<{ content: Buffer; sealed: boolean }>`
      select content, sealed from documents.document where id = ${id}
    `.execute(test.database.sql);
    return rows[0] ?? { content: Buffer.alloc(0), sealed: false };
  };
  const read = async (owner: { token: string }, id: string) =>
    test.call(getDocument, { params: { id } }, owner);

  it('cannot be read without the key, nor moved to another document', async () => {
    const owner = await newClient(test);
    const [one, two] = [
      (await upload(owner.token, pdfOf(pageObjects()))).output,
      (await upload(owner.token, pdfOf(pageObjects()))).output,
    ];
    const { content, sealed } = await kept(one.id);
    expect([sealed, content.includes('%PDF'), content.includes('/Type')]).toEqual([true, false, false]);
    const opened = Buffer.from((await read(owner, one.id)).output.content, 'base64');
    expect([opened.subarray(0, 5).toString(), opened.length]).toEqual(['%PDF-', one.sizeBytes]);
    await sql`update documents.document set content = ${content} where id = ${two.id}`.execute(
      test.database.sql,
    );
    expect((await read(owner, two.id)).status).toBe(500);
  });

  it('is sealed later if it was stored unsealed, and stays the same file', async () => {
    const owner = await newClient(test);
    const { output } = await upload(owner.token, pdfOf(pageObjects()));
    const before = (await read(owner, output.id)).output.content;
    await sql`
      update documents.document set content = ${Buffer.from(before, 'base64')}, sealed = false where id = ${output.id}
    `.execute(test.database.sql);
    expect((await read(owner, output.id)).output.content).toBe(before);
    await test.database.inTransaction((open) => sealOne({ sql: open }, createSecretBox(testSecretKeys)));
    expect(await kept(output.id)).toMatchObject({ sealed: true });
    expect((await read(owner, output.id)).output.content).toBe(before);
  });
});

it("another client's document does not exist", async () => {
  const owner = await newClient(test);
  const other = await newClient(test);
  const { output } = await upload(owner.token, pdfOf(pageObjects()));
  const own = await test.call(getDocument, { params: { id: output.id } }, owner);
  expect(own.output).toMatchObject({ fileName: 'bill.pdf', mediaType: 'application/pdf' });
  expect(own.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await test.call(getDocument, { params: { id: output.id } }, other)).status).toBe(404);
});

it('links only a client’s own documents, each once, and all of them or none', async () => {
  const [anna, boris] = [await newClient(test), await newClient(test)];
  const keep = async (token: string) => (await upload(token, pdfOf(pageObjects()))).output.id;
  const [first, second, foreign] = [await keep(anna.token), await keep(anna.token), await keep(boris.token)];
  const link = (...ids: string[]) =>
    test.database.inTransaction((db) =>
      linkDocuments(db, { clientId: anna.clientId, ids, purpose: 'request 1', field: 'documents' }),
    );
  await expect(link(first, foreign)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await link(first)).toMatchObject([{ id: first }]);
  await expect(link(first, second)).rejects.toMatchObject({ code: 'invalid_request' });
  const { rows } = await sql<{ id: string }>`
    select id from documents.document where purpose is null and id = any(${[first, second, foreign]}::uuid[])`.execute(
    test.database.sql,
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual([second, foreign].toSorted());
});
