/**
 * Screening results stay with the bank. For payments with every internal reason, everything that a client, a colleague or a connected
 * application can read is searched: no response, export, hint or message contains a screening word. The rows are the calls of
 * the contract that read; they bypass the socket.
 */
import { cancelPayment, type EndpointSpec, endpoints } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { subscribe } from '@calmly/platform/notify/push.ts';
import { internalReasons } from '@calmly/products/accounts/server/transactions/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, testPayments } from '../support/app.ts';
import { rowsByCall } from '../support/attackers/sweep.ts';
import { record } from '../support/campaign.ts';
import { newClient, type SignedIn } from '../support/clients/clients.ts';
import { twoAccountsOf } from '../support/clients/connected/connected-bank.ts';
import { connect, registerThirdParty } from '../support/clients/connected/third-party.ts';
import { addPayee, codeIn, fund, systemWork } from '../support/clients/payments.ts';
import { sendDirectly } from '../support/processes/direct.ts';
import { until } from '../support/until.ts';

/** A note of the bank's staff on their decision. */
const staffNote = 'resembles the cousin of a listed person';
const secrets = [...internalReasons, 'screening', '(sandbox)', staffNote];

let app: TestApp;
let anna: SignedIn;
let ids: string[];
const tokens: Record<string, string> = {};
const hints: string[] = [];
let unsubscribe: () => Promise<void>;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  const keep = (message: unknown) => void hints.push(JSON.stringify(message));
  unsubscribe = await subscribe(app.database, keep, () => undefined);
  anna = await newClient(app);
  const [account, second] = await twoAccountsOf(app, anna);
  await systemWork(app.database, (work) => fund(work, account, 90_000_000n));
  const { id: listed } = await addPayee(app, anna.clientId, {
    name: 'Blocked Trading House Ltd',
    trusted: true,
  });
  const { id: plain } = await addPayee(app, anna.clientId, { iban: 'DE89370400440532013000', trusted: true });
  const penny = await registerThirdParty(app);
  const scope = 'accounts:read payments:request';
  const accountIds = [account.id, second.id];
  tokens.client = anna.token;
  tokens.application = (await connect(app, penny, anna.browser, { accountIds, scope })).access_token;

  const pay = async (beneficiaryId: string, amount: string) => {
    const key = newId();
    const body = {
      AccountFrom: account.number,
      BeneficiaryId: beneficiaryId,
      Amount: amount,
      Details: 'Tea',
    };
    const headers = { 'idempotency-key': key };
    const asked = await anna.browser.send('POST', '/transactions', { body, headers });
    const code = asked.status === 203 ? { 'x-tfa-code': codeIn(asked.body) } : {};
    const done = await anna.browser.send('POST', '/transactions', { body, headers: { ...headers, ...code } });
    return (done.body as { Id: string }).Id;
  };
  // Held by name, approved, refused and postponed by staff; by amount; and one for each possible reason.
  const held = [
    await pay(listed, '11.00'),
    await pay(listed, '12.00'),
    await pay(listed, '13.00'),
    await pay(listed, '14.00'),
  ];
  const others = [];
  for (const _ of internalReasons) others.push(await pay(plain, '15.00'));
  ids = [...held, await pay(plain, '150000.00'), await pay(plain, '60000.00'), ...others];
  const queue = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  const options = { reason: staffNote };
  await systemWork(app.database, async (work) => {
    await queue?.decide(work, held[0] ?? '', 'approve', options);
    await queue?.decide(work, held[1] ?? '', 'reject', options);
    await queue?.hold?.(work, held[2] ?? '', options);
  });
  for (const [place, reason] of internalReasons.entries())
    await query`
      with told as (
        update transactions.transaction set first_path = null where id = ${others[place]} returning id
      )
      insert into transactions.progress (transaction_id, version, at, actor, statuses, reasons)
      select id, version, at, actor, statuses, array_fill(${reason}::text, array[cardinality(reasons)])
      from told join transactions.taken on transaction_id = id`.execute(app.database.sql);
  hints.push((await app.call(cancelPayment, { params: { id: held[3] ?? '' } }, { token: anna.token })).text);
  // Jobs send the mails.
  await until(mails, (sent) => sent.some((mail) => mail.includes('12.00')));
});
afterAll(async () => {
  await unsubscribe();
  await app.close();
});

async function mails(): Promise<string[]> {
  const { rows } = await query<{ text: string }>`
    select m::text as text from outbox.message m where recipient = ${anna.email}`.execute(app.database.sql);
  return rows.map(({ text }) => text);
}

const read = Object.values(endpoints).filter(
  ({ method, access }: EndpointSpec) => method === 'GET' && access !== 'public',
);

/** Every answer of a call for every payment and list, by every token, in both languages. */
async function answersOf(spec: EndpointSpec): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [who, token] of Object.entries(tokens))
    for (const id of spec.path.includes('{') ? [...ids, anna.clientId] : ['']) {
      const path = spec.path.replaceAll(/\{\w+\}/g, id);
      for (const language of ['en', 'ru']) {
        const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
        const { text } = await sendDirectly(app.app.server, { method: 'GET', path: `/api${path}`, headers });
        found.set(`${who} ${language} ${path}`, text);
      }
    }
  return found;
}

const leaks = (texts: Iterable<readonly [string, string]>) =>
  [...texts].flatMap(([place, text]) =>
    secrets.filter((word) => text.includes(word)).map((word) => `${place}: ${word}`),
  );

describe('no response, export, hint or message to a client contains a screening result', () => {
  const shown = ['under_review', 'checks_passed', 'HOLD_AML', 'document_needed', 'not_permitted'];
  const seen = new Set<string>();
  let answers = 0;

  test.each(rowsByCall(read))('%s', async (_title, spec) => {
    const found = await answersOf(spec);
    expect(leaks(found)).toEqual([]);
    answers += found.size;
    for (const text of found.values()) for (const word of shown) if (text.includes(word)) seen.add(word);
  });

  test('hints and messages, and the rows have seen the payments', async () => {
    const messages = [...hints, ...(await mails())].map((text, place) => [`message ${place}`, text] as const);
    expect(hints.length).toBeGreaterThan(10);
    expect(leaks(messages)).toEqual([]);
    expect([...seen].toSorted()).toEqual(shown.toSorted());
    expect(answers).toBeGreaterThan(1_000);
    record({
      id: '11.11',
      what: `payments with each of ${internalReasons.length} reasons of the bank; every call that reads, exports, hints, mails, an application`,
      figure: `${answers} answers and ${messages.length} messages, none says what was found`,
      control: "the staff's own view of the same payments is found full of it",
    });
  });
});

test('control: the staff’s view of the same payments is full of it', async () => {
  const queue = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  const items = await queue?.list(app.database.sql, { after: undefined, limit: 50 });
  const facts = await Promise.all((items ?? []).map(({ id }) => queue?.find(app.database.sql, id)));
  expect(leaks([['desk', JSON.stringify([items, facts])]]).length).toBeGreaterThan(3);
});
