/**
 * A client's State and its transitions: one row per transition; everything else is refused (`state_moved`, 409).
 *
 * Each change depends on the state it starts from, so one of two concurrent changes wins. It is audited, and the client's browsers get a
 * hint, in the same transaction. Source: specification section 4; server page section 4.
 */
import type { Client } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

type ClientState = Client['state'];

export const transitions = {
  confirmEmail: { from: 'DRAFT', to: 'EMAIL_CONFIRMED' },
  confirmPhone: { from: 'EMAIL_CONFIRMED', to: 'SMS_CONFIRMED' },
  handInIdentity: { from: 'SMS_CONFIRMED', to: 'CREATED' },
  // The provider wants better documents: back to the identity check.
  retryIdentity: { from: 'CREATED', to: 'SMS_CONFIRMED' },
  approveIdentity: { from: 'CREATED', to: 'ACTIVE' },
  declineIdentity: { from: 'CREATED', to: 'KYC_DECLINED' },
  // Declined, and submitted again.
  verifyAgain: { from: 'KYC_DECLINED', to: 'CREATED' },
  block: { from: 'ACTIVE', to: 'BLOCKED' },
  unblock: { from: 'BLOCKED', to: 'ACTIVE' },
  closeActive: { from: 'ACTIVE', to: 'CLOSED' },
  closeBlocked: { from: 'BLOCKED', to: 'CLOSED' },
} as const satisfies Record<string, { from: ClientState; to: ClientState }>;
export type Transition = keyof typeof transitions;

/**
 * Moves a client inside the open transaction; refuses if its state is not the transition's starting state. `reason`: from staff, for the audit record
 * only.
 */
export async function moveClient(
  work: Omit<Work, 'log'>,
  clientId: string,
  transition: Transition,
  reason?: string,
): Promise<void> {
  const { from, to } = transitions[transition];
  const { rows } = await query`
    update identity.client set state = ${to} where id = ${clientId} and state = ${from} returning id
  `.execute(work.sql);
  if (rows.length === 0) throw new Problem('state_moved');
  await audit(work, {
    action: 'client.state_changed',
    clientId,
    details: { from, to, ...(reason !== undefined && { reason }) },
  });
  await publish(work.sql, clientId, { topic: 'client' });
}

/** The client's current state. */
export const findClientState = (sql: Sql, clientId: string) => readState(sql, clientId, query``);

/** The client's state, locked until the transaction ends. */
export const lockClientState = (sql: Sql, clientId: string) =>
  readState(sql, clientId, query`for no key update`);

/** The clients among these that are not active, such as blocked ones, whose money must not leave the bank. */
export async function findInactive(sql: Sql, clientIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select id from identity.client where id = any(${[...new Set(clientIds)]}::uuid[]) and state <> 'ACTIVE'
  `.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** Refuses a staff decision that would let a blocked client's money leave. The state is locked until the transaction ends. */
export async function refuseIfBlocked(sql: Sql, clientId: string): Promise<void> {
  if ((await lockClientState(sql, clientId)) === 'BLOCKED')
    throw new Refusal('The client is blocked. Unblock the client first, or reject.');
}

async function readState(sql: Sql, clientId: string, lock: RawBuilder<unknown>): Promise<ClientState> {
  const { rows } = await query<{ state: ClientState }>`
    select state from identity.client where id = ${clientId} ${lock}
  `.execute(sql);
  if (!rows[0]) throw new Problem('not_found');
  return rows[0].state;
}
