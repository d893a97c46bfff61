/** Amounts and accounts named by a client for a card. Cards are in euro. */
import { currencies, parseDecimal } from '@calmly/domain';
import { badFields } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type AccountRecord, findAccounts } from '../../../accounts/server/accounts/index.ts';

export const cardCurrency = 'EUR';

/** Minor units of an amount above zero. Errors: amount_precision, amount_zero. */
export function readAmount(text: string, field: string): bigint {
  const minor = parseDecimal(text, cardCurrency);
  if (minor === undefined)
    throw badFields({
      field,
      code: 'amount_precision',
      params: { currency: cardCurrency, digits: currencies[cardCurrency].exponent },
    });
  if (minor === 0n) throw badFields({ field, code: 'amount_zero' });
  return minor;
}

/** The client's open euro account by its number or IBAN. Errors: account_unknown, account_not_euro. */
export async function requireEuroAccount(
  sql: Sql,
  key: { readonly clientId: string; readonly numberOrIban: string },
  field: string,
): Promise<AccountRecord> {
  const [account] = await findAccounts(sql, [key]);
  if (account?.status !== 'ACTIVE') throw badFields({ field, code: 'account_unknown' });
  if (account.currency !== cardCurrency) throw badFields({ field, code: 'account_not_euro' });
  return account;
}
