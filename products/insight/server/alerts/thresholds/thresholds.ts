/**
 * Thresholds: listed, set, removed. They are a person's own in one client, and on accounts that the person may see.
 *
 * Errors: `not_found` (another person's threshold, another client's account, a card without the right to cards), `account_closed`, `too_many_thresholds`,
 * `invalid_request` (amount: more digits than the currency has, or zero).
 */
import { type Threshold, type ThresholdInput, thresholdsMax } from '@calmly/contract';
import { exponentOf, formatDecimal, parseDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import {
  type AccountSource,
  type StatedAccount,
  statedAccounts,
} from '../../../../accounts/server/statements/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { positions } from '../../../../ledger/server/index.ts';
import { scheduleSweep } from './sweep.ts';
import {
  hasAny,
  listOfKeeper,
  lockThresholds,
  removeOf,
  type StoredThreshold,
  writeThreshold,
} from './threshold-store.ts';

/** Thresholds of open accounts that the person may see now. */
export async function readThresholds(work: Work, sources: readonly AccountSource[]) {
  const accounts = (await statedAccounts(work, sources)).filter(({ isClosed }) => !isClosed);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const kept = await listOfKeeper(work.sql, requireClientActor(work));
  return {
    items: kept.flatMap((threshold) => {
      const account = byId.get(threshold.accountId);
      return account ? [shown(threshold, account)] : [];
    }),
    accounts: accounts.map(({ id, kind, name, shownAs, currency }) => ({
      id,
      kind,
      name,
      number: shownAs,
      currency,
    })),
  };
}

const shown = (
  { id, accountId, kind, amountMinor }: Pick<StoredThreshold, 'id' | 'accountId' | 'kind' | 'amountMinor'>,
  { currency }: Pick<StatedAccount, 'currency'>,
): Threshold => ({ id, accountId, kind, amount: formatDecimal(amountMinor, currency), currency });

/**
 * One per account and kind, replacing an earlier one. A balance that is already low is not reported. Changes of a person's thresholds are serialised.
 */
export async function changeThreshold(
  work: Work,
  sources: readonly AccountSource[],
  { accountId, kind, amount }: ThresholdInput,
): Promise<Threshold> {
  const { sql, now } = work;
  const { clientId, personId } = requireClientActor(work);
  const [account] = await statedAccounts(work, sources, accountId);
  if (!account) throw new Problem('not_found');
  if (account.isClosed) throw new Problem('account_closed');
  const { currency } = account;
  const amountMinor = parseDecimal(amount, currency);
  if (amountMinor === undefined)
    throw badFields({
      field: 'amount',
      code: 'amount_precision',
      params: { currency, digits: exponentOf(currency) },
    });
  if (amountMinor === 0n) throw badFields({ field: 'amount', code: 'amount_zero' });
  await lockThresholds(sql, { clientId, personId });
  const kept = await listOfKeeper(sql, { clientId, personId });
  const before = kept.find((each) => each.accountId === accountId && each.kind === kind);
  if (!before && (await readThresholds(work, sources)).items.length >= thresholdsMax)
    throw new Problem('too_many_thresholds', { params: { max: thresholdsMax } });
  const position = (await positions(sql, [accountId])).get(accountId);
  if (!position) throw new Error(`account ${accountId} is not in the ledger`);
  const isFirst = !(await hasAny(sql));
  const isLow = kind === 'LOW_BALANCE' && position.availableMinor < amountMinor;
  const id = await writeThreshold(sql, {
    id: before?.id ?? work.newId(),
    ...{ clientId, personId, accountId, kind, amountMinor },
    judgedSeq: position.seq,
    // A balance that is already lower has not fallen below the amount.
    lowSince: isLow ? now : null,
  });
  if (isFirst) await scheduleSweep(work);
  await audit(work, {
    action: 'alerts.threshold_changed',
    details: { kind, amount, currency, account: account.name },
  });
  return shown({ id, accountId, kind, amountMinor }, account);
}

/** Also for an account that the person may no longer see. */
export async function deleteThreshold(work: Work, id: string): Promise<undefined> {
  if (!(await removeOf(work.sql, requireClientActor(work), id))) throw new Problem('not_found');
  await audit(work, { action: 'alerts.threshold_removed' });
  return undefined;
}
