import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildDescription,
  checkSepaText,
  hasReservedText,
  parseDescription,
  transliterate,
} from './remittance.ts';

describe('SEPA text', () => {
  test('every allowed character passes', () => {
    const text = "ABCXYZ abcxyz 0123456789 /-?:().,'+";
    expect(checkSepaText(text)).toEqual({ ok: true });
  });

  test('characters that SEPA cannot carry are named once each, in order', () => {
    expect(checkSepaText('Café №5 & café')).toEqual({ ok: false, characters: ['é', '№', '&'] });
  });

  test.each([
    ['Оплата по счёту №15', 'Oplata po schetu No15'],
    ['Щука', 'Shchuka'],
    ['Kühne & Søn – Straße', 'Kuhne + Son - Strasse'],
    ['Łódź “x”', "Lodz 'x'"],
    ['Rent 😀', 'Rent .'],
    ['q\u0301 a\u00a0b\tc', 'q a b c'],
    ['already fine', 'already fine'],
  ])('%s can be sent as %s', (text, latin) => {
    expect(transliterate(text)).toBe(latin);
  });

  test.each([
    ['ЮРИЙ', 'IURII'],
    ['Юрий', 'Iurii'],
    ['ЩУКА И ЁЖ', 'SHCHUKA I EZH'],
    ['ООО «ЩИТ»', "OOO 'SHCHIT'"],
    ['Я', 'Ia'],
    ['Я Живу', 'Ia Zhivu'],
  ])('capitals stay capitals: %s is %s', (text, latin) => {
    expect(transliterate(text)).toBe(latin);
  });

  test('transliterated text is always valid for SEPA', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(checkSepaText(transliterate(text))).toEqual({ ok: true });
      }),
    );
  });

  test('valid text stays unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9/\-?:().,'+ ]*$/), (text) => {
        expect(transliterate(text)).toBe(text);
      }),
    );
  });
});

describe('structured description', () => {
  const parts = {
    reference: 'Invoice 7',
    sender: 'Anna Tamm',
    accountNumber: 'LT827300010000008001',
    beneficiary: 'Hansa GmbH',
    account: 'DE33200505501289447016',
  };

  test('has five parts in the order of the specification', () => {
    expect(buildDescription(parts)).toBe(
      'ref:Invoice 7;;Anna Tamm;;LT827300010000008001;;Hansa GmbH;;DE33200505501289447016',
    );
    expect(parseDescription(buildDescription(parts))).toEqual(parts);
  });

  test('semicolons inside a name stay, those at its ends and rows of them do not', () => {
    const sender = ';Tamm; Anna;;Stern;';
    expect(parseDescription(buildDescription({ ...parts, sender }))?.sender).toBe('Tamm; Anna;Stern');
  });

  test.each(['', 'Invoice 7', 'ref:', 'ref:a;;b;;c;;d', 'ref:a;;b;;c;;d;;e;;f', 'REF:a;;b;;c;;d;;e'])(
    '%j is not one',
    (text) => {
      expect(parseDescription(text)).toBeUndefined();
    },
  );

  test.each([
    ['a;;b', true],
    ['ref: 7', true],
    ['  REF:7', true],
    ['a;b', false],
    ['my ref: 7', false],
  ])('the reserved sequence is seen in %j: %s', (text, reserved) => {
    expect(hasReservedText(text)).toBe(reserved);
  });

  test('with any name, no part moves into another', () => {
    const text = fc.string({ unit: fc.constantFrom(';', 'a', ' ', 'ref:') });
    const tag = (name: string) => text.map((value) => `${name}${value}${name}`);
    const any = fc.record({
      reference: tag('R'),
      sender: tag('S'),
      accountNumber: tag('N'),
      beneficiary: tag('B'),
      account: tag('A'),
    });
    fc.assert(
      fc.property(any, (given) => {
        const read = parseDescription(buildDescription(given));
        for (const [name, value] of Object.entries(read ?? {}))
          expect(value.charAt(0)).toBe(given[name as keyof typeof given].charAt(0));
        expect(Object.keys(read ?? {})).toHaveLength(5);
      }),
    );
    fc.assert(
      fc.property(
        fc.record({ reference: text, sender: text, accountNumber: text, beneficiary: text, account: text }),
        (given) => {
          const read = parseDescription(buildDescription(given));
          expect(read).toBeDefined();
          expect(read && buildDescription(read)).toBe(buildDescription(given));
        },
      ),
    );
  });
});
