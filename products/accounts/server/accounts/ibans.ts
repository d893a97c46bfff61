/**
 * IBANs: a client who has accepted the terms requests one, and a job issues it. If the request names an account, that account gets the
 * IBAN; otherwise a new account is opened with it. After REQUESTED, the client learns the outcome by the live channel and a
 * notification.
 *
 * Errors in the order checked: currency_unknown, `not_found` (another client's account), and those of `checkIbanRequest`. Source: server
 * page section 6; specification section 9 (iban_mdle 4.0).
 */
import { type IbanRequest, termsVersions } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { findClientState, findProfile, requireCode } from '../../../identity/server/index.ts';
import { type Bank, ibanOf } from './bank.ts';
import * as ibanStore from './iban-store.ts';
import { checkIbanRequest, readCurrency } from './rules.ts';
import { openAccounts, requireAccount } from './service.ts';
import * as store from './store.ts';

export const issueTask = 'accounts_issue_iban';

/** `POST /clientaccounts/iban/`. */
export async function requestIban(
  work: Work,
  actor: ClientActor,
  input: { readonly currency: string; readonly accountId?: string | undefined },
): Promise<IbanRequest> {
  const { sql, now } = work;
  const { clientId, personId } = actor;
  const currency = readCurrency(input.currency);
  if (currency instanceof Problem) throw currency;
  await store.lockAccountsOf(sql, clientId);
  const { accountId } = input;
  const account =
    accountId === undefined ? undefined : await requireAccount(sql, { clientId, id: accountId });
  const profile = await findProfile(sql, { personId, clientId });
  const refusal = checkIbanRequest({
    currency,
    account,
    termsAccepted: profile?.acceptedTerms.iban_mdle?.version === termsVersions.iban_mdle,
    pending: await ibanStore.isPending(sql, clientId, currency),
    openAccounts: (await store.countOpen(sql, clientId, currency)).inCurrency,
  });
  if (refusal) throw refusal;
  await requireCode(work, {
    summary: {
      en: account ? `Request an IBAN for ${account.name}` : `Request an IBAN account in ${currency}`,
      ru: account ? `Запросить IBAN для счёта ${account.name}` : `Запросить счёт с IBAN в валюте ${currency}`,
    },
    snapshot: '',
    money: 'stays',
  });
  const request = { id: work.newId(), clientId, currency, accountId: account?.id ?? null, createdAt: now };
  await ibanStore.insertIbanRequest(sql, request);
  await addJobs(sql, [{ task: issueTask, payload: { clientId, id: request.id } }]);
  await audit(work, { action: 'iban.requested', details: { currency } });
  await publish(sql, clientId, { topic: 'accounts' });
  return toRequest({ ...request, status: 'REQUESTED', iban: null, reason: null, decidedAt: null });
}

/** The job: issues one IBAN, or records why not. Repeating it changes nothing. */
export async function issueIban(work: Work, bank: Bank, key: ibanStore.IbanRequestKey): Promise<void> {
  const { sql, now } = work;
  await store.lockAccountsOf(sql, key.clientId);
  const request = await ibanStore.lockIbanRequest(sql, key);
  if (request?.status !== 'REQUESTED') return;
  const issued = await issue(work, bank, request);
  if (typeof issued === 'string') {
    const decision = { status: 'REFUSED', accountId: request.accountId, reason: issued, at: now } as const;
    await ibanStore.decideIbanRequest(sql, key, decision);
    await audit(work, {
      action: 'iban.refused',
      clientId: key.clientId,
      details: { currency: request.currency, reason: issued },
    });
    const params = { currency: request.currency, reason: issued };
    await notify(work, [{ kind: 'iban_refused', clientId: key.clientId, params }]);
  } else {
    const decision = { status: 'ISSUED', accountId: issued.accountId, reason: null, at: now } as const;
    await ibanStore.decideIbanRequest(sql, key, decision);
    await audit(work, {
      action: 'iban.issued',
      clientId: key.clientId,
      details: { currency: request.currency, iban: shortIban(issued.iban) },
    });
    const params = { currency: request.currency, account: issued.name };
    await notify(work, [
      { kind: 'iban_issued', clientId: key.clientId, subjectId: issued.accountId, params },
    ]);
  }
  await publish(sql, key.clientId, { topic: 'accounts' });
}

/** The IBAN and its account, or the reason why there is none: facts may have changed since the request. */
async function issue(work: Work, bank: Bank, { clientId, currency, accountId }: ibanStore.IbanRequestRecord) {
  const { sql } = work;
  if ((await findClientState(sql, clientId)) !== 'ACTIVE') return 'client_inactive';
  if (accountId === null) {
    const opening = { clientId, currency, name: `IBAN ${currency}`, withIban: true };
    const [opened] = await openAccounts(work, bank, [opening]);
    return { accountId: opened?.id ?? '', iban: opened?.iban ?? '', name: opening.name };
  }
  const account = await requireAccount(sql, { clientId, id: accountId });
  if (account.status === 'CLOSED') return 'account_closed';
  const iban = ibanOf(bank, account.number);
  await store.updateIban(sql, accountId, iban);
  return { accountId, iban, name: account.name };
}

/** `GET /externalaccountstatuses2`. */
export async function listIbanRequests(
  { sql }: Pick<Work, 'sql'>,
  page: { readonly clientId: string; readonly limit: number; readonly before: string | undefined },
): Promise<IbanRequest[]> {
  return (await ibanStore.listIbanRequests(sql, page)).map(toRequest);
}

const toRequest = ({
  clientId: _,
  createdAt,
  decidedAt,
  ...request
}: ibanStore.IbanRequestRecord): IbanRequest => ({
  ...request,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});
