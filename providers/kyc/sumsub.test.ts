/** The Sumsub adapter against a server that checks every request against its documentation. */
import { issueVerificationToken } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import type { Applicant } from '@calmly/server/test/support/clients/joining/applicant.ts';
import { checkState, clientState, newApplicant } from '@calmly/server/test/support/clients/joining/kyc.ts';
import {
  applicantIdOf,
  passportOfAnna,
  type SumsubServer,
  startSumsubServer,
} from '@calmly/server/test/support/processes/providers/sumsub-server.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSumsub } from './sumsub.ts';

let bank: TestApp;
let sumsub: SumsubServer;

beforeAll(async () => {
  sumsub = await startSumsubServer();
  bank = await startTestApp({ config: { sumsub: sumsub.config } });
});
afterAll(async () => {
  await bank.close();
  await sumsub.close();
});
afterEach(() => {
  sumsub.fault = undefined;
});

const anna = {
  kind: 'individual',
  firstName: 'Anna',
  lastName: 'Tamm',
  bornOn: '1990-05-17',
  citizenship: 'EE',
  residence: 'EE',
} as const;
const bakery = {
  kind: 'company',
  name: 'Tamm Bakery OÜ',
  registrationNumber: '12345678',
  country: 'EE',
} as const;

const issue = ({ clientId, token }: Applicant) =>
  bank.call(issueVerificationToken, { params: { id: clientId }, body: { ttlInSecs: 600 } }, { token });

describe('a token', () => {
  test('is requested by a signed call that names client, level, lifetime and contacts', async () => {
    const client = await newApplicant(bank);
    const { output } = await issue(client);
    expect(output).toEqual({
      token: expect.stringMatching(/^_act-sbx-\d+$/),
      base_url: 'https://in.sumsub.com',
    });
    expect(sumsub.tokenRequests.at(-1)).toEqual({
      userId: client.clientId,
      levelName: 'basic-kyc-level',
      ttlInSecs: 600,
      applicantIdentifiers: { email: client.email, phone: client.phone },
    });
  });

  test('comes after Sumsub was told who applies, and told again what has changed', async () => {
    const provider = createSumsub({ ...sumsub.config, companyLevel: 'basic-kyb-level' });
    const [id, companyId] = [newId(), newId()];
    const contact = { email: 'a@b.example', phone: '+37120000000' };
    await provider.issueToken({ ...contact, known: anna, externalId: id });
    await provider.issueToken({ ...contact, known: { ...anna, lastName: 'Kask' }, externalId: id });
    await provider.issueToken({ ...contact, phone: null, known: bakery, externalId: companyId });
    await provider.issueToken({
      ...contact,
      phone: null,
      known: { ...bakery, country: 'LV' },
      externalId: companyId,
    });
    const told = { dob: '1990-05-17', nationality: 'EST', firstName: 'Anna' };
    expect(sumsub.told.get(id)).toEqual([
      [
        'basic-kyc-level',
        { externalUserId: id, ...contact, type: 'individual', fixedInfo: { ...told, lastName: 'Tamm' } },
      ],
      ['fixedInfo', { ...told, lastName: 'Kask' }],
    ]);
    const entry = { companyName: 'Tamm Bakery OÜ', registrationNumber: '12345678', country: 'EST' };
    expect(sumsub.told.get(companyId)).toEqual([
      [
        'basic-kyb-level',
        {
          externalUserId: companyId,
          email: 'a@b.example',
          type: 'company',
          fixedInfo: { companyInfo: entry },
        },
      ],
      ['fixedInfo/companyInfo', { ...entry, country: 'LVA' }],
    ]);
  });

  test('is refused to anyone who signs with another key', async () => {
    const stranger = createSumsub({ ...sumsub.config, secretKey: 'guess' });
    const person = {
      known: anna,
      externalId: newId(),
      email: 'a@b.example',
      phone: '+37120000000',
    } as const;
    await expect(stranger.issueToken(person)).rejects.toMatchObject({ code: 'verification_unavailable' });
    await expect(createSumsub(sumsub.config).issueToken(person)).resolves.toMatch(/^_act/);
  });

  test('of a company is for the level of companies, which requires no documents of its owner', async () => {
    const company = { known: bakery, externalId: newId(), email: 'a@b.example', phone: null } as const;
    const levelOf = async (config: Parameters<typeof createSumsub>[0]) => {
      await createSumsub(config).issueToken(company);
      return (sumsub.tokenRequests.at(-1) as { levelName: string }).levelName;
    };
    expect(await levelOf({ ...sumsub.config, companyLevel: 'basic-kyb-level' })).toBe('basic-kyb-level');
    expect(await levelOf(sumsub.config)).toBe('basic-kyc-level');
  });

  test.each(['refuses', 'hangs up', 'no json'] as const)(
    'when the provider %s the client reads why, in their own language, and may try again',
    async (fault) => {
      const client = await newApplicant(bank);
      sumsub.fault = fault;
      const { status, body, headers } = await bank.call(
        issueVerificationToken,
        { params: { id: client.clientId }, body: { ttlInSecs: 600 } },
        { token: client.token, headers: { 'accept-language': 'ru' } },
      );
      expect([status, body]).toMatchObject([
        503,
        { code: 'verification_unavailable', detail: expect.stringContaining('Проверка личности') },
      ]);
      expect(headers.get('retry-after')).toBe('30');
      expect(await checkState(bank, client.clientId)).toBeUndefined();
      sumsub.fault = undefined;
      expect((await issue(client)).status).toBe(200);
    },
  );
});

test('a provider that fails five times in a row is not called a sixth time', async () => {
  const down = createSumsub(sumsub.config);
  const person = { known: anna, externalId: newId(), email: 'a@b.example', phone: null } as const;
  sumsub.fault = 'hangs up';
  const before = sumsub.calls;
  for (let attempt = 1; attempt <= 8; attempt += 1)
    await expect(down.issueToken(person)).rejects.toMatchObject({ code: 'verification_unavailable' });
  expect(sumsub.calls - before).toBe(5);
});

describe('querying', () => {
  const reviewOf = (client: Applicant, review: object) =>
    sumsub.applicants.set(client.clientId, {
      id: applicantIdOf(client.clientId),
      externalUserId: client.clientId,
      info: passportOfAnna,
      review: { levelName: 'basic-kyc-level', createDate: '2026-11-21 09:00:00+0000', ...review },
    });

  /** Runs the job that is due after a long time without a report. */
  async function ask({ clientId }: Applicant): Promise<void> {
    const handler = bank.app.jobs.verification_ask;
    if (handler === undefined || !('outside' in handler)) throw new Error('there is no such job');
    const work = {
      sql: bank.database.sql,
      now: new Date(),
      actor: { kind: 'system', name: 'test' } as const,
      newId,
      log: pino({ level: 'silent' }),
    };
    await handler.outside(work, { clientId });
  }

  test('finds results that no webhook has reported', async () => {
    const client = await newApplicant(bank);
    await issue(client);
    await ask(client);
    expect(await clientState(bank, client.clientId)).toBe('SMS_CONFIRMED');

    reviewOf(client, { reviewStatus: 'init' });
    await ask(client);
    expect(await clientState(bank, client.clientId)).toBe('SMS_CONFIRMED');

    for (const reviewStatus of ['pending', 'queued', 'onHold']) {
      reviewOf(client, { reviewStatus });
      await ask(client);
      expect(await clientState(bank, client.clientId)).toBe('CREATED');
    }

    const completed = { reviewStatus: 'completed', reviewDate: '2026-11-21 09:00:07+0000' };
    reviewOf(client, {
      reviewStatus: 'completed',
      levelName: 'other',
      reviewDate: '2026-11-21 09:00:06+0000',
      reviewResult: { reviewAnswer: 'GREEN' },
    });
    await ask(client);
    expect(await clientState(bank, client.clientId)).toBe('CREATED');

    reviewOf(client, { ...completed, reviewResult: { reviewAnswer: 'GREEN' } });
    for (const _ of [1, 2]) await ask(client);
    expect(await clientState(bank, client.clientId)).toBe('ACTIVE');
  });

  // Control: a check that is only asked about after its first widget stays DECLINED.
  test('finds the result of a second check, days after the first was refused', async () => {
    const client = await newApplicant(bank);
    await issue(client);
    const red = {
      reviewStatus: 'completed',
      reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL' },
    };
    reviewOf(client, { ...red, reviewDate: '2026-11-21 09:00:01+0000' });
    await ask(client);
    expect(await clientState(bank, client.clientId)).toBe('KYC_DECLINED');
    await query`update verification.applicant set since = now() - interval '5 days' where client_id = ${client.clientId}`.execute(
      bank.database.sql,
    );
    await ask(client);
    const next = async () => {
      const { rows } = await query<{ minutes: number }>`
        select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs
        where key = ${`verification_ask:${client.clientId}`}
      `.execute(bank.database.sql);
      return rows.map(({ minutes }) => minutes);
    };
    await query`delete from graphile_worker._private_jobs where key = ${`verification_ask:${client.clientId}`}`.execute(
      bank.database.sql,
    );
    await ask(client);
    expect(await next()).toEqual([]);

    expect((await issue(client)).status).toBe(200);
    expect(await next()).toEqual([15]);
    reviewOf(client, {
      reviewStatus: 'completed',
      reviewDate: '2026-11-26 09:00:01+0000',
      reviewResult: { reviewAnswer: 'GREEN' },
    });
    await ask(client);
    expect(await clientState(bank, client.clientId)).toBe('ACTIVE');
  });

  test('retries later when the provider is unavailable', async () => {
    const client = await newApplicant(bank);
    await issue(client);
    sumsub.fault = 'refuses';
    await expect(ask(client)).rejects.toMatchObject({ code: 'verification_unavailable' });
  });
});
