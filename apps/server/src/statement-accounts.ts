/** Which accounts of the ledger have statements, and how they are named there. Part of the composition root. */
import { formatIban } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import { listAccountsOf } from '@calmly/products/accounts/server/accounts/index.ts';
import type { AccountSource, StatedAccount } from '@calmly/products/accounts/server/statements/index.ts';
import { listCardAccounts, maskedNumber } from '@calmly/products/cards/server/index.ts';
import { readProfit } from '@calmly/products/crypto/server/trading/index.ts';
import { listWalletAccounts } from '@calmly/products/crypto/server/wallets/index.ts';

const accounts: AccountSource = {
  list: async (sql, { clientId, id }) =>
    (await listAccountsOf(sql, clientId))
      .filter((account) => id === undefined || account.id === id)
      .map(
        (account): StatedAccount => ({
          ...account,
          kind: 'ACCOUNT',
          shownAs: account.iban ? formatIban(account.iban) : account.number,
          isClosed: account.status === 'CLOSED',
        }),
      ),
};

const cards: AccountSource = {
  right: 'can_plast_view',
  list: async (sql, of) =>
    (await listCardAccounts(sql, of)).map(
      ({ lastFour, ...account }): StatedAccount => ({
        ...account,
        kind: 'CARD',
        iban: null,
        number: `CARD-${lastFour}-${endOf(account.id)}`,
        shownAs: maskedNumber({ lastFour }),
      }),
    ),
};

const wallets: AccountSource = {
  list: async (sql, of) =>
    (await listWalletAccounts(sql, of)).map(
      ({ networkName, ...account }): StatedAccount => ({
        ...account,
        kind: 'WALLET',
        iban: null,
        name: account.currency,
        number: `${account.currency}-${endOf(account.id)}`,
        shownAs: networkName,
        isClosed: false,
        profit: (sqlOfStatement, period) =>
          readProfit(sqlOfStatement, { walletId: account.id, asset: account.currency }, period),
      }),
    ),
};

/** The random end of an id. */
const endOf = (id: string): string => id.slice(-6).toUpperCase();

export const statementAccounts: readonly AccountSource[] = [accounts, cards, wallets];

/** The accounts, cards and wallets of a client, by id. */
export async function accountIdsOf(
  { sql }: Pick<Work, 'sql'>,
  clientId: string,
): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(statementAccounts.map(({ list }) => list(sql, { clientId })));
  return new Set(lists.flat().map(({ id }) => id));
}
