import { expect, test } from 'vitest';
import { until } from './until.ts';

test('returns the first accepted result', async () => {
  let asked = 0;
  expect(
    await until(
      () => ++asked,
      (count) => count === 3,
    ),
  ).toBe(3);
});

test('reports the last value if no result is accepted', async () => {
  const answer = until(
    async () => ({ status: 'CREATED' }),
    ({ status }) => status === 'EXECUTED',
    50,
  );
  await expect(answer).rejects.toThrow(
    /after 50 ms: .*status === ['"]EXECUTED['"] saw \{ status: 'CREATED' \}/,
  );
});
