/**
 * U1: hostile files, uploaded as any client would. All are refused, or nothing hostile remains in the stored file; clean files are
 * accepted and keep their content. Controls: a check of the first bytes alone accepts most hostile PDFs, and the same disguises around a
 * harmless action pass.
 */
import { getDocument, uploadDocument } from '@calmly/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test as it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { isFull, record, sized } from '../../support/campaign.ts';
import { newClient } from '../../support/clients/clients.ts';
import type { NamedFile } from '../../support/files/files.ts';
import { cleanFiles, hostileFiles } from '../../support/files/hostile/hostile-files.ts';
import { disguisedGoTo, hiddenPdfs } from '../../support/files/hostile/hostile-pdfs.ts';
import { pdfText } from '../../support/files/pdf-text.ts';
import { faultsOf, objectsOf, pdfLetters, pdfsOfWriters } from '../../support/files/pdf-tools.ts';

let test: TestApp;
let owner: { readonly token: string; readonly clientId: string };
beforeAll(async () => {
  test = await startTestApp();
  owner = await newClient(test);
});
afterAll(() => test.close());

const upload = (bytes: Buffer) =>
  test.call(uploadDocument, { body: { fileName: 'bill.pdf', content: bytes.toString('base64') } }, owner);

/** Uses the uploaded files, so that the next ones have room. */
const makeRoom = () =>
  sql`update documents.document set purpose = 'test' where purpose is null`.execute(test.database.sql);

const everyNth = <T>(items: readonly T[], nth: number) => items.filter((_, place) => place % nth === 0);

async function acceptedOf(files: readonly NamedFile[]): Promise<string[]> {
  const accepted: string[] = [];
  for (const { name, bytes } of files) {
    const { status } = await upload(bytes);
    if (status === 201) await makeRoom();
    if (status !== 400) accepted.push(`${name}: ${status}`);
  }
  return accepted;
}

async function keptOf(bytes: Buffer): Promise<Buffer | string> {
  const answer = await upload(bytes);
  if (answer.status !== 201) return answer.text;
  await makeRoom();
  const read = await test.call(getDocument, { params: { id: answer.output.id } }, owner);
  return Buffer.from(read.output.content, 'base64');
}

it('stores no hostile file', async () => {
  const hidden = hiddenPdfs();
  const files = [...everyNth(hidden, sized(13, 1)), ...(isFull ? await hostileFiles() : [])];
  if (isFull) expect(files.length).toBeGreaterThanOrEqual(2_000);
  expect(await acceptedOf(files)).toEqual([]);

  const byFirstBytes = hidden.filter(({ bytes }) => bytes.subarray(0, 5).toString() === '%PDF-');
  expect(byFirstBytes.length).toBe(hidden.length);
  const harmless = disguisedGoTo();
  const taken = await acceptedOf(harmless);
  expect(taken.length).toBeGreaterThan(harmless.length / 2);
  record({
    id: 'U1',
    what: 'hostile files uploaded',
    figure: `${files.length} files, 0 accepted`,
    control: `first bytes alone take ${hidden.length}; ${taken.length} of ${harmless.length} disguises pass with a harmless action`,
  });
});

it('accepts clean files, and a PDF keeps its content', async () => {
  const letters = await pdfLetters(sized(6, 470));
  const files = [...everyNth(await cleanFiles(), sized(4, 1)), ...letters];
  const refused: string[] = [];
  for (const { name, bytes } of files) {
    const kept = await keptOf(bytes);
    if (typeof kept === 'string') refused.push(`${name}: ${kept}`);
    else if (name.startsWith('letter')) expect(kept.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect(refused).toEqual([]);
  record({
    id: 'U1',
    what: 'clean files uploaded',
    figure: `${files.length} files, 0 refused`,
    control: 'the hostile ones are',
  });
});

if (isFull)
  it('rewrites PDFs of many programs so that qpdf finds no fault and the text is the same', async () => {
    const files = await pdfsOfWriters();
    expect(files.length).toBeGreaterThanOrEqual(50);
    const faults: string[] = [];
    for (const { name, bytes } of files) {
      const kept = await keptOf(bytes);
      if (typeof kept === 'string') faults.push(`${name}: ${kept}`);
      else if (faultsOf(kept) !== '') faults.push(`${name}: ${faultsOf(kept)}`);
      else if ((await pdfText(kept)) !== (await pdfText(bytes))) faults.push(`${name}: another text`);
    }
    expect(faults).toEqual([]);
    const active = hiddenPdfs().find(({ name }) => name === 'pdf with JavaScript with comments');
    expect(objectsOf(active?.bytes ?? Buffer.alloc(0))).toContain('/JavaScript');
    record({
      id: 'U1',
      what: 'PDFs of qpdf, cairo, poppler and pdfmake',
      figure: `${files.length} kinds, 0 refused, 0 faults by qpdf, same text`,
      control: 'qpdf resolves a hidden script',
    });
  });
