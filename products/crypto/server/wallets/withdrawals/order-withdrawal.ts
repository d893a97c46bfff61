/**
 * Orders a withdrawal at a quoted fee: amount and fee are held, and the send job takes it further. In a company it may wait for approval, by the rules for payments in
 * the asset.
 *
 * Errors in the order checked: `crypto_not_offered`, `crypto_user_missing`; `invalid_request` (address: required, `address_*`; payeeId: crypto_payee_unknown,
 * payee_other_asset), `beneficiary_right_missing`; `invalid_request` (amount: amount_precision, amount_zero, amount_below_minimum); `crypto_quote_expired`; `crypto_wallet_locked`; `insufficient_balance`.
 * Source: specification section 7; server page sections 8 and 11.
 */
import { holdsRight, type SentForApproval, type Withdrawal, type WithdrawalOrder } from '@calmly/contract';
import {
  type CryptoAsset,
  displayAmount,
  exponentOf,
  formatDecimal,
  networkOf,
  parseDecimal,
  shortAddress,
} from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { refusalOf, requireFunds } from '../../../../accounts/server/accounts/index.ts';
import { bookTransactions, type Steps } from '../../../../accounts/server/transactions/index.ts';
import { countTowardsDay, needOf, openApproval } from '../../../../approvals/server/index.ts';
import { clientName, coolingOffAllowance, requireCode } from '../../../../identity/server/index.ts';
import { reserve } from '../../../../ledger/server/index.ts';
import { requireOpenWallet, requireUser } from '../opening/open-wallet.ts';
import { initiatorOf, networkName, rowOf, stepOf } from '../rows.ts';
import { leastMinor, requireNetwork, type WalletTools } from '../tools.ts';
import type { StoredWallet } from '../wallet-store.ts';
import { contentOf } from './approval-content.ts';
import { requireAddress } from './destination.ts';
import { holdPayee, type StoredPayee } from './payee-store.ts';
import { scheduleSending } from './schedule.ts';
import { presentOne } from './view.ts';
import { findQuote, insertWithdrawal, type StoredQuote, type StoredWithdrawal } from './withdrawal-store.ts';

/** `POST /crypto/withdrawals`. */
export async function orderWithdrawal(
  work: Work,
  actor: ClientActor,
  tools: WalletTools,
  order: WithdrawalOrder,
): Promise<Withdrawal | SentForApproval> {
  const { sql } = work;
  const { clientId } = actor;
  const { asset } = order;
  requireNetwork(tools, asset);
  await requireUser(work, clientId);
  const { address, payee } = await requireDestination(work, clientId, tools, order);
  // An address outside the address book needs the right to add one.
  if (!payee && !holdsRight(actor, 'can_create_benef')) throw new Problem('beneficiary_right_missing');
  const amountMinor = readAmount(order.amount, asset);
  const quote = await requireQuote(work, clientId, order);
  const wallet = await requireOpenWallet(work, { clientId, asset });
  const { feeMinor } = quote;
  await requireFunds(sql, { id: wallet.id, currency: asset }, amountMinor + feeMinor);
  const money = { amountMinor, currency: asset };
  const question = { kind: 'withdrawal', clientId, money, newPayee: payee === undefined } as const;
  const need = await needOf(work, question);
  await confirm(work, { asset, address, payee, amountMinor, feeMinor });
  const withdrawal = await writeWithdrawal(work, actor, {
    wallet,
    quote,
    amountMinor,
    destination: { address, payee },
    state: need ? 'APPROVAL' : 'QUEUED',
  });
  await countTowardsDay(sql, [{ work, question }]);
  await audit(work, {
    action: 'crypto.withdrawal_ordered',
    details: {
      amount: formatDecimal(amountMinor, asset),
      currency: asset,
      address,
      payment: withdrawal.id,
    },
  });
  await publish(sql, clientId, { topic: 'crypto' });
  if (need) return openApproval(work, askOf(withdrawal, payee), need);
  await scheduleSending(sql, withdrawal.network);
  return presentOne(sql, withdrawal);
}

interface Destination {
  readonly address: string;
  /** From the address book. */
  readonly payee: StoredPayee | undefined;
}

interface NewWithdrawal {
  readonly wallet: StoredWallet;
  readonly quote: Pick<StoredQuote, 'feeMinor' | 'rate'>;
  readonly amountMinor: bigint;
  readonly destination: Destination;
  readonly state: 'APPROVAL' | 'QUEUED';
}

/** Holds the money and stores the withdrawal with its row. Errors: `insufficient_balance`, `account_closed`. */
export async function writeWithdrawal(
  work: Work,
  actor: ClientActor,
  { wallet, quote, amountMinor, destination: { address, payee }, state }: NewWithdrawal,
): Promise<StoredWithdrawal> {
  const { sql, now } = work;
  const { clientId, asset } = wallet;
  const withdrawal: StoredWithdrawal = {
    id: work.newId(),
    clientId,
    walletId: wallet.id,
    network: networkOf(asset),
    asset,
    address,
    payeeId: payee?.id ?? null,
    amountMinor,
    feeMinor: quote.feeMinor,
    rate: quote.rate,
    state,
    screenedAt: null,
    finding: null,
    unsigned: null,
    signed: null,
    txId: null,
    height: null,
    chainFeeMinor: null,
    chainOutcome: null,
    createdAt: now,
    updatedAt: now,
  };
  await hold(work, withdrawal);
  await insertWithdrawal(sql, withdrawal);
  await bookRow(work, actor, withdrawal, payee);
  return withdrawal;
}

async function requireDestination(
  { sql }: Work,
  clientId: string,
  tools: WalletTools,
  { asset, address, payeeId }: WithdrawalOrder,
): Promise<Destination> {
  if ((address === undefined) === (payeeId === undefined))
    throw badFields({ field: 'address', code: 'required' });
  if (address !== undefined)
    return {
      address: await requireAddress(sql, tools, { clientId, asset, text: address }),
      payee: undefined,
    };
  const payee = await holdPayee(sql, { id: payeeId ?? '', clientId });
  if (!payee) throw badFields({ field: 'payeeId', code: 'crypto_payee_unknown' });
  if (payee.asset !== asset)
    throw badFields({ field: 'payeeId', code: 'payee_other_asset', params: { currency: payee.asset } });
  return { address: await requireAddress(sql, tools, { clientId, asset, text: payee.address }), payee };
}

function readAmount(text: string, asset: CryptoAsset): bigint {
  const minor = parseDecimal(text, asset);
  if (minor === undefined)
    throw badFields({
      field: 'amount',
      code: 'amount_precision',
      params: { currency: asset, digits: exponentOf(asset) },
    });
  if (minor === 0n) throw badFields({ field: 'amount', code: 'amount_zero' });
  const least = leastMinor[asset].withdrawal;
  if (minor < least)
    throw badFields({
      field: 'amount',
      code: 'amount_below_minimum',
      params: { minimum: displayAmount(least, asset).text },
    });
  return minor;
}

async function requireQuote(
  { sql, now }: Work,
  clientId: string,
  { quoteId, asset }: WithdrawalOrder,
): Promise<StoredQuote> {
  const quote = await findQuote(sql, { id: quoteId, clientId });
  if (quote?.asset !== asset || quote.expiresAt <= now) throw new Problem('crypto_quote_expired');
  return quote;
}

async function confirm(
  work: Work,
  order: Pick<StoredWithdrawal, 'asset' | 'address' | 'amountMinor' | 'feeMinor'> & {
    readonly payee: StoredPayee | undefined;
  },
): Promise<void> {
  const { asset, address, payee, amountMinor, feeMinor } = order;
  const [amount, fee] = [amountMinor, feeMinor].map((minor) => displayAmount(minor, asset).text);
  const to = payee ? `${payee.label}, ${address}` : address;
  const network = networkName[networkOf(asset)];
  await requireCode(work, {
    summary: {
      en: `Withdraw ${amount} on ${network} to ${to}, fee ${fee}`,
      ru: `Вывести ${amount}, сеть ${network}, получатель ${to}, комиссия ${fee}`,
    },
    snapshot: String(feeMinor),
    money: [outflowOf({ asset, amountMinor }, payee?.createdAt ?? work.now)],
  });
}

/** The amount that cooling-off judges. EPI is worth euro; the others have no price here, so each counts as a large payment. */
export const outflowOf = (
  { asset, amountMinor }: Pick<StoredWithdrawal, 'asset' | 'amountMinor'>,
  knownSince: Date,
) => ({
  knownSince,
  worthMinor: asset === 'EPI' ? (amountMinor + 999_999n) / 1_000_000n : coolingOffAllowance + 1n,
});

async function hold(
  { sql }: Work,
  { id, walletId, asset, amountMinor, feeMinor }: StoredWithdrawal,
): Promise<void> {
  const neededMinor = amountMinor + feeMinor;
  const [verdict] = await reserve(sql, [{ id, accountId: walletId, amountMinor: neededMinor }]);
  if (!verdict?.ok)
    throw await refusalOf(
      sql,
      verdict?.reason ?? 'account_unknown',
      { id: walletId, currency: asset },
      neededMinor,
    );
}

async function bookRow(
  work: Work,
  actor: ClientActor,
  withdrawal: StoredWithdrawal,
  payee: StoredPayee | undefined,
): Promise<void> {
  const { id, clientId, walletId, asset, network, address, amountMinor, feeMinor, state } = withdrawal;
  const steps: Steps =
    state === 'APPROVAL'
      ? [stepOf(work, 'CREATED', { actor: actor.personName })]
      : submittedSteps(work, actor.personName);
  await bookTransactions(work, [
    rowOf(work, {
      id,
      clientId,
      accountId: walletId,
      accountName: asset,
      scheme: 'CRYPTO',
      direction: 'DEBIT',
      currency: asset,
      amountMinor,
      feeMinor,
      reference: shortAddress(address),
      debtor: [await clientName(work.sql, clientId), asset],
      creditor: [payee?.label ?? networkName[network], address],
      steps,
      initiator: initiatorOf(work),
    }),
  ]);
}

/** The steps from the order, or the last consent, to the queue, where its address is screened. */
export const submittedSteps = (work: Pick<Work, 'now'>, actor: string): Steps => [
  stepOf(work, 'SUBMITTED', { actor }),
  stepOf(work, 'TO_AML_REVIEW'),
];

const askOf = (withdrawal: StoredWithdrawal, payee: StoredPayee | undefined) => {
  const { id, clientId, asset, amountMinor, feeMinor, network, address } = withdrawal;
  const total = displayAmount(amountMinor + feeMinor, asset).text;
  return {
    kind: 'withdrawal',
    clientId,
    subjectId: id,
    basedOn: payee?.id,
    content: contentOf(withdrawal),
    money: { amountMinor, currency: asset },
    facts: {
      address,
      ...(payee && { label: payee.label }),
      network: networkName[network],
      fee: displayAmount(feeMinor, asset).text,
      total,
    },
  } as const;
};
