/** Wallets' rows in the payments list. Pure. */
import type { CryptoAsset, CurrencyCode, Network } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import type { Initiator, NewTransaction, Step } from '../../../accounts/server/transactions/index.ts';

/** Names of networks, as people use them. */
export const networkName: Readonly<Record<Network, string>> = {
  bitcoin: 'Bitcoin',
  evm: 'Ethereum',
  ton: 'TON',
};

export interface RowFacts {
  readonly id: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly scheme: 'CRYPTO' | 'CRYPTO_MOVE';
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly currency: CryptoAsset | CurrencyCode;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly reference: string;
  readonly debtor: readonly [name: string, account: string];
  readonly creditor: readonly [name: string, account: string];
  readonly creditorAccountId?: string;
  readonly steps: NewTransaction['steps'];
  readonly initiator: Initiator | undefined;
}

/** The end-to-end id is the row's id in 32 capital hexadecimal digits (Max35Text of ISO 20022). */
export const rowOf = ({ now }: Pick<Work, 'now'>, facts: RowFacts): NewTransaction => ({
  id: facts.id,
  clientId: facts.clientId,
  accountId: facts.accountId,
  accountName: facts.accountName,
  scheme: facts.scheme,
  direction: facts.direction,
  currency: facts.currency,
  amountMinor: facts.amountMinor,
  feeMinor: facts.feeMinor,
  reference: facts.reference,
  chargeBearer: 'SHA',
  endToEndId: facts.id.replaceAll('-', '').toUpperCase(),
  debtorName: facts.debtor[0],
  debtorAccount: facts.debtor[1],
  creditorName: facts.creditor[0],
  creditorAccount: facts.creditor[1],
  beneficiaryId: null,
  creditorAgentBic: null,
  creditorAgentName: null,
  creditorAccountId: facts.creditorAccountId ?? null,
  counterpartyCountry: null,
  railReference: null,
  expectedOn: null,
  converted: null,
  createdAt: now,
  steps: facts.steps,
  initiator: facts.initiator,
});

/** `at` is `work.now`. */
export const stepOf = (
  { now }: Pick<Work, 'now'>,
  status: Step['status'],
  more: Partial<Pick<Step, 'actor' | 'reason'>> = {},
): Step => ({ status, at: now, actor: more.actor ?? null, reason: more.reason ?? null });

/** Undefined unless a client acts. Address and browser are null in a job. */
export const initiatorOf = ({ actor, request }: Work): Initiator | undefined =>
  actor.kind === 'client'
    ? { personId: actor.personId, ip: request?.ip ?? null, userAgent: request?.userAgent ?? null }
    : undefined;
