/** Which names the list matches, in which alphabets and with which typos, and which it does not. */
import { describe, expect, test } from 'vitest';
import { indexNames } from './watch-list.ts';

const program = 'EU 2026/118';
const find = indexNames(
  ['Иван Петрович Сидоров', 'ООО «Северный Флот Логистика»', 'Jean-Luc Moreau', 'Li Wei'].map((name) => ({
    name,
    program,
  })),
);

describe('the watch list', () => {
  test.each([
    ['Ivan Petrovich Sidorov', 'Иван Петрович Сидоров'],
    ['SIDOROV, Ivan Petrovich', 'Иван Петрович Сидоров'],
    ['Иван Петрович Сидорав', 'Иван Петрович Сидоров'],
    ['Severnyy Flot Logistika', 'ООО «Северный Флот Логистика»'],
    ['Severnyi Flot Logistika LLC', 'ООО «Северный Флот Логистика»'],
    ['Dr. Jean Luc Morreau', 'Jean-Luc Moreau'],
    ['Wei Li', 'Li Wei'],
  ])('%s is %s', (name, entry) => {
    expect(find(name)?.name).toBe(entry);
  });

  test.each([
    'Ivan Sidorov',
    'Petr Ivanovich Sidorov',
    'Severny Bank',
    'Jean Moreau',
    'Lia Weiss',
    'Hansa Container Depot GmbH',
    'Anna Tamm',
    'ООО',
    '',
  ])('%j is not listed', (name) => {
    expect(find(name)).toBeUndefined();
  });

  test('a name is compared with only a few entries, however long the list is', () => {
    const many = Array.from({ length: 1_000 }, (_, place) => ({
      name: `Person${place.toString(36)} Family${(place * 7919).toString(36)}`,
      program,
    }));
    const findAmong = indexNames(many);
    const missed = many.filter(({ name }) => findAmong(name) === undefined);
    expect(missed).toEqual([]);
    expect(findAmong('Anna Tammsaare')).toBeUndefined();
  });
});
