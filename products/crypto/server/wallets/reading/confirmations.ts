/** The number of confirmations, as far as the chains were read. */
import { type Network, networks } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { findCursor } from '../deposits/deposit-store.ts';

interface Confirmations {
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
}

/**
 * Reads once how far each network was read. Counts no further than the network requires; 0 outside a
 * block.
 */
export async function readConfirmations(
  sql: Sql,
): Promise<(network: Network, height: number | null) => Confirmations> {
  const cursors = new Map(
    await Promise.all(networks.map(async (network) => [network, await findCursor(sql, network)] as const)),
  );
  return (network, height) => {
    const cursor = cursors.get(network);
    const needed = cursor?.confirmations ?? 1;
    const above = height === null || cursor?.height == null ? 0 : cursor.height - height + 1;
    return { confirmations: Math.min(Math.max(above, 0), needed), confirmationsNeeded: needed };
  };
}
