/** A new payee's name, kind and address, in transmittable characters and with the details that the method requires. Pure. */
import type { PayoutField } from '@calmly/contract';
import {
  addressIssues,
  checkPostCode,
  countries,
  countryName,
  longestAddress,
  longestTravellingName,
  nameKey,
  readCountry,
  transliterate,
  untransliterable,
} from '@calmly/domain';
import type { Cells, RowCheck } from '../row.ts';
import type { Remarks } from './remarks.ts';

interface Way {
  readonly scheme: NonNullable<RowCheck['scheme']>;
  /** The bank's country: the payee's, unless the row names another. */
  readonly country: string | null;
}

/** `way` is undefined if the account has a fault. */
export function checkNewParty(cells: Cells, way: Way | undefined, faults: Remarks): void {
  checkName(cells.name, faults);
  checkType(cells.type, faults);
  const country = checkCountry('country', cells.country, faults) ?? way?.country ?? undefined;
  checkCountry('bankCountry', cells.bankCountry, faults);
  checkAddress(cells, country, way, faults);
}

function checkName(name: string | undefined, faults: Remarks): void {
  if (name === undefined) {
    faults.add('name', 'required');
    return;
  }
  const unknown = untransliterable(name);
  const latin = transliterate(name);
  if (unknown.length > 0 || nameKey(latin) === '')
    faults.add('name', 'latin_needed', {
      params: { characters: unknown.length > 0 ? unknown.join(' ') : name },
    });
  else if (latin.length > longestTravellingName)
    faults.add('name', 'latin_too_long', { params: { most: longestTravellingName } });
}

const kinds: ReadonlyMap<string, 'person' | 'company'> = new Map([
  ...[
    'person',
    'individual',
    'private',
    'personal',
    'human',
    'физлицо',
    'физическое лицо',
    'человек',
    'частное лицо',
  ].map((word) => [word, 'person'] as const),
  ...[
    'company',
    'business',
    'legal',
    'legal entity',
    'corporate',
    'institution',
    'organisation',
    'organization',
    'компания',
    'юрлицо',
    'юридическое лицо',
    'организация',
  ].map((word) => [word, 'company'] as const),
]);

/** The payee's kind in the row; undefined if it names none. */
export const kindOf = (type: string | undefined): 'person' | 'company' | undefined =>
  kinds.get(type?.trim().toLowerCase() ?? '');

function checkType(type: string | undefined, faults: Remarks): void {
  if (type !== undefined && !kindOf(type)) faults.add('type', 'payee_type_unknown');
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** The code of a country given by name. */
function codeOfName(name: string): string | undefined {
  codesByName ??= new Map(
    countries.flatMap(({ code }) =>
      (['en', 'ru'] as const).map((locale): [string, string] => [
        countryName(code, locale).toLowerCase(),
        code,
      ]),
    ),
  );
  return codesByName.get(name.trim().toLowerCase());
}

function checkCountry(
  field: 'country' | 'bankCountry',
  text: string | undefined,
  faults: Remarks,
): string | undefined {
  if (text === undefined) return undefined;
  const code = readCountry(text);
  if (code !== undefined) return code;
  const meant = codeOfName(text);
  faults.add(field, 'country_code_unknown', { suggestions: meant ? [meant] : [] });
  return undefined;
}

const longestLine = longestAddress.street;
/** Maximum lengths of a saved payee and of ISO 20022. */
const longest = {
  ...longestAddress,
  addressLines: Number.POSITIVE_INFINITY,
  bankName: 140,
} as const satisfies Partial<Record<PayoutField, number>>;
const mostLines = 2;

function checkAddress(
  cells: Cells,
  country: string | undefined,
  way: Way | undefined,
  faults: Remarks,
): void {
  for (const [field, most] of Object.entries(longest) as [keyof typeof longest, number][]) {
    const text = cells[field];
    if (text === undefined) continue;
    const unknown = field === 'bankName' ? [] : untransliterable(text);
    if (unknown.length > 0) faults.add(field, 'latin_needed', { params: { characters: unknown.join(' ') } });
    else if (text.length > most)
      faults.add(field, 'text_too_long', { params: { actual: text.length, most } });
    else if (transliterate(text).length > most) faults.add(field, 'latin_too_long', { params: { most } });
  }
  const { street = null, buildingNumber = null, postCode = null, town = null, addressLines } = cells;
  if (postCode !== null && country !== undefined) {
    const checked = checkPostCode(country, postCode);
    if (!checked.ok) faults.add('postCode', 'post_code_invalid', { params: { example: checked.example } });
  }
  const lines = addressLines?.split('\n').filter((line) => line.trim() !== '') ?? [];
  if (lines.length > mostLines)
    faults.add('addressLines', 'address_lines_too_many', { params: { most: mostLines } });
  const tooLong = lines.find((line) => line.length > longestLine);
  if (tooLong !== undefined)
    faults.add('addressLines', 'text_too_long', { params: { actual: tooLong.length, most: longestLine } });
  else if (lines.some((line) => transliterate(line).length > longestLine))
    faults.add('addressLines', 'latin_too_long', { params: { most: longestLine } });
  if (!way || way.scheme === 'INTERNAL') return;
  const address = { street: street ?? lines[0] ?? null, buildingNumber, postCode, town };
  for (const issue of addressIssues({ ...address, schemes: [way.scheme] }))
    if (issue === 'street_missing') faults.add('street', 'street_needed');
    else faults.add('town', 'town_needed');
}
