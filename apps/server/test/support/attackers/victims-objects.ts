/** Objects of a firm and its administrator, one for each table that calls may name and that is otherwise empty for the victim. */
import { randomUUID } from 'node:crypto';
import { type EndpointSpec, endpoints, termsVersions } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import type { TestApp } from '../app.ts';
import type { Firm } from '../clients/firm.ts';
import { openAnotherAccount } from '../clients/payments.ts';
import { pageObjects, pdfOf } from '../files/files.ts';
import { sendDirectly } from '../processes/direct.ts';
import { ownedBy, sampleBodies } from './sample-bodies.ts';

/**
 * Creates them with calls of the contract, and inserts rows that only a device or the bank can create. Until then the person has no other factor than
 * email.
 */
export async function makeObjects(bank: TestApp, firm: Firm): Promise<void> {
  const { boris, clara, account, payeeId, companyId } = firm;
  const own = boris.token;
  const company = boris.companyToken;

  /** Makes a call, with the code that it asks for; returns the id. */
  async function make(id: string, token: string, change: object = {}): Promise<string> {
    const spec: EndpointSpec | undefined = endpoints[id as keyof typeof endpoints];
    if (!spec) throw new Error(`there is no call ${id}`);
    const key = randomUUID();
    const send = (headers: Record<string, string> = {}) =>
      sendDirectly(bank.app.server, {
        method: spec.method,
        path: `/api${spec.path}`,
        headers: {
          host: new URL(bank.url).host,
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          ...headers,
        },
        body: JSON.stringify({ ...sampleBodies[id], ...change }),
      });
    const asked = await send();
    const { status, text } =
      asked.status === 203 ? await send({ 'x-tfa-code': JSON.parse(asked.text).detail.code }) : asked;
    if (status > 202) throw new Error(`${id}: ${status} ${text}`);
    return text === '' ? '' : ((JSON.parse(text) as { Id?: string }).Id ?? '');
  }

  const [from, to] = [await openAnotherAccount(bank, boris.clientId), account];
  const dollars = await make('openAccount', own, { Currency: 'USD', PrettyName: 'Dollars' });
  const { rows } = await query<{ number: string }>`
    select number from accounts.account where id = ${dollars}`.execute(bank.database.sql);
  await make('createQuote', own, { FromAccount: from.number, ToAccount: rows[0]?.number });
  await make('saveThreshold', own, { AccountId: from.id });
  await make('createStandingOrder', company, { AccountFrom: to.number, BeneficiaryId: payeeId });
  for (const call of ownedBy.person) await make(call, own);
  for (const call of ownedBy.company) await make(call, company);
  await make('placeOrder', own, { Amount: '0.0002' });
  await query`update identity.person set phone = '+37255501144' where id = ${clara.personId}`.execute(
    bank.database.sql,
  );
  await make('offerHandover', company, { PersonId: clara.personId });
  const bill = { FileName: 'bill.pdf', FileBody: pdfOf(pageObjects()).toString('base64') };
  await make('requestAddressChange', own, { Documents: [await make('uploadDocument', own, bill)] });
  await make('acceptTerms', own, { iban_mdle: { version: termsVersions.iban_mdle, read: true } });
  await make('requestIban', own);

  const at = new Date();
  const key = { id: newId(), personId: boris.personId };
  await query`insert into identity.totp (id, person_id, name, secret, last_step, created_at)
    values (${newId()}, ${key.personId}, 'App', '\\x00', 0, ${at})`.execute(bank.database.sql);
  await query`insert into identity.passkey (id, person_id, name, credential_id, public_key, sign_count, transports, created_at)
    values (${newId()}, ${key.personId}, 'Phone', '\\x01', '\\x00', 0, '{}', ${at})`.execute(
    bank.database.sql,
  );
  await query`insert into notifications.notification (id, person_id, client_id, kind, params, listed, created_at)
    values (${key.id}, ${key.personId}, ${companyId}, 'payment_executed', '{}', true, ${at})`.execute(
    bank.database.sql,
  );
}

/** Tables without a row here, and why. */
export const withoutRow: Readonly<Record<string, string>> = {
  'beneficiaries.document': 'named after its payee only: the row of two ids below',
  'cards.dispute': 'needs a collected payment; `cards/disputes` asks as another client',
  'clearing.exception': 'only the desk names it',
  'companies.fact_change':
    'needs a company that was checked; `companies/fact-changes` asks as another company',
  'documents.kept_file': 'its id is on no wire',
  'onboarding.contact_code': 'its id is on no wire',
  'staff.invitation': 'of the bank’s own people, whose calls no client can make; `attacks/office` asks',
  'staff.session': 'of the bank’s own people, as above',
  'staff.totp': 'of the bank’s own people, as above',
  'statements.official': 'made at the end of a month; `statements/official` asks as another client',
  'wallets.deposit': 'no call names one',
  'wallets.incident': 'only the desk names it',
};

/**
 * Calls that name an object within another: each is also made for objects within the victim's own one. A page for payers is open to anyone with its
 * token, which
 * is not an object's id.
 */
export const withinKind: Readonly<Record<string, string>> = {
  getCompanyDocument: 'company',
  getPayPageDocument: 'token',
  getReceipt: 'transactions.transaction',
  getSupportDocument: 'support.conversation',
  removeReceipt: 'transactions.transaction',
};
