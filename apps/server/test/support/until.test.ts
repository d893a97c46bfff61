import { expect, test } from 'vitest';
import { until } from './until.ts';

test('gives the first answer that is as wanted', async () => {
  let asked = 0;
  expect(
    await until(
      () => ++asked,
      (count) => count === 3,
    ),
  ).toBe(3);
});

test('says what it last saw when the answer never comes', async () => {
  const answer = until(
    async () => ({ status: 'CREATED' }),
    ({ status }) => status === 'EXECUTED',
    50,
  );
  await expect(answer).rejects.toThrow(
    /after 50 ms: .*status === ['"]EXECUTED['"] saw \{ status: 'CREATED' \}/,
  );
});
