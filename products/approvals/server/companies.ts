/** The facts that approvals depend on: each client's people, its policy and the day. Three statements for a list. */
import type { ApprovalKind, PersonName } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { type Colleague, findColleagues, type Seat } from '../../identity/server/index.ts';
import { findPolicies, type PolicyRecord } from './policy/policy-store.ts';
import type { Seats } from './rules.ts';

/** A client and the people who may currently act for it; a person's own profile is a company of one. */
export interface Company {
  readonly clientId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly people: readonly Colleague[];
  /** People with the right to approve who cannot use it, because they are suspended or have expired. They keep their place until they are removed. */
  readonly absent: readonly Colleague[];
  readonly policy: PolicyRecord | undefined;
  readonly memberIds: ReadonlySet<string>;
  readonly bossIds: ReadonlySet<string>;
  /** People who may approve payments, payees and cards; every administrator may. */
  readonly approverIds: ReadonlySet<string>;
  /** Those who may see the company's cards. */
  readonly cardViewerIds: ReadonlySet<string>;
  /** Who decides on requests of this kind. */
  seatsFor(kind: ApprovalKind): Seats;
}

/** A request expires after this many days, unless the policy says otherwise. */
export const defaultExpiryDays = 7;

/** Takes no locks. The lookup throws for a client that was not requested; an unknown one is a company without people. */
export async function readCompanies(
  sql: Sql,
  clientIds: readonly string[],
): Promise<(id: string) => Company> {
  const ids = [...new Set(clientIds)];
  const [people, policies, today] = await Promise.all([
    findColleagues(sql, ids),
    findPolicies(sql, ids),
    databaseDay(sql),
  ]);
  const byClient = Map.groupBy(people, ({ clientId }) => clientId);
  const companies = new Map(
    ids.map((clientId) => [
      clientId,
      companyOf(clientId, byClient.get(clientId) ?? [], policies.get(clientId), today),
    ]),
  );
  return (id) => {
    const company = companies.get(id);
    if (!company) throw new Error(`client ${id} was not read`);
    return company;
  };
}

function companyOf(
  clientId: string,
  all: readonly Seat[],
  policy: PolicyRecord | undefined,
  today: string,
): Company {
  const people = all.filter(({ isAbsent }) => !isAbsent);
  const absent = all.filter(({ isAbsent }) => isAbsent);
  const [first] = people;
  const idsOf = (those: readonly Colleague[]) => new Set(those.map(({ personId }) => personId));
  const memberIds = idsOf(people);
  const bossIds = idsOf(people.filter(({ isBoss }) => isBoss));
  const approverIds = idsOf(people.filter(({ canApprove }) => canApprove));
  const cardViewerIds = idsOf(people.filter(({ canSeeCards }) => canSeeCards));
  const standIns = policy?.rules.standIns ?? [];
  return {
    clientId,
    name: first?.clientName ?? '',
    isActive: first?.clientState === 'ACTIVE',
    people,
    absent,
    policy,
    memberIds,
    bossIds,
    approverIds,
    cardViewerIds,
    seatsFor: (kind) => {
      const deciderIds = isForBosses(kind) ? bossIds : approverIds;
      const away = absent.filter(({ isBoss }) => isBoss || !isForBosses(kind));
      const holderIds = new Set([...deciderIds, ...away.map(({ personId }) => personId)]);
      return { memberIds, deciderIds, holderIds, standIns, today };
    },
  };
}

/** Whether only administrators decide on it, instead of everyone with the right to approve. */
export const isForBosses = (kind: ApprovalKind) => kind === 'people' || kind === 'policy';

const rights: Readonly<Record<ApprovalKind, (person: Colleague) => boolean>> = {
  payment: ({ canRequest }) => canRequest,
  payout: ({ canRequest }) => canRequest,
  withdrawal: ({ canRequest }) => canRequest,
  payee: ({ canChangePayees }) => canChangePayees,
  card: ({ canChangeCards }) => canChangeCards,
  people: ({ isBoss }) => isBoss,
  policy: ({ isBoss }) => isBoss,
};

/** Whether the requester may still make the request: a request by a person without the right is void. */
export const mayAsk = (
  { kind, requestedBy }: { readonly kind: ApprovalKind; readonly requestedBy: string },
  { people }: Pick<Company, 'people'>,
): boolean =>
  people.some((person) => person.personId === requestedBy && !person.isFrozen && rights[kind](person));

/** People of a company by id, without those who have left. */
export function namesIn({ people }: Company, personIds: Iterable<string>): PersonName[] {
  const wanted = new Set(personIds);
  return people.flatMap(({ personId, name }) => (wanted.has(personId) ? [{ id: personId, name }] : []));
}

/** The UTC day by the database's clock. */
async function databaseDay(sql: Sql): Promise<string> {
  const { rows } = await query<{
    today: string;
  }>`select (now() at time zone 'utc')::date::text as today`.execute(sql);
  return rows[0]?.today ?? '';
}
