/**
 * Secrets of the holder: number, security code, PIN. After a run of every call, no table, log line, stored answer or message contains one; only the
 * answers of `revealCard` and `showPin` do.
 */
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import {
  blockCard,
  changeCardControls,
  closeCard,
  getCard,
  issueCard,
  listActivity,
  listCards,
  listNotifications,
  renameCard,
  replaceCard,
  revealCard,
  setPin,
  showPin,
  topUpCard,
  unblockCard,
  withdrawFromCard,
} from '@calmly/contract';
import { luhnDigit } from '@calmly/providers/issuer/sandbox-numbers.ts';
import { startTestApp, type TestApp, testSecretKeys } from '@calmly/server/test/support/app.ts';
import { paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import {
  callWithCode,
  newBoss,
  newColleague,
  noRights,
  problemOf,
} from '@calmly/server/test/support/clients/colleagues.ts';
import {
  createPayer,
  fund,
  openAnotherAccount,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import {
  cardOrder,
  createCardholder,
  issue,
  reveal,
  topUp,
} from '@calmly/server/test/support/issued-cards.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockCardByNumber } from '../card-store.ts';
import { createCardSecrets } from './card-secrets.ts';
import { isSimplePin } from './pin-rules.ts';
import { findSecret } from './secret-store.ts';

let bank: TestApp;
/** Every line that the server logs. */
const lines: string[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  bank = await startTestApp({ jobs: true, log: pino({ level: 'trace' }, stream) });
});
afterAll(() => bank.close());

const change = (who: { token: string }, id: string, pin: string) =>
  callWithCode(bank, who, setPin, { params: { id }, body: { pin } });
const show = (who: { token: string }, id: string) => callWithCode(bank, who, showPin, { params: { id } });

test('the holder sees number and code after a two-factor code, and no cache keeps them', async () => {
  const anna = await createCardholder(bank);
  const { id } = anna.card;
  const asked = await bank.call(revealCard, { params: { id } }, anna);
  expect(asked.status).toBe(203);
  const shown = await callWithCode(bank, anna, revealCard, { params: { id } });
  expect(shown.headers.get('cache-control')).toBe('no-store');
  const { number, securityCode, expiry, seconds, nameOnCard } = shown.output;
  expect(number).toMatch(/^400000\d{10}$/);
  expect(number.at(-1)).toBe(luhnDigit(number.slice(0, -1)));
  expect(securityCode).toMatch(/^\d{3}$/);
  expect([number.slice(-4), expiry, seconds, nameOnCard]).toEqual([
    anna.card.lastFour,
    anna.card.expiry,
    60,
    'ANNA TAMM',
  ]);
});

test('another member is refused, whatever their rights', async () => {
  const boss = await newBoss(bank);
  const account = await openAnotherAccount(bank, boss.companyId);
  await systemWork(bank.database, (work) => fund(work, account, 100_000n));
  const maria = await newColleague(bank, boss, { rights: { ...noRights, can_plast_view: true } });
  const { id } = await issue(bank, { ...boss, account }, { holderId: maria.personId });
  for (const answer of [
    await callWithCode(bank, boss, revealCard, { params: { id } }),
    await show(boss, id),
    await change(boss, id, '4829'),
  ])
    expect([answer.status, problemOf(answer)]).toEqual([403, 'card_holder_only']);
  expect((await callWithCode(bank, maria, revealCard, { params: { id } })).status).toBe(200);
});

describe('the PIN', () => {
  test('is set and shown by the holder', async () => {
    const anna = await createCardholder(bank);
    const { id } = anna.card;
    expect(problemOf(await show(anna, id))).toBe('card_pin_unset');
    expect((await change(anna, id, '4829')).status).toBe(204);
    const shown = await show(anna, id);
    expect([shown.output, shown.headers.get('cache-control')]).toEqual([
      { pin: '4829', seconds: 60 },
      'no-store',
    ]);
    expect((await bank.call(getCard, { params: { id } }, anna)).output.hasPin).toBe(true);
  });

  test.each(['1234', '0000', '7777', '4321', '6789', '3210'])('%s is refused', async (pin) => {
    const anna = await createCardholder(bank);
    const refused = await change(anna, anna.card.id, pin);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('too easy to guess')]);
  });

  test('of all PINs twenty-four are refused', () => {
    const all = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'));
    expect(all.filter(isSimplePin)).toHaveLength(10 + 7 + 7);
  });

  test('a new PIN unlocks a card locked by wrong ones, and no other lock', async () => {
    const anna = await createCardholder(bank);
    const { id } = anna.card;
    const lock = (reason: string) =>
      query`update cards.card set status = 'LOCKED', lock = ${reason}, pin_tries = 3 where id = ${id}`.execute(
        bank.database.sql,
      );
    const status = async () => (await bank.call(getCard, { params: { id } }, anna)).output.status;
    await lock('pin_tries');
    await change(anna, id, '4829');
    expect(await status()).toBe('ACTIVE');
    const wrong = { checks: { securityCode: 'absent', expiry: 'absent', pin: 'mismatch' } } as const;
    const answer = await processorOf(bank.database).decide(paymentWith(anna.card).ask('1.00', wrong));
    expect(answer.declineReason).toBe('wrong_pin');
    await lock('bank');
    await change(anna, id, '4830');
    expect(await status()).toBe('LOCKED');
  });
});

test('a card that has ended or is on its way reveals nothing', async () => {
  const anna = await createCardholder(bank);
  const plastic = await issue(bank, anna, { kind: 'PLASTIC' });
  expect(problemOf(await callWithCode(bank, anna, revealCard, { params: { id: plastic.id } }))).toBe(
    'card_not_active',
  );
  await callWithCode(bank, anna, closeCard, { params: { id: anna.card.id }, body: { account: undefined } });
  expect(problemOf(await callWithCode(bank, anna, revealCard, { params: { id: anna.card.id } }))).toBe(
    'card_closed',
  );
});

test('a sealed number opens for its own card only, and a new key still opens and finds it', async () => {
  const anna = await createCardholder(bank);
  const { id } = anna.card;
  const { number } = await reveal(bank, anna, id);
  const sealed = await findSecret(bank.database.sql, id);
  if (!sealed) throw new Error('the card has no secrets');
  const rotated = createCardSecrets([randomBytes(32), ...testSecretKeys]);
  expect(rotated.open(id, sealed).number).toBe(number);
  expect(() => rotated.open('018f0000-0000-7000-8000-000000000000', sealed)).toThrow();
  expect(() => createCardSecrets([randomBytes(32)]).open(id, sealed)).toThrow('no key opens');
  await systemWork(bank.database, async ({ sql }) => {
    expect((await lockCardByNumber(sql, rotated.digestsOf(number)))?.id).toBe(id);
    expect(
      await lockCardByNumber(sql, createCardSecrets([randomBytes(32)]).digestsOf(number)),
    ).toBeUndefined();
  });
});

/** Every row of every table as text, bytes in hex and as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await query<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    bank.database.sql,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await query<{ text: string | null }>`
      select string_agg(row::text, E'\n') as text from ${query.raw(name)} as row`.execute(bank.database.sql);
    texts.push(`${name}\n${rows[0]?.text ?? ''}`);
  }
  const all = texts.join('\n');
  const bytes = [...all.matchAll(/\\x([0-9a-f]{6,})/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  return [all, ...bytes].join('\n');
}

/** Secrets in a text: a number anywhere, also in groups; a code or PIN as the value of a field. */
const leaksOf = (
  text: string,
  { number, securityCode, pin }: Record<'number' | 'securityCode' | 'pin', string>,
) => {
  const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
  const field = (value: string) =>
    new RegExp(`\\b(security_?code|code|cvv|cvc|pin)["':= \\\\]+${value}(?!\\d)`, 'i').test(text);
  return {
    number: digits.includes(number),
    middle: digits.includes(number.slice(0, 12)),
    code: field(securityCode),
    pin: field(pin),
  };
};

test('after a run of everything only the answers that reveal contain a secret', async () => {
  const anna = await createPayer(bank);
  const answers: string[] = [];
  const run = async (...[, who, endpoint, input]: Parameters<typeof callWithCode>) => {
    const answer = await callWithCode(bank, who, endpoint, input);
    answers.push(answer.text);
    return answer;
  };
  const { id, controls } = await issue(bank, anna, { kind: 'VIRTUAL' });
  const params = { id };
  const pin = '7391';
  const shown = await reveal(bank, anna, id);
  const secrets = { number: shown.number, securityCode: shown.securityCode, pin };
  await run(bank, anna, setPin, { params, body: { pin } });
  const pinShown = await show(anna, id);
  await topUp(bank, anna, id, '20.00');
  const { version } = (await bank.call(getCard, { params }, anna)).output;
  await run(bank, anna, changeCardControls, { params, body: { ...controls, version, online: false } });
  await run(bank, anna, renameCard, { params, body: { name: 'Shopping' } });
  await run(bank, anna, blockCard, { params });
  await run(bank, anna, unblockCard, { params });
  const move = { account: anna.account.number, amount: '1.00' };
  await run(bank, anna, topUpCard, { params, body: move });
  await run(bank, anna, withdrawFromCard, { params, body: move });
  await run(bank, anna, issueCard, { body: cardOrder(anna.account.number) });
  // Refusals and mistakes that repeat the input.
  await run(bank, anna, setPin, { params, body: { pin: '1234' } });
  // A defect, which is logged: the PIN can no longer be unsealed.
  await query`update cards.secret set pin = number where card_id = ${id}`.execute(bank.database.sql);
  expect((await run(bank, anna, showPin, { params })).status).toBe(500);
  await run(bank, anna, replaceCard, { params, body: { reason: 'stolen' } });
  await run(bank, anna, revealCard, { params });
  await run(bank, anna, getCard, { params });
  await run(bank, anna, listCards, { query: { limit: 20, group: 'ALL' } });
  await run(bank, anna, listActivity, { query: { limit: 50 } });
  await run(bank, anna, listNotifications, { query: { limit: 50 } });

  const nothing = { number: false, middle: false, code: false, pin: false };
  const stored = await dump();
  expect(stored).toContain(anna.account.number);
  expect(leaksOf(stored, secrets)).toEqual(nothing);
  expect(lines.join('')).toContain('showPin');
  expect(leaksOf(lines.join('\n'), secrets)).toEqual(nothing);
  expect(leaksOf(answers.join('\n'), secrets)).toEqual(nothing);
  // The control: they are found in the answers that contain them.
  expect(leaksOf(JSON.stringify(shown), secrets)).toMatchObject({ number: true, middle: true, code: true });
  expect(leaksOf(pinShown.text, secrets)).toMatchObject({ pin: true });
});
