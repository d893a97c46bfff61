import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldProblems, problems } from './problems.ts';

/** The tables of every product, whether or not the closed table includes them, and those of an HTTP request. */
const tables: [string, object][] = [];
const root = join(import.meta.dirname, '../../../..');
const files = globSync(
  '{products/*/contract/{problems,problems/*},packages/contract/src/problems/request}.ts',
  { cwd: root },
);
for (const file of files) tables.push(...Object.entries<object>(await import(join(root, file))));

test.each([
  ['problem', problems, tables.filter(([name]) => !name.endsWith('FieldProblems'))],
  ['field problem', fieldProblems, tables.filter(([name]) => name.endsWith('FieldProblems'))],
] as const)(
  'every %s of every product is in the closed table, and none is given by two',
  (_, table, parts) => {
    expect(files.length).toBeGreaterThan(20);
    expect(parts.flatMap(([, part]) => Object.keys(part)).toSorted()).toEqual(Object.keys(table).toSorted());
  },
);

test('the two languages of a message take the same values', () => {
  const values = (message: string) =>
    new Set(Array.from(message.matchAll(/\{(\w+)[,}]/g), ([, name]) => name));
  for (const [code, { en, ru }] of [...Object.entries(problems), ...Object.entries(fieldProblems)])
    expect(values(ru), code).toEqual(values(en));
});
