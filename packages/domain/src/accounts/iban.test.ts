import fc from 'fast-check';
import { countrySpecs, isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import {
  checkIban,
  composeIban,
  formatAccount,
  formatIban,
  ibanLength,
  normaliseIban,
  shortIban,
} from './iban.ts';

// Examples of the SWIFT IBAN registry.
const examples = `
AT611904300234573201 BE68539007547034 BG80BNBG96611020345678 CH9300762011623852957 CZ6508000000192000145399
DE89370400440532013000 DK5000400440116243 EE382200221020145685 ES9121000418450200051332 FI2112345600000785
FR1420041010050500013M02606 GB29NWBK60161331926819 GR1601101250000000012300695 HR1210010051863000160
HU42117730161111101800000000 IE29AIBK93115212345678 IT60X0542811101000000123456 LT121000011101001000
LU280019400644750000 LV80BANK0000435195001 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947
PL61109010140000071219812874 PT50000201231234567890154 RO49AAAA1B31007593840000 SE4550000000058398257466
SI56191000000123438 SK3112000000198742637541 KW81CBKU0000000000001234560101`
  .trim()
  .split(/\s+/);

describe('checkIban', () => {
  it.each(examples)('accepts %s of the registry', (iban) => {
    expect(checkIban(iban)).toEqual({ ok: true, iban, country: iban.slice(0, 2) });
  });

  it.each(['PS92PALS00000000040012345670O', 'VG96VPVG0000012345678901'])('accepts %s', (iban) => {
    expect(checkIban(iban).ok).toBe(true);
  });

  it('refuses check digits that ISO 7064 never writes, although they divide by 97', () => {
    expect(checkIban('DE02370400440532013014').ok).toBe(true);
    expect(checkIban('DE99370400440532013014')).toMatchObject({ code: 'iban_checksum' });
  });

  it('accepts spaces, hyphens and small letters as people type them', () => {
    expect(checkIban(' de89 3704-0044\u00a00532 0130 00 ')).toEqual({
      ok: true,
      iban: 'DE89370400440532013000',
      country: 'DE',
    });
  });

  it.each([
    ['', { code: 'iban_country' }],
    ['US64SVBKUS6S3300958879', { code: 'iban_country' }],
    ['XX89370400440532013000', { code: 'iban_country' }],
    ['DE8937040044053201300', { code: 'iban_length', expected: 22, actual: 21 }],
    ['DE893704004405320130001', { code: 'iban_length', expected: 22, actual: 23 }],
    ['DE8937040044053201300O', { code: 'iban_structure' }],
    ['DE8X370400440532013000', { code: 'iban_structure' }],
    ['NL91ABN10417164300', { code: 'iban_structure' }],
    ['DE8937040044053201300\u0663', { code: 'iban_structure' }],
    ['DE89370400440532013001', { code: 'iban_checksum' }],
    ['DE98370400440532013000', { code: 'iban_checksum' }],
    ['VG46H07Y0223060094359858', { code: 'iban_structure' }],
    ['IE95TE8270900834048660', { code: 'iban_structure' }],
    ['PS072435171802145240705922007', { code: 'iban_structure' }],
  ])('says why %j is invalid', (text, rejection) => {
    expect(checkIban(text)).toEqual({ ok: false, ...rejection });
  });

  it('detects every single mistyped digit and every swap of neighbours', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        (iban, at, by) => {
          const index = 2 + (at % (iban.length - 2));
          const digit = iban.charAt(index);
          const next = iban.charAt(index + 1);
          if (/\d/.test(digit)) {
            const wrong = iban.slice(0, index) + ((Number(digit) + by) % 10) + iban.slice(index + 1);
            expect(checkIban(wrong).ok).toBe(false);
          }
          if (/\d\d/.test(digit + next) && digit !== next) {
            expect(checkIban(iban.slice(0, index) + next + digit + iban.slice(index + 2)).ok).toBe(false);
          }
        },
      ),
    );
  });
});

describe('checkIban and ibantools', () => {
  /**
   * Where the library differs from the registry: the account number by the registry, and the one that the library takes. `looser` accepts numbers
   * that do not exist, `stricter` refuses numbers that do.
   */
  const differences: Readonly<Record<string, string>> = {
    BY: '4!c4!n16!c: the library wants letters in the bank code (stricter)',
    DO: '4!c20!n: the library wants letters in the bank code (stricter)',
    GE: '2!a16!n: the library takes digits in the bank code (looser)',
    IE: '4!a6!n8!n: the library takes digits in the bank code (looser)',
    PK: '4!a16!c: the library takes digits in the bank code and no letters in the account (both)',
    PS: '4!a21!c: the library takes digits in the bank code and no letters in the account (both)',
    TR: '5!n1!n16!c: the library takes a letter as the reserved digit (looser)',
    VG: '4!a16!n: the library takes digits in the bank code (looser)',
  };

  // The same numbers in every run (xorshift).
  let state = 19;
  const below = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const digits = '0123456789';
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const oneOf = (alphabet: string) => alphabet.charAt(below(alphabet.length));

  /** An account number that follows the library's structure, with up to two characters of another kind. */
  function accountNumber(structure: string): string {
    const parts = [...structure.matchAll(/(\[[A-Z0-9-]+\])\{(\d+)\}/g)];
    const fitting = parts.flatMap(([, kind = '', count]) =>
      Array.from({ length: Number(count) }, () =>
        oneOf((kind.includes('0-9') ? digits : '') + (kind.includes('A-Z') ? letters : '')),
      ),
    );
    for (let changes = below(3); changes > 0; changes -= 1)
      fitting[below(fitting.length)] = oneOf(below(2) ? digits : letters);
    return fitting.join('');
  }

  it('agree on 100,000 IBANs except for the named differences', () => {
    const found = new Map<string, Set<string>>();
    let compared = 0;
    let valid = 0;
    for (const [country, { chars, bban_regexp }] of Object.entries(countrySpecs))
      for (let n = 0; chars && bban_regexp && n < 1_000; n += 1) {
        const iban = composeIban(country, accountNumber(bban_regexp));
        const ours = checkIban(iban).ok;
        compared += 1;
        valid += ours ? 1 : 0;
        if (ours !== isValidIBAN(iban))
          found.set(country, (found.get(country) ?? new Set()).add(ours ? 'stricter' : 'looser'));
      }
    expect(compared).toBeGreaterThanOrEqual(100_000);
    expect(valid).toBeGreaterThan(20_000);
    const kinds = [...found].map(([country, directions]): [string, string] => [
      country,
      directions.size === 2 ? 'both' : ([...directions][0] ?? ''),
    ]);
    const named = Object.entries(differences).map(([country, text]) => [
      country,
      /\((\w+)\)$/.exec(text)?.[1],
    ]);
    expect(Object.fromEntries(kinds)).toEqual(Object.fromEntries(named));
  });
});

describe('composeIban', () => {
  it('writes the check digits of the registry examples', () => {
    for (const iban of examples) expect(composeIban(iban.slice(0, 2), iban.slice(4))).toBe(iban);
  });

  it('composes valid IBANs from any account number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999n }), (number) => {
        expect(checkIban(composeIban('LT', `38500${number.toString().padStart(11, '0')}`)).ok).toBe(true);
      }),
    );
  });
});

it('prints an IBAN in groups of four and, shortened, its two ends', () => {
  expect(formatIban('LT823850010204918001')).toBe('LT82 3850 0102 0491 8001');
  expect(formatIban('LT82 38')).toBe('LT82 38');
  expect(shortIban('LT82 3850 0102 0491 8001')).toBe('LT82 ···· 8001');
  expect(shortIban('12345678')).toBe('12345678');
});

it('groups an account of a bank, and leaves an address of a crypto network as it is written', () => {
  expect(formatAccount('LT823850010204918001')).toBe('LT82 3850 0102 0491 8001');
  expect(formatAccount('10204918014')).toBe('1020 4918 014');
  for (const address of [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0X52908400098527886E0F7030069857D2E4169EE7',
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  ])
    expect(formatAccount(address)).toBe(address);
});

it('knows the length by country', () => {
  expect(ibanLength('NO')).toBe(15);
  expect(ibanLength('US')).toBeUndefined();
});

describe('what people paste', () => {
  it.each([
    ['groups', 'DE89 3704 0044 0532 0130 00'],
    ['no-break blanks', 'DE89\u00a03704\u202f0044 0532 0130 00'],
    ['small letters', 'de89 3704 0044 0532 0130 00'],
    ['hyphens', 'DE89-3704-0044-0532-0130-00'],
    ['no-break hyphens', 'DE89\u20113704\u20110044\u20110532\u20110130\u201100'],
    ['zero-width blanks', 'DE89\u200b3704\u200b0044\u200b0532\u200b0130\u200b00'],
    ['marks of direction and soft hyphens', '\u202aDE89\u00ad37040044053201300\u200e0\u202c'],
    ['the word before it', 'IBAN DE89 3704 0044 0532 0130 00'],
    ['the word and a colon', 'Iban: de89370400440532013000'],
    ['the word without a blank', 'IBANDE89370400440532013000'],
  ])('%s', (_what, text) => {
    expect(normaliseIban(text)).toBe('DE89370400440532013000');
    expect(checkIban(text)).toEqual({ ok: true, iban: 'DE89370400440532013000', country: 'DE' });
  });

  it.each(['IBAN', 'IBAN7', '12345678', ''])('%s stays', (text) => {
    expect(normaliseIban(text)).toBe(text);
  });
});
