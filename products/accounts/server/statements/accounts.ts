/**
 * The accounts that have statements: a client's accounts, and ledger accounts that other modules keep for it, such as those of cards. Each kind is a
 * source provided by the composition root. Errors: `not_found` for another client's account, and for a kind that the reader may not see.
 */
import { holdsRight, type ProfitOfPeriod, type Right, type StatementAccount } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { balances } from '../../../ledger/server/index.ts';

export interface StatedAccount {
  readonly kind: StatementAccount['kind'];
  /** The ledger's id. */
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly name: string;
  readonly holder: string;
  readonly iban: string | null;
  /** For programs: at most 16 letters, digits and hyphens, unique among the client's accounts. */
  readonly number: string;
  /** For people. */
  readonly shownAs: string;
  readonly isClosed: boolean;
  readonly createdAt: Date;
  /** Its profit in a period; only for traded assets. */
  readonly profit?: (
    sql: Sql,
    period: { readonly begins: Date; readonly ends: Date },
  ) => Promise<ProfitOfPeriod | undefined>;
}

export interface AccountSource {
  /** The right that a company member needs in addition to the right to statements. */
  readonly right?: Right;
  /** The client's accounts of this kind, oldest first, including closed ones; with `id`, only that one. */
  readonly list: (
    sql: Sql,
    of: { readonly clientId: string; readonly id?: string },
  ) => Promise<readonly StatedAccount[]>;
}

type Reading = Pick<Work, 'sql' | 'actor'>;

/** In the order of the sources; a source whose right the actor lacks contributes none. With `id`, at most that account. */
export async function statedAccounts(
  work: Reading,
  sources: readonly AccountSource[],
  id?: string,
): Promise<StatedAccount[]> {
  const actor = requireClientActor(work);
  const found: StatedAccount[] = [];
  for (const { right, list } of sources)
    if (right === undefined || holdsRight(actor, right))
      found.push(...(await list(work.sql, { clientId: actor.clientId, ...(id !== undefined && { id }) })));
  return found;
}

/** Errors: `not_found`. */
export async function requireStated(
  work: Reading,
  sources: readonly AccountSource[],
  id: string,
): Promise<StatedAccount> {
  const [account] = await statedAccounts(work, sources, id);
  if (!account) throw new Problem('not_found');
  return account;
}

/** In the portal's form. */
export async function readStatedAccounts(
  work: Reading,
  sources: readonly AccountSource[],
): Promise<StatementAccount[]> {
  const accounts = await statedAccounts(work, sources);
  const balanceOf = await balances(
    work.sql,
    accounts.map(({ id }) => id),
  );
  return accounts.map(({ id, kind, currency, name, shownAs, isClosed }) => ({
    id,
    kind,
    currency,
    name,
    number: shownAs,
    isClosed,
    balance: formatDecimal(balanceOf.get(id)?.postedMinor ?? 0n, currency),
  }));
}
