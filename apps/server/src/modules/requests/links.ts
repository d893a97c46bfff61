/**
 * Links to the public page, for an account or for one request, and what the page says. A link is 128 random bits; whoever has it reads
 * what a payer needs and nothing else. It is found by its hash and kept sealed, since its owner may want to copy it again.
 *
 * Errors: `invalid_request` unless exactly one target is named; `not_found` for a target or link of somebody else, for a token that
 * is none, whose link was revoked or whose account is closed.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { PayLink, PayPage } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { audit } from '../../platform/audit.ts';
import { badFields, Problem } from '../../platform/problem.ts';
import { publish } from '../../platform/push.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Sql, Work } from '../../platform/work.ts';
import { type Bank, correspondentOf, requireAccount } from '../accounts/index.ts';
import * as links from './link-store.ts';
import { findRequest, type StoredRequest } from './store.ts';

export interface LinkTools {
  readonly box: SecretBox;
  /** Address of the portal, without a slash at its end. */
  readonly portalUrl: string;
}

/** Exactly one of them. */
export interface Named {
  readonly accountId?: string | undefined;
  readonly requestId?: string | undefined;
}

/** A prefix that leak scanners and our own log can find, then 128 bits. */
const newToken = () => `cal_gp_${randomBytes(16).toString('base64url')}`;
const isToken = (text: string) => /^cal_gp_[\w-]{22}$/.test(text);
const hashOf = (token: string) => createHash('sha256').update(token).digest();
const placeOf = (id: string) => `pay link ${id}`;

/** `POST /getpaid/links`: the link there is, or a new one; of two that are made at once both answers tell the same. */
export async function createLink(
  work: Work,
  { box, portalUrl }: LinkTools,
  clientId: string,
  named: Named,
): Promise<PayLink> {
  const { sql, now } = work;
  const target = await targetOf(sql, clientId, named);
  const id = work.newId();
  const token = newToken();
  const written = await links.insertLink(sql, {
    ...target,
    id,
    tokenHash: hashOf(token),
    sealedToken: box.seal(Buffer.from(token), placeOf(id)),
    createdAt: now,
  });
  const link = written ?? (await links.findLink(sql, target));
  // Revoked between the two statements: the caller asks again.
  if (!link) throw new Problem('overloaded');
  if (written) {
    await audit(work, { action: 'pay_link.created', details: { link_id: id } });
    await publish(sql, clientId, { topic: 'requests' });
  }
  return toPayLink({ box, portalUrl }, link);
}

async function targetOf(
  sql: Sql,
  clientId: string,
  { accountId, requestId }: Named,
): Promise<links.LinkTarget> {
  if ((accountId === undefined) === (requestId === undefined))
    throw badFields({ field: requestId === undefined ? 'accountId' : 'requestId', code: 'invalid' });
  if (requestId === undefined) {
    const account = await requireAccount(sql, { clientId, id: accountId ?? '' });
    if (account.status !== 'ACTIVE') throw new Problem('not_found');
    return { clientId, accountId: account.id, requestId: null };
  }
  const request = await findRequest(sql, { clientId, id: requestId });
  if (!request) throw new Problem('not_found');
  return { clientId, accountId: request.accountId, requestId };
}

/** A link as its owner sees it. */
export const toPayLink = ({ box, portalUrl }: LinkTools, link: links.StoredLink): PayLink => ({
  id: link.id,
  accountId: link.accountId,
  requestId: link.requestId,
  url: `${portalUrl}/get-paid/${box.open(link.sealedToken, placeOf(link.id))}`,
  createdAt: link.createdAt.toISOString(),
});

/** `DELETE /getpaid/links/{id}`. */
export async function revokeLink(work: Work, clientId: string, id: string): Promise<void> {
  if (!(await links.revokeLink(work.sql, { clientId, id }))) throw new Problem('not_found');
  await audit(work, { action: 'pay_link.revoked', details: { link_id: id } });
  await publish(work.sql, clientId, { topic: 'requests' });
}

/** `GET /getpaid/{token}`: what a payer needs. */
export async function readPage(sql: Sql, bank: Bank, token: string): Promise<PayPage> {
  const target = isToken(token) ? await links.findTarget(sql, hashOf(token)) : undefined;
  if (!target) throw new Problem('not_found');
  const { clientId, accountId, requestId } = target;
  const account = await requireAccount(sql, { clientId, id: accountId });
  if (account.status !== 'ACTIVE') throw new Problem('not_found');
  const request = requestId === null ? undefined : await findRequest(sql, { clientId, id: requestId });
  const correspondent = correspondentOf(account.currency);
  return {
    creditorName: account.holder,
    creditorAccount: account.number,
    iban: account.iban,
    currency: account.currency,
    bic: bank.bic,
    bankName: bank.name,
    bankAddress: bank.address,
    correspondentBank: correspondent?.bank ?? null,
    correspondentBic: correspondent?.bic ?? null,
    request: request ? askedOf(request) : null,
  };
}

function askedOf({ amountMinor, receivedMinor, currency, reference, dueOn, status }: StoredRequest) {
  const isOpen = status === 'PENDING' || status === 'OVERDUE';
  return {
    amount: formatDecimal(amountMinor, currency),
    remaining: formatDecimal(isOpen ? amountMinor - receivedMinor : 0n, currency),
    reference,
    dueOn,
    status,
  };
}
