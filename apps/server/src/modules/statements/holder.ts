import type { Work } from '../../platform/work.ts';
import { findProfile, requireClientActor } from '../identity/index.ts';

/** The holder's address in lines; empty where the bank has none. */
export async function addressOf({ sql, actor }: Pick<Work, 'sql' | 'actor'>): Promise<string[]> {
  const { clientId, personId } = requireClientActor({ actor });
  const client = await findProfile(sql, { clientId, personId });
  const town = [client?.addressPostCode, client?.addressTown, client?.addressCountry];
  return [client?.addressLine1, town.filter(Boolean).join(' ')].filter((line) => !!line) as string[];
}
