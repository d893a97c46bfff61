/**
 * Names and references show what they say: bidirectional controls, zero-width characters and line ends reach neither the database nor
 * the message that carries a code, in any field and in stored names of any age.
 */
import { createBeneficiary, createPayment, endpoints, listBeneficiaries } from '@calmly/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { nameOf, parametersOf, withValue } from '../support/attackers/parameters.ts';
import { sampleBodies } from '../support/attackers/sample-bodies.ts';
import { record } from '../support/campaign.ts';
import { wordsTo } from '../support/clients/letters.ts';
import { addPayee, createPayer, type Payer } from '../support/clients/payments.ts';

const hidden = /\u034F|[\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/u;
const override = '\u202E';
/** Reads as "Hansa GmbH 00.1 EUR" backwards, adds a line, and looks like another payee's name. */
const spoofed = `Hansa${override}RUE 1.00\u202C\u2028Code: 000000\u200B`;

/** Fields that are compared or returned and never shown as a name. */
const neverShown = /(Password|Token|Version|^Code$|FileBody|challenge_id|assertion|Attestation)/;

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app);
});
afterAll(() => app.close());

/** A short text for fields that expect account numbers or search words. */
const texts = [spoofed, `DE${override}33`];

/** Bypasses the test's own client, which would clean the text before sending. */
const sendRaw = (path: string, body: object) =>
  fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${payer.token}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });

/** Every field of every body that lets hidden characters through. */
function leaks(specs: ReadonlyArray<{ id: string; schema: z.ZodType }>): string[] {
  return specs.flatMap(({ id, schema }) =>
    parametersOf({ id, path: '', method: 'POST', body: schema } as never)
      .filter(({ path }) => !neverShown.test(path.join('.')))
      .filter(({ path }) =>
        texts.some((text) => {
          const read = z.safeDecode(schema, withValue(sampleBodies[id] ?? {}, path, text) as never);
          return read.success && hidden.test(JSON.stringify(read.data));
        }),
      )
      .map((parameter) => `${id} ${nameOf(parameter)}`),
  );
}

const bodies = Object.values(endpoints).flatMap(({ id, body }) => (body ? [{ id, schema: body }] : []));

describe('hidden characters', () => {
  test('pass no field of any body', () => {
    expect(leaks(bodies)).toEqual([]);
    const count = bodies.flatMap(({ id, schema }) =>
      parametersOf({ id, path: '', body: schema } as never),
    ).length;
    expect(count).toBeGreaterThan(250);
    record({
      id: 'item 19',
      what: 'hidden characters in every field of every body',
      figure: `${count} fields, 0 let them through`,
      control: 'a field that only trims',
    });
  });

  test('control: a field that only trims is found', () => {
    const schema = z.strictObject({
      Name: z.string().trim().max(140),
      Note: z.string().regex(/^\w*$/).optional(),
    });
    expect(leaks([{ id: 'renameDevice', schema }])).toEqual(['renameDevice body Name']);
  });

  test('in a new payee: the message with the code, the list and the payment show clean text', async () => {
    const payee = {
      LegalStatus: 'COMPANY',
      Name: spoofed,
      Country: 'DE',
      bank_details: [{ iban: 'DE33200505501289447016', currency: 'EUR' }],
    };
    const asked = await sendRaw(createBeneficiary.path, payee);
    expect(asked.status).toBe(203);
    expect(await letters()).toContain('HansaRUE 1.00 Code: 000000, DE33');
    expect(await letters()).not.toMatch(hidden);
  });

  test('in a name that was stored before: the message with the code shows clean text', async () => {
    const { id } = await addPayee(app, payer.clientId, { name: spoofed });
    const listed = await app.call(listBeneficiaries, { query: {} }, { token: payer.token });
    expect(hidden.test(listed.text), 'the name is stored as it was').toBe(true);
    const asked = await sendRaw(createPayment.path, {
      AccountFrom: payer.account.number,
      BeneficiaryId: id,
      Amount: '12.34',
      Details: `Invoice${override}7`,
    });
    expect(asked.status).toBe(203);
    expect(await letters()).toContain('12.34');
    expect(await letters()).not.toMatch(hidden);
    expect(await asked.text()).not.toMatch(hidden);
  });
});

async function letters(): Promise<string> {
  const { rows } = await app.database.pool.query<{ email: string }>(
    'select p.email from identity.person p join identity.client c on c.holder_id = p.id where c.id = $1',
    [payer.clientId],
  );
  return wordsTo(app.database.sql, rows[0]?.email ?? '');
}
