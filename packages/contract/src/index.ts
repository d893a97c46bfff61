/** The contract between server, portal, tests and benchmarks: every call, resource and error, once. */

export * from './all.ts';

import type { EndpointSpec } from '@calmly/contract-kit/endpoint.ts';
import * as all from './all.ts';

/** Every endpoint by id, grouped by tag. OpenAPI is generated from it and the tests iterate over it. */
export const endpoints: Readonly<Record<string, EndpointSpec>> = Object.fromEntries(
  (Object.values(all) as unknown[])
    .filter(
      (value): value is EndpointSpec =>
        typeof value === 'object' && value !== null && 'method' in value && 'access' in value,
    )
    .sort((one, other) => one.tag.localeCompare(other.tag) || one.id.localeCompare(other.id))
    .map((value) => [value.id, value]),
);
