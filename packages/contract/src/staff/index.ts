/** The contract of the office: the calls of the bank's own people. */
import type { StaffEndpoint } from '@calmly/contract-kit/staff.ts';
import * as all from './products.ts';

export type { EndpointInput, EndpointOutput } from '@calmly/contract-kit/endpoint.ts';
export * from '@calmly/contract-kit/staff.ts';
export type { CallInput } from '../client/client.ts';
export * from './products.ts';

/** Every call of the office by id, grouped by tag. */
export const staffEndpoints: Readonly<Record<string, StaffEndpoint>> = Object.fromEntries(
  (Object.values(all) as unknown[])
    .filter(
      (value): value is StaffEndpoint =>
        typeof value === 'object' && value !== null && 'audience' in value && value.audience === 'staff',
    )
    .sort((one, other) => one.tag.localeCompare(other.tag) || one.id.localeCompare(other.id))
    .map((value) => [value.id, value]),
);
