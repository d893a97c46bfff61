/** The documentation as a software vendor uses it: valid, complete, and sufficient to generate a client that pays. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EndpointSpec, endpoints } from '@calmly/contract';
import { metadataPath, protocolPaths } from '@calmly/products/programs/server/authorization/paths.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer, hansaIban } from '@calmly/server/test/support/clients/payments.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

let app: TestApp;
let text: string;
let document: Document;
beforeAll(async () => {
  app = await startTestApp();
  text = await (await fetch(`${app.url}/api/openapi.json`)).text();
  document = JSON.parse(text) as Document;
});
afterAll(() => app.close());

const operationOf = ({ path, method }: Pick<EndpointSpec, 'path' | 'method'>): Operation | undefined =>
  document.paths[path]?.[method.toLowerCase()];

const lint = async (source: string) => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

test('Redocly’s recommended rules report only the path that the specification writes with a trailing slash', async () => {
  expect(await lint(text)).toEqual([
    'no-path-trailing-slash: `/clientaccounts/iban/` should not have a trailing slash.',
  ]);
});

test('the viewer has the same document, as JSON and as YAML', async () => {
  const of = async (form: string) => (await fetch(`${app.url}/api/docs/${form}`)).text();
  expect(await of('json')).toBe(text);
  expect(await of('yaml')).toMatch(/^openapi: 3\.1\.0\n(?:.*\n)*paths:\n {2}\/\S+:\n/);
});

test('control: an operation without a summary is found', async () => {
  const broken = JSON.parse(text) as { paths: Record<string, Record<string, { summary?: string }>> };
  delete broken.paths['/transactions']?.post?.summary;
  expect(await lint(JSON.stringify(broken))).toContainEqual(expect.stringContaining('operation-summary'));
});

describe.each(Object.values(endpoints))('$id', (spec) => {
  test('its body and its response are named schemas with examples that the call accepts', () => {
    const operation = operationOf(spec);
    const answer = operation?.responses[String(spec.status ?? 200)]?.content?.['application/json'];
    const parts = [
      [spec.body, operation?.requestBody?.content['application/json']],
      [spec.response, answer],
    ] as const;
    for (const [schema, media] of parts) {
      if (schema === undefined) continue;
      expect(Object.keys(media?.schema ?? {})).toEqual(['$ref']);
      expect(z.safeParse(schema, media?.example).error?.issues).toBeUndefined();
    }
  });
});

test('a call documents its code, its key, its rights and the wire’s names', () => {
  expect(operationOf({ path: '/transactions', method: 'POST' })).toMatchObject({
    security: [{ bearer: [] }, { application: ['payments:request'] }],
    parameters: [{ name: 'Idempotency-Key', required: true }, { name: 'X-TFA-CODE' }],
    responses: { 201: {}, 203: {}, default: { $ref: '#/components/responses/Problem' } },
  });
  expect(text).toContain('"AccountFrom"');
  expect(text).not.toContain('"debtorAccount"');
});

test('the addresses of connected applications and the webhook are described too', () => {
  const paths = [metadataPath, protocolPaths.token, protocolPaths.revocation, protocolPaths.pushedRequest];
  for (const path of paths) expect(document.paths[path], path).toMatchObject({ servers: [{ url: '/' }] });
  expect(document.paths['/webhooks/sumsub']).toMatchObject({ post: { responses: { 204: {} } } });
  expect(document.components).toMatchObject({
    securitySchemes: {
      application: { flows: { authorizationCode: { authorizationUrl: protocolPaths.authorization } } },
    },
  });
});

/** A program by a developer who knows only the documentation. */
const program = `
import { createBeneficiary, createPayment, defaults, type Challenge } from './client.ts';

export async function payIban(server: string, token: string, accountFrom: string, iban: string): Promise<string> {
  defaults.baseUrl = server + '/api';
  defaults.headers = { authorization: 'Bearer ' + token };
  const codeOf = (challenge: Challenge) => (challenge as { detail: { code: string } }).detail.code;

  const payee = { LegalStatus: 'COMPANY' as const, Name: 'Hansa GmbH', Country: 'DE', bank_details: [{ iban, currency: 'EUR' }] };
  let added = await createBeneficiary('payee-1', payee);
  if (added.status === 203) added = await createBeneficiary('payee-1', payee, { xTfaCode: codeOf(added.data as Challenge) });
  if (added.status !== 201) throw new Error(JSON.stringify(added));
  const { Id } = added.data as { Id: string };

  const order = { AccountFrom: accountFrom, BeneficiaryId: Id, Amount: '12.50', Details: 'Invoice 7' };
  let paid = await createPayment('payment-1', order);
  if (paid.status === 203) paid = await createPayment('payment-1', order, { xTfaCode: codeOf(paid.data as Challenge) });
  if (paid.status !== 201) throw new Error(JSON.stringify(paid));
  return (paid.data as { TransactionStatus: string }).TransactionStatus;
}
`;

test('a client that oazapfts generates compiles and pays an IBAN', async () => {
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  // Below the root, so that the generated client finds its runtime.
  const folder = await mkdtemp(join(cache, 'generated-'));
  try {
    const description = join(folder, 'openapi.json');
    await writeFile(description, text);
    await writeFile(join(folder, 'client.ts'), await generateSource(description));
    await writeFile(join(folder, 'pay.ts'), program);
    const strict = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
    const target = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', 'node'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const compiled = spawnSync(process.execPath, [tsc, '--ignoreConfig', ...strict, ...target, 'pay.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(compiled.stdout + compiled.stderr).toBe('');

    const payer = await createPayer(app);
    const { payIban } = (await import(join(folder, 'pay.ts'))) as {
      payIban: (server: string, token: string, accountFrom: string, iban: string) => Promise<string>;
    };
    expect(await payIban(app.url, payer.token, payer.account.number, hansaIban)).toBe(
      'PENDING_FINANCE_INSTITUTION',
    );
    expect((await payer.balance()).reserved).toBeGreaterThanOrEqual(1_250n);
  } finally {
    await rm(folder, { recursive: true });
  }
});
