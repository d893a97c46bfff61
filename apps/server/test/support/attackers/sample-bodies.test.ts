/** Each sample body passes its call's schema, so that the sweeps reach what is behind it. */
import { type EndpointSpec, endpoints } from '@calmly/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { movesNoMoney, ownedBy, sampleBodies } from './sample-bodies.ts';

const calls: readonly EndpointSpec[] = Object.values(endpoints);
const withBody = calls.flatMap((spec) => (spec.body ? [[spec.id, spec.body] as const] : []));

test.each(withBody)('the sample body of %s passes its schema', (id, schema) => {
  const { error } = z.safeDecode(schema, sampleBodies[id] as never);
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toBe(undefined);
});

test('every call that is named exists', () => {
  const named = [...Object.keys(sampleBodies), ...ownedBy.person, ...ownedBy.company, ...movesNoMoney];
  expect(named.filter((id) => !calls.some((spec) => spec.id === id))).toEqual([]);
});
