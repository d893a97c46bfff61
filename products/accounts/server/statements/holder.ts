import type { Sql, Work } from '@calmly/platform/work.ts';
import { findProfile, requireClientActor } from '../../../identity/server/index.ts';

/** The holder's address in lines; empty if the bank has none. */
export const addressOf = ({ sql, actor }: Pick<Work, 'sql' | 'actor'>): Promise<string[]> =>
  addressLines(sql, requireClientActor({ actor }));

/** The same, for one of its people. */
export async function addressLines(
  sql: Sql,
  { clientId, personId }: { readonly clientId: string; readonly personId: string },
): Promise<string[]> {
  const client = await findProfile(sql, { clientId, personId });
  const town = [client?.addressPostCode, client?.addressTown, client?.addressCountry];
  return [client?.addressLine1, town.filter(Boolean).join(' ')].filter((line) => !!line) as string[];
}
