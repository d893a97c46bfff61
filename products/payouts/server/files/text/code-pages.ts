/**
 * The code page of a single-byte text: of the Latin ones Windows-1252 (Western Europe), 1250 (Central Europe), 1257 (the Baltic states) or Mac Roman;
 * of the Cyrillic ones Windows-1251, KOI8-R or Mac. The same bytes are letters in all of them, so the decision depends on which language uses such
 * letters, and how often. Pure.
 * The shares below are rough: they only have to distinguish languages. `csv.test.ts` has samples.
 */
import type { PayoutEncoding } from '@calmly/contract';

type LatinPage = Extract<PayoutEncoding, 'windows-1252' | 'windows-1250' | 'windows-1257' | 'macintosh'>;
type CyrillicPage = Extract<PayoutEncoding, 'windows-1251' | 'koi8-r' | 'x-mac-cyrillic'>;
type CodePage = LatinPage | CyrillicPage;

/** Lower-case letters of a language outside ASCII, each followed by its share in percent. */
const latinLanguages: ReadonlyArray<readonly [LatinPage, string]> = [
  ['windows-1252', 'é60 à15 è8 ê7 ç3 â2 î2 ô2 û2 ù1 ë1 ï1 œ1'],
  ['windows-1252', 'ä32 ü38 ö18 ß12'],
  ['windows-1252', 'á18 é16 í25 ó29 ú5 ñ11 ü1 º1 ª1'],
  ['windows-1252', 'ã22 á16 ç15 é11 ê10 í10 ó9 õ4 ú3 â3 à2 ô1 º1 ª1'],
  ['windows-1252', 'à35 è35 ò12 ù11 é6 ì5 º1 ª1'],
  ['windows-1252', 'å35 ä42 ö30 é1'],
  ['windows-1252', 'ø38 å37 æ28 é2'],
  ['windows-1252', 'ð20 á18 í16 þ12 ö9 é7 ó10 æ8 ú6 ý2'],
  ['windows-1252', 'ä70 ö27 õ30 ü20 š1 ž1'],
  ['windows-1252', 'é40 ë40 ï12 ö4 ü4 è2'],
  ['windows-1250', 'ł26 ą14 ę16 ó12 ż12 ś10 ć6 ń4 ź2'],
  ['windows-1250', 'á17 í25 é10 ě12 ř9 š7 ž8 č7 ý8 ů5 ú1 ó1 ť1 ň1 ď1'],
  ['windows-1250', 'á23 í14 é11 ý13 č13 š10 ž11 ť5 ľ5 ú10 ô2 ó1 ň2 ď2 ä1 ĺ1 ŕ1'],
  ['windows-1250', 'á30 é35 ó9 ö9 ő9 ü6 ű2 ú2 í5'],
  ['windows-1250', 'ă35 î22 ş12 ţ12 â8'],
  ['windows-1250', 'č28 š28 ž16 ć18 đ8'],
  ['windows-1257', 'ā36 ī16 ē17 š9 ū6 ņ7 ļ4 ž3 č2 ķ2 ģ1'],
  ['windows-1257', 'ė24 š16 ų18 ū8 ž13 į8 č7 ą6 ę3'],
  ['windows-1257', 'ä45 ü22 õ30 ö7 š1 ž1'],
];

const russian =
  'о11 е8.5 а8 и7.4 н6.7 т6.3 с5.5 р4.7 в4.5 л4.4 к3.5 м3.2 д3 п2.8 у2.6 я2 ы1.9 ь1.7 г1.7 з1.6 б1.6 ч1.4 й1.2 х1 ж0.9 ш0.7 ю0.6 ц0.5 щ0.4 э0.3 ф0.3 ъ0.1 ё0.1';
const ukrainian =
  'о9.4 а8.3 н6.8 и6.2 і5.7 в5.5 т5.3 е5 р4.7 с4.3 к4 л3.6 у3.4 м3.2 д3.1 п2.9 з2.3 я2.2 ь1.8 б1.6 г1.5 й1.4 ч1.3 х1.1 ж0.9 ц0.9 ю0.8 ш0.7 є0.6 ї0.6 щ0.5 ф0.3 ґ0.1';

const cyrillicLanguages: ReadonlyArray<readonly [CyrillicPage, string]> = [
  ['windows-1251', russian],
  ['windows-1251', ukrainian],
  ['koi8-r', russian],
  ['x-mac-cyrillic', russian],
];

/** A letter that a language doesn't have still occurs in foreign names; a non-letter hardly occurs among letters. */
const foreign = Math.log(0.000_1);
const noLetter = Math.log(0.000_01);
/** In Latin text a letter outside ASCII is seldom a capital. */
const capital = Math.log(0.1);
/** A rarer page must be this much likelier than the usual one: one letter alone is seldom enough. */
const head = Math.log(100);

interface Model {
  readonly page: CodePage;
  /** By byte from 0x80: the logarithm of the share of this letter among those outside ASCII. */
  readonly weights: readonly number[];
}

const half = 0x80;
const bytes = Uint8Array.from({ length: half }, (_, at) => half + at);

function modelOf(page: CodePage, table: string, ofCapital: number): Model {
  const shares = new Map(
    table.split(' ').map((entry) => [entry.slice(0, 1), Number(entry.slice(1)) / 100] as const),
  );
  const decoder = new TextDecoder(page);
  const weights = Array.from(bytes, (byte) => {
    const sign = decoder.decode(Uint8Array.of(byte));
    const share = shares.get(sign.toLowerCase());
    if (share !== undefined) return Math.log(share) + (sign === sign.toLowerCase() ? 0 : ofCapital);
    return /\p{L}/u.test(sign) ? foreign : noLetter;
  });
  return { page, weights };
}

// Mac Roman has the letters of Western Europe at other positions.
const latinModels: readonly Model[] = latinLanguages.flatMap(([page, table]) =>
  (page === 'windows-1252' ? [page, 'macintosh' as const] : [page]).map((each) =>
    modelOf(each, table, capital),
  ),
);
// Whole columns of Cyrillic names may be in capitals.
const cyrillicModels: readonly Model[] = cyrillicLanguages.map(([page, table]) => modelOf(page, table, 0));

/** The likelihood of each page by its best language, as a logarithm. `counts`: by byte from 0x80, how often it occurs beside a letter. */
function likelihoods(models: readonly Model[], counts: ArrayLike<number>) {
  const best = new Map<CodePage, number>();
  for (const { page, weights } of models) {
    const likelihood = weights.reduce((sum, weight, at) => sum + weight * (counts[at] ?? 0), 0);
    best.set(page, Math.max(best.get(page) ?? likelihood, likelihood));
  }
  return (page: CodePage) => best.get(page) ?? Number.NEGATIVE_INFINITY;
}

/** The likeliest page; `counts`: by byte from 0x80, how often it occurs beside a letter. */
export function latinPageOf(counts: ArrayLike<number>): LatinPage {
  const of = likelihoods(latinModels, counts);
  const other = of('windows-1250') >= of('windows-1257') ? 'windows-1250' : 'windows-1257';
  const usual = Math.max(of('windows-1252'), of(other));
  if (of('macintosh') > usual + head) return 'macintosh';
  return of(other) > of('windows-1252') + head ? other : 'windows-1252';
}

/** The likeliest page; `counts` as above. */
export function cyrillicPageOf(counts: ArrayLike<number>): CyrillicPage {
  const of = likelihoods(cyrillicModels, counts);
  const other = of('koi8-r') >= of('x-mac-cyrillic') ? 'koi8-r' : 'x-mac-cyrillic';
  return of(other) > of('windows-1251') + head ? other : 'windows-1251';
}
