/**
 * Between an account in euro and the EPI wallet, one to one. Like an exchange, it goes through the bank's `fx` accounts of both currencies: both transfers or none.
 * EPI has six decimals more than the euro, so an amount in cents is always exact.
 *
 * Errors in the order checked: `crypto_not_offered`, `crypto_user_missing`; `invalid_request` (account: account_unknown, account_not_euro; amount:
 * amount_precision, amount_zero); Transfer: `crypto_wallet_locked`; `account_closed`, `insufficient_balance`. Source: specification section 7; server page section 11.
 */
import type { CryptoMove, CryptoRequestType } from '@calmly/contract';
import { displayAmount, exponentOf, formatDecimal, parseDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import {
  type AccountRecord,
  findAccounts,
  refusalOf,
  requireFunds,
} from '../../../../accounts/server/accounts/index.ts';
import { bookTransactions } from '../../../../accounts/server/transactions/index.ts';
import { requireCode } from '../../../../identity/server/index.ts';
import { bankAccounts, exchangeTransferCode, post } from '../../../../ledger/server/index.ts';
import { ensureWallet, requireOpenWallet, requireUser } from '../opening/open-wallet.ts';
import { presentWallet } from '../reading/view.ts';
import { initiatorOf, rowOf, stepOf } from '../rows.ts';
import { requireNetwork, type WalletTools } from '../tools.ts';
import { findLocked, insertMove, type StoredWallet } from '../wallet-store.ts';

interface MoveInput {
  readonly type: CryptoRequestType;
  readonly account: string;
  readonly amount: string;
}

const euro = 'EUR';
const euroToken = 'EPI';
const tokensPerCent = 10n ** BigInt(exponentOf(euroToken) - exponentOf(euro));

/** `POST /crypto/transactions/internal`. */
export async function moveCrypto(
  work: Work,
  actor: ClientActor,
  tools: WalletTools,
  { type, account: numberOrIban, amount }: MoveInput,
): Promise<CryptoMove> {
  const { sql } = work;
  const { clientId } = actor;
  requireNetwork(tools, euroToken);
  await requireUser(work, clientId);
  const account = await requireEuroAccount(work, clientId, numberOrIban);
  const centsMinor = readAmount(amount);
  const wallet = await (type === 'Deposit' ? ensureWallet : requireOpenWallet)(work, {
    clientId,
    asset: euroToken,
  });
  await (type === 'Deposit'
    ? requireFunds(sql, { id: account.id, currency: euro }, centsMinor)
    : requireFunds(sql, { id: wallet.id, currency: euroToken }, centsMinor * tokensPerCent));
  const [euros, tokens] = [
    displayAmount(centsMinor, euro).text,
    displayAmount(centsMinor * tokensPerCent, euroToken).text,
  ];
  await requireCode(work, {
    summary:
      type === 'Deposit'
        ? {
            en: `Move ${euros} from account ${account.number} to your EPI wallet`,
            ru: `Перевести ${euros} со счёта ${account.number} на кошелёк EPI`,
          }
        : {
            en: `Move ${tokens} from your EPI wallet to account ${account.number}`,
            ru: `Перевести ${tokens} с кошелька EPI на счёт ${account.number}`,
          },
    snapshot: '',
    money: 'stays',
  });
  const ids = await bookMove(work, { type, account, wallet, centsMinor });
  await audit(work, {
    action: type === 'Deposit' ? 'crypto.moved_in' : 'crypto.moved_out',
    details: { amount: formatDecimal(centsMinor, euro), currency: euro, payment: ids.walletRowId },
  });
  await publish(sql, clientId, { topic: 'crypto' });
  return {
    id: ids.walletRowId,
    paymentId: ids.accountRowId,
    amount: formatDecimal(centsMinor, euro),
    wallet: await presentWallet(sql, clientId, euroToken),
  };
}

async function requireEuroAccount(
  { sql }: Work,
  clientId: string,
  numberOrIban: string,
): Promise<AccountRecord> {
  const [account] = await findAccounts(sql, [{ clientId, numberOrIban }]);
  if (account?.status !== 'ACTIVE') throw badFields({ field: 'account', code: 'account_unknown' });
  if (account.currency !== euro) throw badFields({ field: 'account', code: 'account_not_euro' });
  return account;
}

function readAmount(text: string): bigint {
  const minor = parseDecimal(text, euro);
  if (minor === undefined)
    throw badFields({
      field: 'amount',
      code: 'amount_precision',
      params: { currency: euro, digits: exponentOf(euro) },
    });
  if (minor === 0n) throw badFields({ field: 'amount', code: 'amount_zero' });
  return minor;
}

interface Move {
  readonly type: CryptoRequestType;
  readonly account: AccountRecord;
  readonly wallet: StoredWallet;
  readonly centsMinor: bigint;
}

/** Moves the money and writes both rows and the move; the ledger decides whether the money is there. */
export async function bookMove(
  work: Work,
  { type, account, wallet, centsMinor }: Move,
): Promise<{ readonly walletRowId: string; readonly accountRowId: string }> {
  const { sql, now } = work;
  const walletRowId = work.newId();
  const accountRowId = work.newId();
  const ours = await bankAccounts(sql, [
    ['fx', euro],
    ['fx', euroToken],
  ]);
  const tokensMinor = centsMinor * tokensPerCent;
  const sides = {
    account: { own: account.id, bank: ours('fx', euro), id: accountRowId, amountMinor: centsMinor },
    wallet: { own: wallet.id, bank: ours('fx', euroToken), id: walletRowId, amountMinor: tokensMinor },
  };
  const [from, to] = type === 'Deposit' ? [sides.account, sides.wallet] : [sides.wallet, sides.account];
  const verdicts = await post(sql, [
    {
      id: from.id,
      debitAccountId: from.own,
      creditAccountId: from.bank,
      amountMinor: from.amountMinor,
      code: exchangeTransferCode,
      at: now,
    },
    {
      id: to.id,
      debitAccountId: to.bank,
      creditAccountId: to.own,
      amountMinor: to.amountMinor,
      code: exchangeTransferCode,
      at: now,
    },
  ]);
  const short = { id: from.own, currency: type === 'Deposit' ? euro : euroToken } as const;
  for (const verdict of verdicts)
    if (!verdict.ok) throw await refusalOf(sql, verdict.reason, short, from.amountMinor);
  // An incident may have locked it before the ledger locked its account.
  if (type === 'Transfer' && (await findLocked(sql, [wallet.id])).size > 0)
    throw new Problem('crypto_wallet_locked');
  await writeRows(work, { type, account, wallet, centsMinor }, { walletRowId, accountRowId });
  await insertMove(sql, {
    id: walletRowId,
    clientId: wallet.clientId,
    walletId: wallet.id,
    direction: type === 'Deposit' ? 'CREDIT' : 'DEBIT',
    account: account.number,
    amountMinor: tokensMinor,
    createdAt: now,
  });
  return { walletRowId, accountRowId };
}

async function writeRows(
  work: Work,
  { type, account, wallet, centsMinor }: Move,
  { walletRowId, accountRowId }: { readonly walletRowId: string; readonly accountRowId: string },
): Promise<void> {
  const { actor } = work;
  const person = actor.kind === 'client' ? actor.personName : null;
  const onAccount = [account.holder, account.iban ?? account.number] as const;
  const onWallet = [account.holder, euroToken] as const;
  const isIn = type === 'Deposit';
  const both = {
    clientId: wallet.clientId,
    scheme: 'CRYPTO_MOVE',
    feeMinor: 0n,
    reference: `${euro}/${euroToken}`,
    debtor: isIn ? onAccount : onWallet,
    creditor: isIn ? onWallet : onAccount,
  } as const;
  const ordered = [stepOf(work, 'SUBMITTED', { actor: person }), stepOf(work, 'EXECUTED')] as const;
  const arrived = [stepOf(work, 'EXECUTED')] as const;
  await bookTransactions(work, [
    rowOf(work, {
      ...both,
      id: accountRowId,
      accountId: account.id,
      accountName: account.name,
      direction: isIn ? 'DEBIT' : 'CREDIT',
      currency: euro,
      amountMinor: centsMinor,
      steps: isIn ? ordered : arrived,
      initiator: isIn ? initiatorOf(work) : undefined,
    }),
    rowOf(work, {
      ...both,
      id: walletRowId,
      accountId: wallet.id,
      accountName: euroToken,
      direction: isIn ? 'CREDIT' : 'DEBIT',
      currency: euroToken,
      amountMinor: centsMinor * tokensPerCent,
      steps: isIn ? arrived : ordered,
      initiator: isIn ? undefined : initiatorOf(work),
    }),
  ]);
}
