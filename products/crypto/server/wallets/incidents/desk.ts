/**
 * The desk's queue of incidents. Approving settles with the client: the wallet pays the amount it should not have, or gets the amount it should.
 * Rejecting leaves the wallet
 * unchanged, and the bank bears the difference (`fees`). Either way the wallet is unlocked. Both are audited with the reason.
 * Errors of a decision: withdrawal_state (already decided, or the chain has reverted); Refusal if the wallet has too little.
 */
import { displayAmount } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { auditors, type DecisionOptions, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Work } from '@calmly/platform/work.ts';
import { announce, bookTransactions } from '../../../../accounts/server/transactions/index.ts';
import { clientName } from '../../../../identity/server/index.ts';
import { bankAccounts, post, postAll } from '../../../../ledger/server/index.ts';
import { networkName, rowOf, stepOf } from '../rows.ts';
import { scheduleSending } from '../withdrawals/schedule.ts';
import { markGivenBack } from '../withdrawals/withdrawal-store.ts';
import { closeIncident, type IncidentKind, listIncidents, type OpenIncident } from './incident-store.ts';

export const incidentQueue: DeskQueue = {
  kind: 'chain-incident',
  roles: { decides: ['FIN'], reads: auditors },
  async list(sql, page) {
    return (await listIncidents(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const [incident] = await listIncidents(sql, { id, limit: 1 });
    return (
      incident && {
        ...itemOf(incident),
        facts: [
          ['Network', networkName[incident.network]],
          ['Transaction', incident.txId],
          ['Address', incident.address],
          ['To approve', effectOf(incident)],
          ['To reject', 'leaves the wallet as it is; the bank bears the difference'],
        ],
        documentIds: [],
      }
    );
  },
  decide: (work, id, decision, options) => decide(work, id, decision === 'approve', options),
};

const subjects: Readonly<Record<IncidentKind, string>> = {
  DEPOSIT_LOST: 'the network undid a deposit that was booked',
  WITHDRAWAL_PAID: 'the network paid a withdrawal whose money was given back',
  WITHDRAWAL_GONE: 'the network undid a withdrawal that was settled',
};

const itemOf = ({ id, clientId, openedAt, kind, asset, amountMinor }: OpenIncident): DeskItem => ({
  id,
  clientId,
  since: openedAt,
  subject: `${displayAmount(amountMinor, asset).text}: ${subjects[kind]}`,
});

/** Owed by the client to the bank, or by the bank to the client; a withdrawal's fee follows its amount. */
const owedMinor = ({ amountMinor, feeMinor }: OpenIncident): bigint => amountMinor + feeMinor;

function effectOf(incident: OpenIncident): string {
  const amount = displayAmount(owedMinor(incident), incident.asset).text;
  return incident.kind === 'WITHDRAWAL_GONE'
    ? `gives ${amount} back to the wallet. Only if the transaction cannot be confirmed any more: the server stops sending it`
    : `takes ${amount} from the wallet`;
}

async function decide(
  work: Work,
  id: string,
  isSettled: boolean,
  { reason }: DecisionOptions,
): Promise<void> {
  const { sql, now } = work;
  const [incident] = await listIncidents(sql, { id, limit: 1 });
  if (!incident || !(await closeIncident(sql, id, isSettled ? 'SETTLED' : 'WRITTEN_OFF', now)))
    throw new Problem('withdrawal_state');
  const { walletId, clientId, asset, network } = incident;
  if (isSettled && (walletId === null || clientId === null))
    throw new Refusal('This concerns no client. Reject it: the bank bears it.');
  if (isSettled) await settleWithClient(work, incident);
  else await writeOff(work, incident);
  if (clientId !== null) {
    await audit(work, {
      action: isSettled ? 'crypto.incident_settled' : 'crypto.incident_written_off',
      clientId,
      details: { currency: asset, reason: reason ?? null },
    });
    await publish(sql, clientId, { topic: 'crypto' });
  }
  await scheduleSending(sql, network);
}

async function settleWithClient(work: Work, incident: OpenIncident): Promise<void> {
  const { sql, now, newId } = work;
  const { id, kind, asset, amountMinor, feeMinor } = incident;
  const walletId = incident.walletId ?? '';
  const ours = await bankAccounts(sql, [
    ['receivable', asset],
    ['fees', asset],
  ]);
  const rowId = newId();
  const part = (own: string, minor: bigint, transferId: string) => {
    const [debitAccountId, creditAccountId] = kind === 'WITHDRAWAL_GONE' ? [own, walletId] : [walletId, own];
    const code = 'crypto_incident';
    return {
      id: transferId,
      subjectId: rowId,
      debitAccountId,
      creditAccountId,
      amountMinor: minor,
      code,
      at: now,
    };
  };
  const parts = [
    part(ours('receivable', asset), amountMinor, rowId),
    ...(feeMinor > 0n ? [part(ours('fees', asset), feeMinor, newId())] : []),
  ];
  for (const verdict of await post(sql, parts))
    if (!verdict.ok)
      throw new Refusal('The wallet has too little to be corrected. Settle with the client first.');
  if (kind === 'WITHDRAWAL_GONE' && !(await markGivenBack(sql, id, now)))
    throw new Problem('withdrawal_state');
  await bookCorrection(work, incident, rowId);
}

/** The correction in the client's list of payments. */
async function bookCorrection(work: Work, incident: OpenIncident, id: string): Promise<void> {
  const { sql } = work;
  const { kind, asset, network, address, txId } = incident;
  const clientId = incident.clientId ?? '';
  const own = [await clientName(sql, clientId), asset] as const;
  const other = [networkName[network], address] as const;
  const isBack = kind === 'WITHDRAWAL_GONE';
  await bookTransactions(work, [
    rowOf(work, {
      id,
      clientId,
      accountId: incident.walletId ?? '',
      accountName: asset,
      scheme: 'CRYPTO',
      direction: isBack ? 'CREDIT' : 'DEBIT',
      currency: asset,
      amountMinor: owedMinor(incident),
      feeMinor: 0n,
      reference: txId,
      debtor: isBack ? other : own,
      creditor: isBack ? own : other,
      steps: [stepOf(work, 'EXECUTED')],
      initiator: undefined,
    }),
  ]);
  await announce(sql, [{ id, clientId }]);
}

async function writeOff({ sql, now, newId }: Work, { id, kind, asset, amountMinor }: OpenIncident) {
  const ours = await bankAccounts(sql, [
    ['receivable', asset],
    ['fees', asset],
  ]);
  const [receivable, fees] = [ours('receivable', asset), ours('fees', asset)];
  const [debitAccountId, creditAccountId] =
    kind === 'WITHDRAWAL_GONE' ? [receivable, fees] : [fees, receivable];
  const transfer = { id: newId(), subjectId: id, debitAccountId, creditAccountId, amountMinor };
  await postAll(sql, [{ ...transfer, code: 'crypto_incident', at: now }]);
}
