/**
 * One word for each thing, and consistent punctuation, in all texts for people: the portal, the server's messages and files, problems and help.
 * Only words that no text contains any more are forbidden; `docs` and comments are not checked.
 */
import { describe, expect, test } from 'vitest';

const files: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>(['./{en,ru}/*.ts', '../../../products/*/texts/*/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>(
    '../../../{packages/contract/src/{words,problems},products/*/contract/{problems,problems/*}}{,/**/*}.ts',
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
  ...import.meta.glob<string>('../../../packages/help/src/{articles/**/*,list}.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>(
    ['../../../{products/*/server,providers,platform/{files,http,notify,time}}/**/*.ts', '!**/*.test.ts'],
    { query: '?raw', import: 'default', eager: true },
  ),
};
const pages = import.meta.glob<string>('../../../apps/web/public/terms/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Text {
  readonly file: string;
  readonly language: 'en' | 'ru';
  readonly text: string;
}

/** Literals of a file with a space or a Cyrillic letter; search words are exempt. */
function textsOf(file: string, source: string): Text[] {
  const code = source.replace(/^\s*(\*|\/\*|\/\/).*$/gm, '').replace(/keywords:\s*'[^']*'/g, '');
  const literals = code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return literals
    .map((literal) => literal.slice(1, -1))
    .filter((text) => /[а-яё]|\S \S/i.test(text))
    .map((text) => ({ file, language: /[а-яё]/i.test(text) ? 'ru' : 'en', text }));
}

/** The words of a page, element by element. */
const textsOfPage = (file: string, source: string): Text[] =>
  [...source.matchAll(/<(title|h\d|p|li|th|td)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = '']) => {
    const text = inner.replace(/<[^>]*>/g, '').replaceAll('&nbsp;', '\u00a0');
    return { file, language: /[а-яё]/i.test(text) ? 'ru' : 'en', text };
  });

const placeOf = (path: string) => path.replace(/^[./]+/, '').replace(/^products\/\w+\/texts\//, '');
const texts = [
  ...Object.entries(files).flatMap(([path, source]) => textsOf(placeOf(path), source)),
  ...Object.entries(pages).flatMap(([path, source]) => textsOfPage(placeOf(path), source)),
];

/** Files with a text that contains the words, each once, without `except`. */
const filesWith = (
  all: readonly Text[],
  language: 'en' | 'ru',
  words: RegExp,
  except: readonly string[] = [],
) => [
  ...new Set(
    all
      .filter((each) => each.language === language && words.test(each.text))
      .map(({ file }) => file)
      .filter((file) => !except.some((end) => file.endsWith(end))),
  ),
];

/** A bank approves a card purchase, a merchant's desk plays it, and we approve an address: none of these asks for a person's approval. Nor does the office, whose people decide for the bank. */
const others = [
  'ru/payment-course.ts',
  'ru/sandbox-desk.ts',
  'ru/profile.ts',
  'transactions/details/confirmation-texts.ts',
  'ru/office-inbox.ts',
  'ru/office-shell.ts',
];
/** Headings that people and other programs write above their columns. */
const theirs = ['files/columns/heading-names.ts', 'files/text/client-bank.ts'];
/** For the people who operate the bank. */
const logged = ['clearing/suspense-account.ts', 'ledger/server/accounts.ts', 'ledger/server/posting.ts'];

/** A message may go to a person who is not a payee. */
const messages = ['outbox/reader-page.ts', 'outbox/reader-texts.ts', 'outbox/store.ts'];

/** The name, the forbidden pattern, and exempt files. */
type Rule = [name: string, words: RegExp, except?: readonly string[]];

/** Words in use, and forbidden ones. */
const english: readonly Rule[] = [
  ['merchant', /(?<!\b(in|for) |\{)\bshops?\b/i],
  ['straight away', /\bimmediately\b|\bright away\b|(?<!(rows|accounts) )\bat once\b/i],
  ['reserved', /\bset aside\b|\bset (the|their) money\b|\bhold the money\b/i],
  ['card scheme', /\bcard network\b/i],
  ['SEPA Instant', /SEPA instant/],
  ['payee', /\brecipients?\b/i, [...theirs, ...messages]],
  ['awaiting approval', /\bwaiting for (an )?approv/i],
  ['administrator', /\bboss\b/i],
  ['fraudster', /\bthie(f|ves)\b/i],
  ['permanently', /\bfor good\b/i],
  ['what to do next', /nothing (else )?was done/i],
];
const russian: readonly Rule[] = [
  ['согласовать', /(?<!\p{L})одобр/iu, others],
  ['ждёт согласования', /ожида\p{L}+ согласования|на согласовании/iu],
  ['остаток', /(?<!\p{L})баланс/iu],
  ['поступление, списание', /^(Приход|Расход)$/],
  ['наценка', /(?<!\p{L})марж/iu],
  ['перевыпустить', /(?<!\p{L})продлить/iu],
  ['регулярный платёж', /поручени/iu, theirs],
  ['запрос денег', /запрос\p{L}* на оплату/iu],
  ['выплаты', /(?<!\p{L})массов/iu],
  ['контрагент', /этот контакт платит/iu],
  ['в портале', /на портале/iu],
  ['SMS, PIN', /(?<!\p{L})(СМС|ПИН)(?!\p{L})/u],
  ['после запятой', /знак\p{L}* после точки/iu],
  ['за пределами ЕЭЗ', /(оплата|платежи) за границей/iu],
  ['счёт на оплату', /сч[её]та?-фактур/iu],
  ['автор', /\(а\) \$?\{/u],
  ['мошенник', /(?<!\p{L})вор(?!\p{L})/iu],
];
const signs: readonly Rule[] = [
  [
    'a plain space before a unit',
    /[\d}] (%|€|[МКк]Б|[MKk]B)(?!\p{L})/u,
    ['files/reader.ts', 'fact-changes/desk.ts'],
  ],
  ['a plain space after №', /№ [\d{$]/],
  ['a straight apostrophe', /\p{L}\\?'(s|t|re|ve|ll|d|m)\b/u, logged],
];

test.each(english)('in English: %s', (_, words, except) => {
  expect(filesWith(texts, 'en', words, except)).toEqual([]);
});

test.each(russian)('in Russian: %s', (_, words, except) => {
  expect(filesWith(texts, 'ru', words, except)).toEqual([]);
});

test.each(signs)('no text has %s', (_, sign, except) => {
  expect([...filesWith(texts, 'en', sign, except), ...filesWith(texts, 'ru', sign, except)]).toEqual([]);
});

test.each(['crypto user', 'Limits of', 'XLSX with your payees'])('no screen contains “%s”', (words) => {
  const portal = texts.filter(({ file }) => file.startsWith('en/'));
  expect(portal.filter(({ text }) => text.includes(words))).toEqual([]);
});

/**
 * A figure written by a program has a point in both languages, on screens, in messages and in documents, so examples have it too. Prose uses the
 * reader's own sign.
 */
const written = (place: string) => /^(en|ru|contract|products|platform|providers)\//.test(place);
/** Texts that mention that files may use either sign. */
const bothSigns = ['en/payouts.ts', 'ru/payouts.ts', 'columns/template-columns.ts'];

test('an example of a figure on a screen has the decimal point', () => {
  const figures = texts.filter(({ file }) => written(file));
  expect(filesWith(figures, 'ru', /(?<!\d)\d+,\d/, bothSigns)).toEqual([]);
  expect(filesWith(figures, 'en', /(?<![\d,])\d+,\d{1,2}(?!\d)/, bothSigns)).toEqual([]);
});

test('prose has the decimal sign of its language', () => {
  const prose = texts.filter(({ file }) => !written(file));
  expect(filesWith(prose, 'ru', /\d\.\d+\s(€|%)/u)).toEqual([]);
  expect(filesWith(prose, 'en', /(€\d+,\d{1,2}|\d,\d{1,2}%)(?!\d)/)).toEqual([]);
});

test('titles have dashes, not hyphens', () => {
  expect(filesWith(texts, 'en', /\p{L} - \p{Lu}/u)).toEqual([]);
  expect(filesWith(texts, 'ru', /[\p{L}»] - [\p{L}«]/u)).toEqual([]);
});

test('in Russian a percent sign has a space, and thousands are kept together', () => {
  expect(filesWith(texts, 'ru', /[\d}]%|\d \d{3}(?!\d)/)).toEqual([]);
});

describe('control', () => {
  test.each([
    ['en/', 40],
    ['ru/', 40],
    ['contract/src/words/', 6],
    ['products/payments/contract/problems/', 3],
    ['help/src/articles/', 20],
    ['products/', 40],
    ['platform/', 5],
    ['providers/', 10],
    ['apps/web/public/terms/', 8],
  ])('the texts under %s are read', (place, least) => {
    const read = texts.filter(({ file }) => file.startsWith(place));
    expect(new Set(read.map(({ file }) => file)).size).toBeGreaterThanOrEqual(least);
  });

  test.each([
    ['en', english, 'merchant', 'Ask the shop for a refund.'],
    ['en', english, 'straight away', 'The card is ready immediately.'],
    ['ru', russian, 'остаток', 'Баланс карты: 5'],
    ['ru', russian, 'в портале', 'IBAN указан на портале'],
    ['ru', signs, 'a plain space before a unit', 'Файл до 10 МБ'],
    ['en', signs, 'a straight apostrophe', "it's here"],
    ['ru', signs, 'a plain space after №', 'Заявка № 12'],
  ] as const)('%s: a text against the rule is found', (language, rules, name, text) => {
    const source = `export const messages = { text: ${JSON.stringify(text)} };`;
    const words = rules.find(([each]) => each === name)?.[1] ?? /^$/;
    expect(filesWith(textsOf('one.ts', source), language, words)).toEqual(['one.ts']);
  });
});
