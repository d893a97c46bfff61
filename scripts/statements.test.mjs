/** SQL statements that a cached plan makes slow. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** A parameter that is compared with null before it is used, on one line or several. */
const optional = /\$\{[^{}]*\}(?:::[\w[\]]+)?\s+is\s+(?:not\s+)?null\s+(?:or|and)\b/gi;

const found = (text) => [...text.matchAll(optional)].map(([match]) => match);

test('a condition that may be absent is left out (`andIf`), not decided by the statement', () => {
  const files = globSync('{platform,providers,products,apps/server/src}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  });
  expect(files.length).toBeGreaterThan(500);
  const faults = files.flatMap((file) =>
    found(readFileSync(join(root, file), 'utf8')).map((match) => `${file}: ${match}`),
  );
  expect(faults).toEqual([]);
});

// `@` stands for the dollar sign.
test.each([
  ['where (@{before ?? null}::uuid is null or id < @{before ?? null})', 1],
  ['and (@{statuses}::text[] is null\n   or status = any(@{statuses}))', 1],
  ['where retry_at is null or retry_at <= @{at}', 0],
])('control: %s', (text, count) => {
  expect(found(text.replaceAll('@', '$'))).toHaveLength(count);
});
