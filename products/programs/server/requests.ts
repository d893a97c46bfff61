/**
 * A client's answer to an application's access request. The authorization server stored the request when it sent the browser here. A cookie binds the
 * request to that browser, so that no one can be tricked into answering a request started by another person (who would then get its result).
 * Consent creates the connection and records it in the request; the browser then returns to the authorization server, which reads it. The client can
 * answer for any of their eligible profiles (`profiles.ts`) without leaving the screen.
 * Errors: `not_found` for a request of another browser, one that has ended or is answered, and for another client's accounts; those of the profile;
 * `unauthenticated` if the person has lost access meanwhile.
 */
import { type ConnectionRequest, connectionDays, type Scope } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { type Bank, readAccounts, requireAccount } from '../../accounts/server/accounts/index.ts';
import {
  type Confirmation,
  clientName,
  requireClientActor,
  requireCode,
  requireOpenAccess,
} from '../../identity/server/index.ts';
import { type Application, findApplication } from './application-store.ts';
import { answerRequest, findArtifact } from './authorization/artifact-store.ts';
import { protocolPaths, requestCookie } from './authorization/paths.ts';
import { tokenHash } from './authorization/tokens.ts';
import { insertConnection } from './connection-store.ts';
import { listConnectable, requireConnectable } from './profiles.ts';
import { scopesOf } from './rules.ts';

/** The portal's address, which determines the name of the cookie. */
interface Place {
  readonly issuer: string;
}

interface OpenRequest {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  readonly returnHost: string;
}

/** The requested access, for the screen. */
export async function readRequest(work: Work, place: Place, uid: string): Promise<ConnectionRequest> {
  const { application, scopes, returnHost } = await requireRequest(work, place, uid);
  const { name, operator, letter } = application;
  const profiles = await listConnectable(work.sql, requireClientActor(work));
  return { application: { name, operator, letter }, scopes: [...scopes], returnHost, profiles };
}

/** The accounts of one of these profiles. */
export async function listConnectableAccounts(
  work: Work,
  place: Place & { readonly bank: Bank },
  uid: string,
  {
    profile,
    limit,
    cursor,
  }: { readonly profile: string; readonly limit: number; readonly cursor?: string | undefined },
) {
  const { sql } = work;
  await requireRequest(work, place, uid);
  await requireConnectable(sql, requireClientActor(work).personId, profile);
  const filter = {
    clientId: profile,
    limit: limit + 1,
    after: cursorId(cursor),
    currency: undefined,
    status: 'ACTIVE',
  } as const;
  return pageOf(await readAccounts(sql, place.bank, filter), limit);
}

/** Allows the application, with a code. */
export async function allowRequest(
  work: Work,
  place: Place,
  {
    uid,
    accountIds,
    profileId,
  }: {
    readonly uid: string;
    readonly accountIds: readonly string[];
    readonly profileId?: string | undefined;
  },
): Promise<{ returnTo: string }> {
  const actor = requireClientActor(work);
  const { personId } = actor;
  const clientId = profileId ?? actor.clientId;
  const { application, scopes } = await requireRequest(work, place, uid);
  // First of all, because a connection must not outlive a concurrent password reset or freeze.
  await requireOpenAccess(work.sql, actor, clientId);
  await requireConnectable(work.sql, personId, clientId);
  const chosen = [...new Set(accountIds)];
  for (const id of chosen) await requireAccount(work.sql, { clientId, id });
  await requireCode(
    work,
    confirmationOf(application, scopes, {
      count: chosen.length,
      holder: await clientName(work.sql, clientId),
    }),
  );
  const id = work.newId();
  await insertConnection(work.sql, {
    id,
    applicationId: application.id,
    personId,
    clientId,
    scopes,
    accountIds: chosen,
    days: connectionDays,
  });
  await answer(work, uid, { login: { accountId: id, remember: false }, consent: { grantId: id } });
  await audit(work, {
    action: 'connection.allowed',
    clientId,
    details: {
      connection_id: id,
      application: application.name,
      scopes: scopes.join(' '),
      accounts: chosen.length,
    },
  });
  return returnOf(uid);
}

/** Refuses the application. */
export async function refuseRequest(work: Work, place: Place, uid: string): Promise<{ returnTo: string }> {
  const { application } = await requireRequest(work, place, uid);
  await answer(work, uid, { error: 'access_denied', error_description: 'The client refused.' });
  await audit(work, { action: 'connection.refused', details: { application: application.name } });
  return returnOf(uid);
}

const returnOf = (uid: string) => ({ returnTo: `${protocolPaths.authorization}/${uid}` });

async function answer(work: Work, uid: string, result: object): Promise<void> {
  if (!(await answerRequest(work.sql, tokenHash(uid), result))) throw new Problem('not_found');
}

async function requireRequest(work: Work, { issuer }: Place, uid: string): Promise<OpenRequest> {
  if (cookieOf(work, requestCookie(issuer)) !== uid) throw new Problem('not_found');
  const found = await findArtifact(work.sql, 'Interaction', tokenHash(uid));
  if (!found || 'result' in found.payload) throw new Problem('not_found');
  const { client_id, scope, redirect_uri } = found.payload.params as Record<string, string>;
  const application = await findApplication(work.sql, client_id ?? '');
  if (!application || redirect_uri === undefined) throw new Problem('not_found');
  return { application, scopes: scopesOf(scope), returnHost: new URL(redirect_uri).host };
}

function cookieOf({ request }: Work, name: string): string | undefined {
  const pairs = (request?.headers.cookie ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

const accounts = {
  en: '{count, plural, one {one account} other {# accounts}}',
  ru: '{count, plural, one {# счёт} few {# счёта} many {# счетов} other {# счёта}}',
};

const accountsIn = (count: number, locale: 'en' | 'ru'): string =>
  formatMessage(accounts[locale], { count }, locale);

function confirmationOf(
  { name, operator, id }: Application,
  scopes: readonly Scope[],
  { count, holder }: { readonly count: number; readonly holder: string },
): Confirmation {
  const pays = scopes.includes('payments:request');
  const toNew = pays && scopes.includes('payments:new-payee');
  return {
    summary: {
      en: `Connect ${name} (${operator}) to ${accountsIn(count, 'en')} of ${holder}${pays ? `, with the right to request payments${toNew ? ', including to new payees' : ''}` : ''}`,
      ru: `Подключить ${name} (${operator}). ${accountsIn(count, 'ru')}, владелец: ${holder}${pays ? `, с правом запрашивать платежи${toNew ? ', в том числе новым получателям' : ''}` : ''}`,
    },
    snapshot: `${id} ${scopes.join(' ')}`,
    money: 'stays',
  };
}
