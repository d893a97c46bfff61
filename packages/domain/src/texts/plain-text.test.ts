import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine } from './plain-text.ts';

describe('plainLine', () => {
  it.each([
    'Mārtiņš Öhlund-Ñúñez & Søn',
    'Дмитрий Щукин',
    'Σωκράτης',
    'محمد‌رضا میرزایی', // a non-joiner between two Persian letters
    'क्‍ष',
    'ශ්‍රී ලංකා',
    'אבגדה',
    '日本　太郎',
    '홍길동',
    '❤️ Rent',
    '👨‍👩‍👧 Family',
    '👩🏽‍🚒',
    'line one, (two)/[three] {4} = + - @',
  ])('leaves %j unchanged', (text) => {
    expect(plainLine(text)).toBe(text);
  });

  it.each([
    ['a right-to-left override', 'Anna \u202E000.1 ORUE\u202C', 'Anna 000.1 ORUE'],
    ['embeddings and isolates', '\u202A\u202B\u202Da\u2066\u2067\u2068b\u2069', 'ab'],
    ['marks of direction', 'a\u200E\u200Fb\u061C', 'ab'],
    ['blanks of no width', 'An\u200Bna\u2060 Tamm\uFEFF', 'Anna Tamm'],
    ['joiners between Latin letters', 'An\u200Cna\u200D', 'Anna'],
    ['a joiner at the edge', '\u200Dمحمد\u200C', 'محمد'],
    ['line and paragraph separators', 'Anna\u2028Code: 1\u2029x', 'Anna Code: 1 x'],
    ['soft hyphens and joiners of graphemes', 'An\u00ADna\u034F', 'Anna'],
    ['fillers and blank patterns', 'A\u3164B\uFFA0C\u115FD\u2800E', 'ABCDE'],
    ['tags and selectors', 'A\u{E0041}\u{E0100}\uFE0FB', 'AB'],
    ['annotations and private use', 'A\uFFF9B\uFFFB\uE000C\uFFFE', 'ABC'],
    ['an accent after its letter', 'Mu\u0308ller', 'Müller'],
    ['a joiner behind a Latin letter and its accent', 'a\u0308\u200Cم', 'äم'],
    ['an accent behind something invisible', 'Mu\u200B\u0308ller', 'Müller'],
  ])('removes or corrects %s', (_, text, clean) => {
    expect(plainLine(text)).toBe(clean);
  });

  const tricky = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          ...[
            'a',
            ' ',
            '1',
            '\u202E',
            '\u200B',
            '\u200D',
            '\u200C',
            '\u2028',
            '\u0308',
            '\uFE0F',
            '❤',
            'م',
            'क',
          ],
        ),
      )
      .map((characters) => characters.join('')),
  );

  it('a clean text stays unchanged, and no bidirectional control remains', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const clean = plainLine(text);
        expect(plainLine(clean)).toBe(clean);
        expect(clean).not.toMatch(
          /[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]/u,
        );
      }),
      { numRuns: 20_000 },
    );
  });
});
