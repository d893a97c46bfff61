/**
 * The watch list's file (reliability F4): in any encoding, its names are read correctly, or it is refused with the line. Control: a
 * reader that splits at every delimiter takes half a name for a whole one.
 */
import { expect, test } from 'vitest';
import { chanceOf } from '../../test/support/chance.ts';
import { parseWatchList } from './watch-list.ts';

const names = [
  'Иванов Иван',
  'Blocked Trading House, Ltd.',
  'O’Neill-Sørensen Åse',
  '李小龙 Bruce Lee',
  'Al-Sayed "Abu"',
];
const programs = ['EU 2026/118', 'UN 1267', 'OFAC, SDN'];

function fileOf(seed: number) {
  const below = chanceOf(seed);
  const pick = (list: readonly string[]) => list[below(list.length)] ?? '';
  const entries = Array.from({ length: 50 }, () => ({
    name: `${pick(names)} ${below(1e6)}`,
    program: pick(programs),
  }));
  const pad = () => pick(['', ' ', '\t']);
  const lines = entries.map(({ name, program }) => `${pad()}${name}${pad()};${pad()}${program}${pad()}`);
  const [end, mark, head] = [pick(['\n', '\r\n']), pick(['', '\uFEFF']), pick(['', 'Name;Program\n'])];
  return {
    entries,
    lines,
    write: (all: readonly string[]) => mark + head + all.join(end + pick(['', end])) + end,
  };
}

test('a file of names is read correctly from any program', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const { entries, lines, write } = fileOf(seed);
    expect(parseWatchList(write(lines))).toEqual(entries);
  }
});

test.each([
  ['no list', 'Ivan Ivanov'],
  ['an empty list', 'Ivan Ivanov; '],
  ['no name', ';EU 2026/118'],
  ['a name without letters', '—;EU 2026/118'],
  ['three parts', 'Ivanov;Ivan;EU 2026/118'],
  ['an endless name', `${'Ivan '.repeat(80)};EU 2026/118`],
])('a line with %s refuses the whole file and is named', (_what, line) => {
  const { lines } = fileOf(1);
  expect(() => parseWatchList([...lines, line].join('\n'))).toThrow(/^Line 51 /);
});

test('control: split at every mark, names with a comma are cut', () => {
  const careless = (text: string) => text.split('\n').map((line) => line.split(/[;,]/)[0]?.trim());
  const { entries, lines } = fileOf(1);
  expect(careless(lines.join('\n'))).not.toEqual(entries.map(({ name }) => name));
});
