import { describe, expect, test } from 'vitest';
import { compareNames, nameKey } from './names.ts';

describe('compareNames', () => {
  test.each([
    ['Anna Tamm', 'Anna Tamm', 'match'],
    ['tamm, ANNA', 'Anna Tamm', 'match'],
    ['Анна Тамм', 'Anna Tamm', 'match'],
    ['Dr. Jürgen Müller', 'Jurgen Muller', 'match'],
    ['Hansa Container Depot', 'Hansa Container Depot GmbH', 'match'],
    ['Acme Tools Limited', 'Acme Tools Ltd.', 'match'],
    ['Iberia Motor S.A.', 'Iberia Motor SA', 'match'],
    ['ООО «Ромашка Текстиль»', 'Romashka Tekstil OÜ', 'close_match'],
    ['Ana Tamme', 'Anna Tamm', 'no_match'],
    ['Annna Tammsaare', 'Anna Tammsaare', 'no_match'],
    ['Lotte Vissser', 'Lotte Visser', 'close_match'],
    ['A. Tammsaare', 'Anna Tammsaare', 'close_match'],
    ['Anna Maria Tammsaare', 'Anna Tammsaare', 'close_match'],
    ['Anna', 'Anna Tamm', 'no_match'],
    ['Tammsaare', 'Anna Tammsaare', 'no_match'],
    ['Anna A B C D', 'Anna Tammsaare', 'no_match'],
    ['Anna T', 'Anna Tammsaare', 'no_match'],
    ['GmbH', 'Hansa GmbH', 'no_match'],
    ['', 'Anna Tamm', 'no_match'],
    ['王伟', 'Anna Tamm', 'no_match'],
  ] as const)('%s for %s: %s', (typed, kept, expected) => {
    expect(compareNames(typed, kept)).toBe(expected);
  });
});

test('two spellings of a name have the same key', () => {
  expect(nameKey('ООО «Ромашка»')).toBe(nameKey("OOO 'Romashka'"));
  expect(nameKey('王伟')).toBe('');
});
