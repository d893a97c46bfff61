/** Who is notified about requests: a hint goes to the browsers of everyone concerned, a notification to people in all their profiles. */
import { formatDecimal, isCurrency, shortAddress } from '@calmly/domain';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import { publishAll } from '@calmly/platform/notify/push.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { findPlaces, isMember } from '../../identity/server/index.ts';
import type { NewRequest, RequestState } from './request-store.ts';

type Told = Pick<
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

/** Browsers of the company, of the requester and of these people, in any profile, read again. */
export async function announce(sql: Sql, request: Told, personIds: readonly string[]): Promise<void> {
  const places = await findPlaces(sql, [...new Set([request.requestedBy, ...personIds])]);
  const clientIds = new Set([request.clientId, ...places.map(({ clientId }) => clientId)]);
  await publishAll(
    sql,
    [...clientIds].map((clientId) => ({ clientId, event: { topic: 'approvals' } })),
  );
}

/** Tells people that something waits for them, or no longer does because who asked may not ask for it any more. */
export async function tellApprovers(
  work: Work,
  kind: 'approval_wanted' | 'approval_reminder' | 'approval_ended',
  request: Told,
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

/** Tells who asked how it ended, unless they have left: then they may not know of it (`mayKnow`). */
export async function tellRequester(
  work: Work,
  request: Told,
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

function paramsOf({ kind, clientName, amountMinor, currency, facts }: Told): Record<string, string> {
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

/** Where a withdrawal goes that names no entry of the address book. */
const addressIn = ({ address }: Told['facts']): string | undefined =>
  address === undefined ? undefined : shortAddress(address);
