/** Shared by tests of a person's security: refusals by code, emails with their links, the audit record, whether a session is live. */
import { sql as query } from 'kysely';
import type { TestApp } from '../app.ts';
import { newPerson, type Person, type SignedIn } from '../clients/clients.ts';
import { type Browser, type Reply, signIn } from '../processes/browser.ts';

/** Anna Ozola, just signed in, with no attempts used up by earlier tests. */
export async function newAnna(app: TestApp): Promise<Person & SignedIn> {
  await query`delete from identity.throttle`.execute(app.database.sql);
  const person = await newPerson(app, { firstName: 'Anna', lastName: 'Ozola' });
  const { browser, token } = await signIn(app.url, person.login);
  return { ...person, browser, token };
}

/** Status and code of an answer. */
export const outcome = ({ status, body }: Reply) => [status, (body as { code?: string } | undefined)?.code];

export const isIn = async (who: Browser) => (await who.send('POST', '/oauth/test-token')).status === 200;

/** The newest mail to an address. */
export async function lastMail(app: TestApp, to: string): Promise<{ subject: string; text: string }> {
  const { rows } = await query<{ subject: string; text: string }>`
    select subject, text from outbox.message where recipient = ${to} order by at desc, id desc limit 1
  `.execute(app.database.sql);
  if (!rows[0]) throw new Error(`no mail to ${to}`);
  return rows[0];
}

/** The secret in a emailed link. */
export const linkToken = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? '';

/** The audit record of a person, oldest first. */
export async function audited(app: TestApp, personId: string): Promise<string[]> {
  const { rows } = await query<{ action: string }>`
    select action from platform.audit where person_id = ${personId} order by id`.execute(app.database.sql);
  return rows.map(({ action }) => action);
}
