/**
 * Links to the public page (`page.ts`) of an account or of one request. A link is 128 random bits, found by its hash and stored sealed,
 * because its owner may want to copy it again.
 *
 * Errors: `invalid_request` unless exactly one target is named; `document_right_missing` for a member who shows documents without the
 * right to view them; `not_found` for a target or link of another client.
 */
import { createHash, randomBytes } from 'node:crypto';
import { holdsRight, type PayLink } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { requireAccount } from '../../../accounts/server/accounts/index.ts';
import * as links from './link-store.ts';
import { findRequest } from './store.ts';

export interface LinkTools {
  readonly box: SecretBox;
  /** Address of the portal, without a slash at its end. */
  readonly portalUrl: string;
}

export interface LinkInput {
  /** This or a request. */
  readonly accountId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly showsDetails?: boolean | undefined;
}

/** A prefix that leak scanners and our own log can find, then 128 bits. */
const newToken = () => `cal_gp_${randomBytes(16).toString('base64url')}`;
/** Only the form; whether the link exists is for the database. */
export const isToken = (text: string) => /^cal_gp_[\w-]{22}$/.test(text);
/** What a link is found by: SHA-256. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();
/** What a link's token is sealed for. */
export const placeOf = (id: string) => `pay link ${id}`;

/** A new token for this link, as it is stored. */
function sealedToken(box: SecretBox, id: string): links.StoredToken {
  const token = newToken();
  return { tokenHash: hashOf(token), sealedToken: box.seal(Buffer.from(token), placeOf(id)) };
}

/** `POST /getpaid/links`: the existing link or a new one. Two callers at the same time get the same link. */
export async function createLink(
  work: Work,
  { box, portalUrl }: LinkTools,
  actor: ClientActor,
  input: LinkInput,
): Promise<PayLink> {
  const { sql, now } = work;
  const { clientId } = actor;
  // Otherwise a member could read the documents on the page.
  if (input.showsDetails && !holdsRight(actor, 'can_view_documents'))
    throw new Problem('document_right_missing');
  const target = await targetOf(sql, clientId, input);
  const showsDetails = target.requestId === null ? undefined : input.showsDetails;
  const id = work.newId();
  const written = await links.insertLink(sql, {
    ...target,
    id,
    showsDetails: showsDetails ?? false,
    ...sealedToken(box, id),
    createdAt: now,
  });
  if (written) {
    await audit(work, { action: 'pay_link.created', details: { link_id: id } });
    await publish(work.sql, clientId, { topic: 'requests' });
    return toPayLink({ box, portalUrl }, actor, written);
  }
  const existing = await links.findLink(sql, target);
  // Revoked between the two statements: the caller tries again.
  if (!existing) throw new Problem('overloaded');
  const link = showsDetails === undefined ? existing : await showDetails(work, box, existing, showsDetails);
  return toPayLink({ box, portalUrl }, actor, link);
}

/**
 * A page that starts to show documents gets a new address: members who may not read them know the old one. That one then answers like an
 * unknown one.
 */
async function showDetails(
  work: Work,
  box: SecretBox,
  { id, clientId, hasDocuments }: links.StoredLink,
  showsDetails: boolean,
): Promise<links.StoredLink> {
  const replaced = showsDetails && hasDocuments ? sealedToken(box, id) : undefined;
  const changed = await links.updateShowsDetails(work.sql, { id, showsDetails, replaced });
  if (changed) {
    await audit(work, { action: 'pay_link.changed', details: { link_id: id } });
    await publish(work.sql, clientId, { topic: 'requests' });
    return changed;
  }
  // Another caller made the same change, perhaps with a new address, or revoked the link: then the caller tries again.
  const current = await links.findLive(work.sql, id);
  if (current?.showsDetails !== showsDetails) throw new Problem('overloaded');
  return current;
}

async function targetOf(
  sql: Sql,
  clientId: string,
  { accountId, requestId }: LinkInput,
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

/** Anyone with the address can read what its page shows. */
const mayOpen = (actor: ClientActor, { showsDetails, hasDocuments }: links.StoredLink): boolean =>
  !(showsDetails && hasDocuments) || holdsRight(actor, 'can_view_documents');

/** A link as its owner sees it. A member who can't view documents gets no address of a page that shows them. */
export const toPayLink = (
  { box, portalUrl }: LinkTools,
  actor: ClientActor,
  link: links.StoredLink,
): PayLink => ({
  id: link.id,
  accountId: link.accountId,
  requestId: link.requestId,
  showsDetails: link.showsDetails,
  url: mayOpen(actor, link) ? `${portalUrl}/get-paid/${box.open(link.sealedToken, placeOf(link.id))}` : null,
  createdAt: link.createdAt.toISOString(),
});

/** `DELETE /getpaid/links/{id}`. */
export async function revokeLink(work: Work, clientId: string, id: string): Promise<void> {
  if (!(await links.revokeLink(work.sql, { clientId, id }))) throw new Problem('not_found');
  await audit(work, { action: 'pay_link.revoked', details: { link_id: id } });
  await publish(work.sql, clientId, { topic: 'requests' });
}
