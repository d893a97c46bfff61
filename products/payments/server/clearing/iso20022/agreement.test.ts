/**
 * Parser agreement (reliability F4): an amount, an account, a bank, a day or a reference means the same wherever it is written (JSON, as
 * typed, a pain.001, a camt, someone's own words), or is refused there. 100,000 of each, two in three of them spoiled. What one refuses
 * the other may take; never as something else. Each comparison has its control: a reader that is wrong as readers usually are, which
 * the same texts must find.
 */
import { zAmountInput, zDate } from '@calmly/contract';
import {
  type CurrencyCode,
  checkBic,
  checkIban,
  composeCreditorReference,
  composeIban,
  creditorReferencesIn,
  currencies,
  formatCreditorReference,
  formatDecimal,
  formatIban,
  isCreditorReference,
  parseDecimal,
} from '@calmly/domain';
import { createXmlReader } from '@calmly/platform/files/xml.ts';
import { amountOf, dateOf, ibanOf } from '@calmly/platform/iso20022/fields.ts';
import { chanceOf } from '@calmly/server/test/support/chance.ts';
import { notification } from '@calmly/server/test/support/files/bank-files.ts';
import { readXml } from '@calmly/server/test/support/files/read-xml.ts';
import { expect, test } from 'vitest';
import { createCamtReader } from './camt.ts';

type Value = bigint | string | undefined;
type Reader<Item> = (item: Item) => Value;

const cases = 100_000;
const fiat = (Object.keys(currencies) as CurrencyCode[]).filter((code) => currencies[code].exponent <= 3);

const many = <Item>(seed: number, make: (below: (n: number) => number) => Item, count = cases): Item[] => {
  const below = chanceOf(seed);
  return Array.from({ length: count }, () => make(below));
};

/** How many both readers take, and those of which they make different things. */
function compare<Item>(items: readonly Item[], one: Reader<Item>, other: Reader<Item>) {
  let taken = 0;
  const differing: Item[] = [];
  for (const item of items) {
    const [first, second] = [one(item), other(item)];
    if (first === undefined || second === undefined) continue;
    taken += 1;
    if (first !== second) differing.push(item);
  }
  return { taken, differing };
}

/** Both agree on all that both take, which is a good part of it; the reader that is wrong is found. */
function expectAgreement<Item>(
  items: readonly Item[],
  { one, other, wrong }: Readonly<Record<'one' | 'other' | 'wrong', Reader<Item>>>,
): void {
  const { taken, differing } = compare(items, one, other);
  expect(differing.slice(0, 3)).toEqual([]);
  expect(taken).toBeGreaterThan(items.length / 5);
  expect(compare(items, wrong, other).differing).not.toEqual([]);
}

/** Spoils a good text a little, or not. */
function spoil(below: (n: number) => number, text: string): string {
  const at = below(text.length + 1);
  switch (below(6)) {
    case 0:
      return text.slice(0, at) + '0123456789.,-+ eEAÄ٣'[below(20)] + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return `${text}0`;
    default:
      return text;
  }
}

/** What texts become on their way through XML. */
function carried(texts: readonly string[]): string[] {
  const inside = texts.map((text) => `<T>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</T>`);
  return readXml(Buffer.from(`<D>${inside.join('')}</D>`)).root.children.map(({ text }) => text);
}

const withFile = <Item extends { readonly text: string }>(items: readonly Item[]) => {
  const files = carried(items.map(({ text }) => text));
  return items.map((item, place) => ({ ...item, file: files[place] ?? '' }));
};

const amountInJson = (text: string, currency: CurrencyCode) =>
  zAmountInput.safeParse(text).success ? parseDecimal(text, currency) : undefined;

test('amounts in JSON and in a pain.001', () => {
  const items = many(4, (below) => {
    const currency = fiat[below(fiat.length)] ?? 'EUR';
    const { exponent } = currencies[currency];
    const fraction = exponent === 0 ? '' : `.${String(below(10 ** exponent)).padStart(exponent, '0')}`;
    return { currency, text: spoil(below, `${below(1e9)}${fraction}`) };
  });
  expectAgreement(withFile(items), {
    one: ({ file, currency }) => amountOf(file, currency),
    other: ({ text, currency }) => amountInJson(text, currency),
    // The dot left out: right only where every decimal is written.
    wrong: ({ file }) => (/^[\d.]+$/.test(file) ? BigInt(file.replaceAll('.', '') || '0') : undefined),
  });
});

test('amounts in JSON and in a camt', () => {
  const items = many(7, (below) => ({ amountMinor: BigInt(1 + below(1e9)), text: '' }), 5_000).map(
    (item) => ({ ...item, text: formatDecimal(item.amountMinor, 'EUR') }),
  );
  const entries = items.map(({ text: amount }, place) => ({ reference: `R-${place}`, amount }));
  const camt = createCamtReader();
  const xml = createXmlReader(camt);
  xml.write(Buffer.from(notification('N-1', entries)));
  xml.end();
  const booked = camt
    .end()
    .entries.flatMap(({ transactions }) => transactions)
    .map(({ amountMinor, reference }) => ({ amountMinor, reference }));
  expect(booked).toEqual(
    items.map(({ text }, place) => ({ amountMinor: amountInJson(text, 'EUR'), reference: `R-${place}` })),
  );
  expectAgreement(items, {
    one: ({ amountMinor }) => amountMinor,
    other: ({ text }) => amountInJson(text, 'EUR'),
    // Cents cut off a float: 1.15 becomes 114.
    wrong: ({ text }) => BigInt(Math.trunc(Number(text) * 100)),
  });
});

test('accounts as typed and in a pain.001', () => {
  const items = many(5, (below) => {
    const iban = spoil(below, composeIban('GB', `NWBK${String(below(2 ** 31)).padStart(14, '0')}`));
    const typed = below(2) === 0 ? formatIban(iban) : iban;
    return { text: iban, typed: below(2) === 0 ? typed.toLowerCase() : typed };
  });
  expectAgreement(withFile(items), {
    one: ({ file }) => ibanOf(file),
    other: ({ typed }) => {
      const check = checkIban(typed);
      return check.ok ? check.iban : undefined;
    },
    // Blanks taken out, letters left as they are.
    wrong: ({ typed }) => typed.replaceAll(' ', ''),
  });
});

test('banks as typed and as written', () => {
  const banks = ['HASPDEHH', 'HABAEE2X', 'NDEAFIHH', 'COBADEFF762', 'CHASUS33XXX', 'BREXPLPW'];
  const read = (text: string) => {
    const check = checkBic(text);
    return check.ok ? check.bic : undefined;
  };
  const items = many(8, (below) => {
    const text = spoil(below, banks[below(banks.length)] ?? '');
    return { text, typed: below(2) === 0 ? ` ${text.toLowerCase()} ` : text };
  });
  expectAgreement(items, {
    one: ({ typed }) => read(typed),
    other: ({ text }) => read(text),
    // The head office with and without its XXX are two banks to it.
    wrong: ({ typed }) => typed.trim().toUpperCase(),
  });
});

test('days in JSON and in a pain.001', () => {
  const items = many(6, (below) => {
    const part = (most: number) => String(1 + below(most)).padStart(2, '0');
    const text = spoil(below, `20${part(99)}-${part(13)}-${part(31)}`);
    return { text, zone: ['', 'Z', '+02:00'][below(3)] ?? '' };
  });
  const files = withFile(items.map(({ text, zone }) => ({ text: `${text}${zone}`, day: text })));
  expectAgreement(files, {
    one: ({ file }) => dateOf(file),
    other: ({ day }) => (zDate.safeParse(day).success ? day : undefined),
    // A day taken for midnight somewhere, and written down in UTC.
    wrong: ({ day }) => {
      const midnight = new Date(`${day}T00:00:00+02:00`);
      return Number.isNaN(midnight.getTime()) ? undefined : midnight.toISOString().slice(0, 10);
    },
  });
});

test('references as they were given out and in what payers write', () => {
  const items = many(
    9,
    (below) => {
      const reference = composeCreditorReference(`${below(2 ** 31)}${below(2) === 0 ? 'ABC' : ''}`);
      const grouped = formatCreditorReference(spoil(below, reference));
      const words = [`Invoice 7, ${grouped}, thanks`, grouped.toLowerCase(), `/RFB/${grouped}`];
      return { reference, text: words[below(3)] ?? '' };
    },
    10_000,
  );
  const foundIn = (text: string, reference: string) =>
    creditorReferencesIn(text).find((each) => each === reference);
  expectAgreement(items, {
    one: ({ text, reference }) => foundIn(text, reference),
    other: ({ reference }) => (isCreditorReference(reference) ? reference : undefined),
    // The first word that looks like one, with any check digits.
    wrong: ({ text }) => /RF\d{2}[A-Z0-9]+/.exec(text.toUpperCase().replaceAll(' ', ''))?.[0],
  });
});
