/** Who is notified about requests: a hint goes to the browsers of everyone concerned, a notification to people in all their profiles. */
import { formatDecimal, isCurrency, shortAddress } from '@calmly/domain';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import { publishAll } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { findPlaces, isMember } from '../../identity/server/index.ts';
import type { NewRequest, RequestState } from './request-store.ts';

type AnnouncedRequest = Pick<
  NewRequest,
  | 'id'
  | 'clientId'
  | 'clientName'
  | 'kind'
  | 'facts'
  | 'amountMinor'
  | 'currency'
  | 'requestedBy'
  | 'requestedByName'
>;

/** Makes the browsers of the company, the requester and these people, in any profile, reload. */
export async function announce(
  sql: Sql,
  request: AnnouncedRequest,
  personIds: readonly string[],
): Promise<void> {
  const places = await findPlaces(sql, [...new Set([request.requestedBy, ...personIds])]);
  const clientIds = new Set([request.clientId, ...places.map(({ clientId }) => clientId)]);
  await publishAll(
    sql,
    [...clientIds].map((clientId) => ({ clientId, event: { topic: 'approvals' } })),
  );
}

/** Notifies people that a request waits for them, or no longer does because the requester may no longer make it. */
export async function tellApprovers(
  work: Work,
  kind: 'approval_wanted' | 'approval_reminder' | 'approval_ended',
  request: AnnouncedRequest,
  personIds: readonly string[],
): Promise<void> {
  await notify(
    work,
    personIds.map(
      (personId): Notice => ({
        kind,
        personId,
        aboutClientId: request.clientId,
        subjectId: request.id,
        params: { ...paramsOf(request), person: request.requestedByName },
      }),
    ),
  );
}

/** Notifies the requester of the outcome, unless they have left and may no longer see it (`mayKnow`). */
export async function tellRequester(
  work: Work,
  request: AnnouncedRequest,
  ended: {
    readonly outcome: RequestState | 'BLOCKED';
    readonly person?: string;
    readonly reason?: string | null;
  },
): Promise<void> {
  const { clientId, requestedBy: personId } = request;
  if (!(await isMember(work.sql, { clientId, personId }))) return;
  const { outcome, person, reason } = ended;
  const params = {
    ...paramsOf(request),
    outcome,
    ...(person === undefined ? {} : { person }),
    ...(reason == null ? {} : { reason }),
  };
  await notify(work, [
    { kind: 'approval_decided', personId, aboutClientId: clientId, subjectId: request.id, params },
  ]);
}

function paramsOf({
  kind,
  clientName,
  amountMinor,
  currency,
  facts,
}: AnnouncedRequest): Record<string, string> {
  const counterparty = facts.creditorName ?? facts.name ?? facts.label ?? addressIn(facts);
  return {
    approvalKind: kind,
    company: clientName,
    ...(amountMinor !== null && currency !== null && isCurrency(currency)
      ? { amount: formatDecimal(amountMinor, currency), currency }
      : {}),
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(kind === 'payout' && { amounts: facts.amounts ?? '', rows: facts.rows ?? '' }),
    ...(facts.application === undefined ? {} : { application: facts.application }),
  };
}

/** The target of a withdrawal without an entry of the address book. */
const addressIn = ({ address }: AnnouncedRequest['facts']): string | undefined =>
  address === undefined ? undefined : shortAddress(address);
