/**
 * An incident: a chain undid a booked transfer. The books follow the chain at once (`custody`), the bank bears the difference on `receivable`, and
 * nothing can
 * leave the client's wallet until the chain has reverted or staff have decided (`desk.ts`). Orders of the exchange that would pay from it end.
 */
import { networkOf } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { bankAccounts, lockAccounts, postAll } from '../../../../ledger/server/index.ts';
import { scheduleSending } from '../withdrawals/schedule.ts';
import { closeIncident, type Incident, type IncidentKind, insertIncident } from './incident-store.ts';

/** Whether the bank has less or more on the chain than was booked. */
const opens: Readonly<Record<IncidentKind, 'less' | 'more'>> = {
  DEPOSIT_LOST: 'less',
  WITHDRAWAL_PAID: 'less',
  WITHDRAWAL_GONE: 'more',
};
const openedAs = {
  DEPOSIT_LOST: 'crypto.deposit_lost',
  WITHDRAWAL_PAID: 'crypto.withdrawal_paid_late',
  WITHDRAWAL_GONE: 'crypto.withdrawal_undone',
} as const;
const returnedAs = {
  DEPOSIT_LOST: 'crypto.deposit_returned',
  WITHDRAWAL_PAID: 'crypto.withdrawal_returned',
  WITHDRAWAL_GONE: 'crypto.withdrawal_returned',
} as const;

type Subject = Incident & { readonly txId: string };

/** A job for modules that hold a wallet's money for later. Its payload is a `WalletLocked`. */
export const walletLockedTask = 'wallet_locked';

export interface WalletLocked {
  readonly clientId: string;
  readonly walletId: string;
}

/**
 * In the caller's transaction. `amountMinor` moves between `custody` and `receivable`; the client's balance
 * stays, and the wallet is locked while the incident is open.
 */
export async function openIncident(work: Work, incident: Subject): Promise<void> {
  // Code that takes money from a wallet checks its lock after the ledger has locked the account.
  if (incident.walletId !== null) await lockAccounts(work.sql, [incident.walletId]);
  await insertIncident(work.sql, incident, work.now);
  await moveHeld(work, incident, opens[incident.kind]);
  await record(work, incident, openedAs[incident.kind]);
  const { kind, id: incidentId, asset, txId, clientId, walletId } = incident;
  if (clientId !== null && walletId !== null) {
    const locked: WalletLocked = { clientId, walletId };
    await addJobs(work.sql, [{ task: walletLockedTask, payload: locked }]);
  }
  work.log.error({ kind, incidentId, asset, txId }, 'a chain undid what was booked');
}

/** The chain again matches the bank's booking. If staff have decided in the meantime, that decision stays, and the bank keeps the difference. */
export async function returnIncident(work: Work, incident: Subject): Promise<void> {
  const isOpen = await closeIncident(work.sql, incident.id, 'RETURNED', work.now);
  await moveHeld(work, incident, opens[incident.kind] === 'less' ? 'more' : 'less');
  await record(work, incident, returnedAs[incident.kind]);
  if (isOpen) await scheduleSending(work.sql, networkOf(incident.asset));
  else work.log.error({ incidentId: incident.id }, 'a chain returned what staff had settled');
}

async function moveHeld(
  { sql, now, newId }: Work,
  { id, asset, amountMinor }: Incident,
  change: 'less' | 'more',
): Promise<void> {
  const ours = await bankAccounts(sql, [
    ['custody', asset],
    ['receivable', asset],
  ]);
  const [custody, receivable] = [ours('custody', asset), ours('receivable', asset)];
  const [debitAccountId, creditAccountId] = change === 'less' ? [receivable, custody] : [custody, receivable];
  const transfer = { id: newId(), subjectId: id, debitAccountId, creditAccountId, amountMinor };
  await postAll(sql, [{ ...transfer, code: 'crypto_lost', at: now }]);
}

async function record(
  work: Work,
  { clientId, asset, txId }: Subject,
  action: (typeof openedAs | typeof returnedAs)[IncidentKind],
): Promise<void> {
  if (clientId === null) return;
  await audit(work, { action, clientId, details: { currency: asset, txId } });
  await publish(work.sql, clientId, { topic: 'crypto' });
}
