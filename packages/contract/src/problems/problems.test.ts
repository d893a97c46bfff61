import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { expect, test } from 'vitest';
import { fieldProblems, problems } from './problems.ts';

/** The tables of every file in `areas/`, whether or not the closed table takes them in. */
const areas: [string, object][] = [];
const folder = new URL('./areas/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
for (const file of files.filter((path) => extname(path) === '.ts'))
  areas.push(...Object.entries<object>(await import(new URL(file, folder).href)));

test.each([
  ['problem', problems, areas.filter(([name]) => !name.endsWith('FieldProblems'))],
  ['field problem', fieldProblems, areas.filter(([name]) => name.endsWith('FieldProblems'))],
] as const)(
  'every %s of every area is in the closed table, and none is given by two areas',
  (_, table, parts) => {
    expect(parts.flatMap(([, part]) => Object.keys(part)).toSorted()).toEqual(Object.keys(table).toSorted());
  },
);

test('the two languages of a message take the same values', () => {
  const values = (message: string) =>
    new Set(Array.from(message.matchAll(/\{(\w+)[,}]/g), ([, name]) => name));
  for (const [code, { en, ru }] of [...Object.entries(problems), ...Object.entries(fieldProblems)])
    expect(values(ru), code).toEqual(values(en));
});
