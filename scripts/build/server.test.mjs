/** The server's build, in a separate folder. Stories and tests of server processes prove that a bank runs from it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { buildServer } from './server.mjs';
import { root } from './sources.mjs';

const dist = mkdtempSync(join(root, 'apps/server/dist-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

test('two concurrent builds give one complete build; it is not made again, and of older ones the newest stays', async () => {
  for (const [age, name] of ['last', 'older', 'oldest'].entries()) {
    mkdirSync(join(dist, name));
    utimesSync(join(dist, name), 1_000 - age, 1_000 - age);
  }
  const [one, other] = await Promise.all([buildServer(dist), buildServer(dist)]);
  expect(other).toBe(one);
  expect(readdirSync(dist).toSorted()).toEqual([one.split('/').at(-2), 'last'].toSorted());
  expect(await import(pathToFileURL(one).href)).toMatchObject({ main: expect.any(Function) });
  const desk = await promisify(execFile)(process.execPath, [join(one, '../ops.js'), 'help']);
  expect(desk.stdout).toMatch(/^npm run ops: commands for the staff of the bank\.\n/);

  const madeAt = statSync(one).mtimeMs;
  expect(await buildServer(dist)).toBe(one);
  expect(statSync(one).mtimeMs).toBe(madeAt);
});

test('its maps lead to the sources', async () => {
  const file = await buildServer(dist);
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  expect(sources.map((source) => join(file, '..', source))).toContain(join(root, 'apps/server/src/main.ts'));
});
