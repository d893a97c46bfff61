/**
 * What an operator finds afterwards: log lines that name the file, the reference and the reason, and every file as it came. Controls, tried
 * once: with the log's former list of fields the lines are empty; with a plain rename one file of two is left.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createLog } from '@calmly/platform/log.ts';
import { notification } from '@calmly/server/test/support/files/bank-files.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { until } from '@calmly/server/test/support/processes/process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bank: FileRailBank;
const lines = new PassThrough({ encoding: 'utf8' });
beforeAll(async () => {
  bank = await startFileRail({ log: createLog('info', lines) });
});
afterAll(() => bank.close());

type Line = Record<string, unknown>;

/** The log since the last time. */
const logged = (): Line[] =>
  String(lines.read() ?? '')
    .split('\n')
    .filter((line) => line.includes('"file"'))
    .map((line) => JSON.parse(line));

/** The log since the last time, once it holds so many such lines: a file may lie in its folder before the log says why. */
async function loggedWith(count: number, fits: (line: Line) => boolean): Promise<Line[]> {
  const found: Line[] = [];
  await until(() => {
    found.push(...logged());
    return found.filter(fits).length >= count;
  });
  return found;
}

const inFolder = async (folder: 'done' | 'failed', stem: string) =>
  (await readdir(join(bank.inbox, folder))).filter((name) => name.startsWith(stem)).sort();

test('the log names file, reference and reason, an account in a name masked', async () => {
  const entry = { reference: 'REF2026112200000017', amount: '4.00', debtorName: 'Karl Secret' };
  logged();
  await bank.receive(notification('A1', [entry]), 'day-20261122093000123.xml');
  await bank.receive(notification('A2', [{ ...entry, amount: '5.00' }]), 'EUR_DE89370400440532013000_2.xml');
  await bank.receive('<Document/>', 'broken.xml');
  const found = await loggedWith(1, ({ file }) => file === 'broken.xml');
  expect(found).toContainEqual(
    expect.objectContaining({ file: 'day-20261122093000123.xml', credits: 1, suspended: 1, known: 0 }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({ reference: entry.reference, reason: 'account_unknown', currency: 'EUR' }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({
      file: 'EUR_DE89***_2.xml',
      reference: entry.reference,
      reason: 'credit_differs',
      exceptionId: expect.any(String),
    }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({
      file: 'broken.xml',
      fileHash: expect.stringMatching(/^[0-9a-f]{12}$/),
      reason: expect.stringContaining('without a namespace'),
    }),
  );
  expect(JSON.stringify(found)).not.toMatch(/Secret|0440532013/);
});

test('a file of the same name is kept beside the other, and the same file again is said to be known', async () => {
  const fileOf = (amount: string) => notification('B1', [{ reference: reference(), amount }]);
  const [first, second] = [fileOf('1.00'), fileOf('2.00')];
  logged();
  for (const content of [first, second, second, second]) await bank.receive(content, 'statement.xml');
  const names = await inFolder('done', 'statement');
  expect(names).toHaveLength(4);
  const contents = await Promise.all(names.map((name) => readFile(join(bank.inbox, 'done', name), 'utf8')));
  expect(contents.toSorted()).toEqual([first, second, second, second].toSorted());
  const isKnown = ({ msg }: Line) => String(msg).includes('processed before');
  const again = (await loggedWith(2, isKnown)).filter(isKnown);
  expect(again).toEqual([
    expect.objectContaining({ knownAs: 'statement.xml', readAt: expect.stringMatching(/^\d{4}-/) }),
    expect.objectContaining({ knownAs: 'statement.xml' }),
  ]);
});

test('of two refused files of one name both are kept, each with its reason', async () => {
  await bank.receive('<Document/>', 'refused.xml');
  await bank.receive('<!DOCTYPE a><a/>', 'refused.xml');
  const names = await inFolder('failed', 'refused');
  expect(names).toHaveLength(4);
  const reasons = await Promise.all(
    names
      .filter((name) => name.endsWith('.error.txt'))
      .map((name) => readFile(join(bank.inbox, 'failed', name), 'utf8')),
  );
  expect(reasons.join()).toMatch(/without a namespace/);
  expect(reasons.join()).toMatch(/document type/);
});
