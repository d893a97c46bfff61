/**
 * A sweep tries one attack on every call. Each row is a separate test (`test.each`), so a failure names its call or its area, and
 * `-t` repeats only that row.
 */
import type { EndpointSpec } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { changedTables, imprint } from './doors.ts';

type Rows<Item> = ReadonlyArray<readonly [title: string, item: Item]>;

/** A row for each call. */
export const rowsByCall = (specs: readonly EndpointSpec[]): Rows<EndpointSpec> =>
  specs.map((spec) => [`${spec.method} ${spec.path}`, spec]);

/** A row for each area of the API, for attacks that take a few milliseconds a call. */
export const rowsByArea = (specs: readonly EndpointSpec[]): Rows<readonly EndpointSpec[]> => [
  ...Map.groupBy(specs, ({ tag }) => tag),
];

/**
 * The rows of this group write nothing, except to the named tables. A hook checks it instead of a test, so that it also runs after a single
 * row.
 */
export function expectNothingWritten(
  database: () => Pick<Database, 'inTransaction'>,
  except: ReadonlySet<string> = new Set(),
): void {
  let before: ReadonlyMap<string, string>;
  beforeAll(async () => {
    before = await imprint(database());
  });
  afterAll(async () => {
    const changed = changedTables(before, await imprint(database()));
    expect(
      changed.filter((table) => !except.has(table)),
      'tables that the rows have written to',
    ).toEqual([]);
  });
}
