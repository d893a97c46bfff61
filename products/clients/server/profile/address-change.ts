/**
 * A change of address: the client requests it with proof, bank staff decide, and only then does the address change. One request at a time; the client
 * can withdraw it while it waits. A company's address is one of its facts and follows their rules (`companies/fact-changes/seat.ts`).
 * All checks run before a code is requested; without a code the edge rolls everything back. Errors in the order checked: `invalid_request` with the
 * fields, `address_change_open`, `not_found`, `address_change_decided`. Source: specification sections 2, 3, 5 (change address); server page section
 * 3 (two-factor).
 */
import type { AddressChange, AddressChangeInput, Document } from '@calmly/contract';
import { countryName, isCountry, isServedCountry, longestAddress } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import type { Decision } from '@calmly/platform/desk.ts';
import { viewOf } from '@calmly/platform/desk-requests.ts';
import { before } from '@calmly/platform/jobs/retention.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { rejectPostCode } from '@calmly/platform/post-code.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { rejectLongLatin } from '@calmly/platform/travelling-texts.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { findDocuments, linkDocuments, purgeWithPapers } from '../../../accounts/server/documents/index.ts';
import {
  changeAddress,
  findPersonNames,
  requireCode,
  requireContact,
} from '../../../identity/server/index.ts';
import { beginSeatChange, lockSeat, takeSeat, tellOfSeat } from '../companies/index.ts';
import { type AddressRequest, addressRequests, insertRequest } from './address-store.ts';
import { sendAddressDecision, sendAddressReceived } from './messages.ts';

export interface AddressOptions {
  /** Base address of links in messages. */
  readonly portalUrl: string;
}

const purposeOf = (id: string) => `address_change ${id}`;

/** Withdrawn requests, with their documents. */
export const addressPurge = purgeWithPapers('profile.address_change', {
  listOver: (sql, limit) => addressRequests.listOver(sql, before('profile.address_change'), limit),
  purposeOf,
});

/** `POST /addresschanges`. */
export async function requestAddressChange(
  work: Work,
  actor: ClientActor,
  { portalUrl }: AddressOptions,
  input: AddressChangeInput,
): Promise<AddressChange> {
  const { sql } = work;
  if (!isCountry(input.country)) throw badFields({ field: 'country', code: 'invalid' });
  if (!isServedCountry(input.country)) throw badFields({ field: 'country', code: 'country_unsupported' });
  const wrong = [
    ...rejectPostCode('', input),
    ...rejectLongLatin('line', input.line, longestAddress.street),
    ...rejectLongLatin('town', input.town, longestAddress.town),
  ];
  if (wrong.length > 0) throw badFields(...wrong);
  const seat = await beginSeatChange(work, actor);
  const id = work.newId();
  const documentIds = [...new Set(input.documentIds)];
  const request = await insertRequest(sql, {
    id,
    clientId: actor.clientId,
    personId: actor.personId,
    country: input.country,
    town: input.town,
    line: input.line,
    postCode: input.postCode,
    reason: input.reason ?? null,
    documentIds,
    basedOn: seat?.basedOn ?? null,
    createdAt: work.now,
  });
  if (!request) throw new Problem('address_change_open');
  const purpose = purposeOf(id);
  const documents = await linkDocuments(sql, {
    clientId: actor.clientId,
    ids: documentIds,
    purpose,
    field: 'documentIds',
    listed: { kind: 'ADDRESS', subjectId: null, about: input.town },
  });
  await requireCode(work, {
    summary: {
      en: `Change your address to ${addressIn(request, 'en')}`,
      ru: `Изменить адрес на ${addressIn(request, 'ru')}`,
    },
    snapshot: '',
    money: 'stays',
  });
  await audit(work, { action: 'address_change.requested', details: { id } });
  if (seat)
    await tellOfSeat(work, {
      event: 'asked',
      clientId: actor.clientId,
      address: seatOf(request),
      by: seat.by,
      portalUrl,
    });
  else await sendAddressReceived(sql, await requireContact(sql, actor.personId));
  await publish(sql, actor.clientId, { topic: 'client' });
  return view(request, documents);
}

/** `GET /addresschanges`. */
export async function listAddressChanges(
  sql: Sql,
  { clientId }: ClientActor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const page = { clientId, before: cursorId(cursor), limit: limit + 1 };
  const { Items, NextCursor } = pageOf(await addressRequests.list(sql, page), limit);
  const documents = await findDocuments(
    sql,
    Items.flatMap(({ documentIds }) => documentIds),
  );
  return { Items: Items.map((request) => view(request, documents)), NextCursor };
}

/** `DELETE /addresschanges/{id}`. */
export async function withdrawAddressChange(work: Work, actor: ClientActor, id: string): Promise<void> {
  const { sql } = work;
  const request = await addressRequests.lock(sql, id);
  if (request?.clientId !== actor.clientId) throw new Problem('not_found');
  if (request.state !== 'WAITING') throw new Problem('address_change_decided');
  await addressRequests.end(sql, id, { state: 'WITHDRAWN', comment: null });
  await audit(work, { action: 'address_change.withdrawn', details: { id } });
  await publish(sql, actor.clientId, { topic: 'client' });
}

/** The decision of bank staff. The client sees the reason of a rejection. */
export async function decideAddressChange(
  work: Work,
  { portalUrl }: AddressOptions,
  {
    id,
    decision,
    reason,
  }: { readonly id: string; readonly decision: Decision; readonly reason: string | undefined },
): Promise<void> {
  const { sql } = work;
  const waiting = await addressRequests.find(sql, id);
  if (!waiting) throw new Problem('not_found');
  const isCompany = await lockSeat(sql, waiting.clientId);
  const request = await addressRequests.lock(sql, id);
  if (!request) throw new Problem('not_found');
  if (request.state !== 'WAITING') throw new Problem('address_change_decided');
  const state = decision === 'approve' ? 'APPROVED' : 'REJECTED';
  await addressRequests.end(sql, id, { state, comment: reason ?? null });
  if (state === 'APPROVED') await moveTo(sql, request);
  await audit(work, {
    action: state === 'APPROVED' ? 'address_change.approved' : 'address_change.rejected',
    clientId: request.clientId,
    personId: request.personId,
    details: { id, reason: reason ?? null },
  });
  if (isCompany)
    await tellOfSeat(work, {
      event: state === 'APPROVED' ? 'approved' : 'rejected',
      clientId: request.clientId,
      address: seatOf(request),
      by: (await findPersonNames(sql, [request.personId])).get(request.personId) ?? '',
      reason,
      portalUrl,
    });
  else {
    await sendAddressDecision(sql, await requireContact(sql, request.personId), {
      approved: state === 'APPROVED',
      address: (locale) => addressIn(request, locale),
      reason,
    });
    if (state === 'APPROVED')
      await notify(work, [
        { kind: 'address_changed', personId: request.personId, clientId: request.clientId },
      ]);
  }
  await publish(sql, request.clientId, { topic: 'client' });
}

/** A company's address is also one of its facts. */
async function moveTo(sql: Sql, request: AddressRequest): Promise<void> {
  await takeSeat(sql, request, seatOf(request));
  await changeAddress(sql, request.clientId, request);
}

const seatOf = ({ line: line1, postCode, town, country }: AddressRequest) => ({
  line1,
  line2: null,
  postCode,
  town,
  country,
});

const view = ({ basedOn: _, ...request }: AddressRequest, documents: readonly Document[]): AddressChange =>
  viewOf(request, documents);

/** `Brivibas iela 10, LV-1010 Riga, Latvia`. */
export function addressIn(
  { line, postCode, town, country }: Pick<AddressRequest, 'line' | 'postCode' | 'town' | 'country'>,
  locale: 'en' | 'ru',
): string {
  return `${line}, ${postCode} ${town}, ${countryName(country, locale)}`;
}
