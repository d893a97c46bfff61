/** Clients' postal addresses in the form of a transfer. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface ClientAddress {
  /** Street and building in one line. */
  readonly line: string | null;
  readonly postCode: string | null;
  readonly town: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** By client; clients without a known town or country are omitted. */
export async function findClientAddresses(
  sql: Sql,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, ClientAddress>> {
  const { rows } = await query<ClientAddress & { id: string }>`
    select id, nullif(concat_ws(', ', nullif(address_line1, ''), nullif(address_line2, '')), '') as line,
      nullif(address_post_code, '') as "postCode", address_town as town, address_country as country
    from identity.client where id = any(${clientIds}::uuid[]) and address_town <> '' and address_country <> ''
  `.execute(sql);
  return new Map(rows.map(({ id, ...address }) => [id, address]));
}
