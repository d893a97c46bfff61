import { newId } from '@calmly/platform/ids.ts';
import { expect, test } from 'vitest';
import { uetrOf } from './uetr.ts';

test('is a version 4 UUID, the same for the same payment and different for each', () => {
  const ids = Array.from({ length: 1_000 }, () => newId());
  const made = new Set(ids.map(uetrOf));
  expect(made.size).toBe(ids.length);
  for (const uetr of made)
    expect(uetr).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uetrOf(ids[0] ?? '')).toBe([...made][0]);
});
