import type { RailScheme } from './scheme.ts';

/**
 * Texts that travel with a payment: the payer's text for the payee, the five-part description that the portal reads, and what the payee's name
 * and address must be like.
 *
 * - SEPA carries only Latin letters, digits and `/ - ? : ( ) . , ' +` and spaces (EPC217-08); other text is refused with the characters
 *   named, and `transliterate` suggests a replacement.
 * - The structured description is `ref:` and five parts joined by `;;` (specification section 3). A person's text with the separator or
 *   the mark could shift the parts and forge a sender, so it is refused (`hasReservedText`), and `buildDescription` neutralises it in
 *   names: five parts in, five parts out, always.
 */

const sepaCharacter = /^[A-Za-z0-9/\-?:().,'+ ]$/;
const sepaText = /^[A-Za-z0-9/\-?:().,'+ ]*$/;
const separator = ';;';
const mark = 'ref:';

/** Whether SEPA can carry the text; if not, the characters that it cannot, each once, in order. */
export function checkSepaText(
  text: string,
): { readonly ok: true } | { readonly ok: false; readonly characters: readonly string[] } {
  if (sepaText.test(text)) return { ok: true };
  const characters = [...new Set(text)].filter((character) => !sepaCharacter.test(character));
  return characters.length === 0 ? { ok: true } : { ok: false, characters };
}

/**
 * Each entry is a character and its replacement: Russian and Ukrainian letters by ICAO Doc 9303, Latin letters that do not decompose, then the signs
 * of EPC217-08.
 */
const substitutes = new Map(
  [
    'аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъie ыy ь эe юiu яia',
    'єie іi їi ґg ßss æae øo œoe ðd þth łl đd ıi',
    `&+ _- –- —- ‘' ’' \`' "' “' ”' «' »' €EUR №No [( ]) {( }) \\/ ;, *. @.`,
  ]
    .flatMap((words) => words.split(' '))
    .map((word) => [word.charAt(0), word.slice(1)]),
);

function substitute(character: string): string {
  if (sepaCharacter.test(character)) return character;
  const lower = character.toLowerCase();
  const found = substitutes.get(lower);
  if (found === undefined) {
    // A lone accent is dropped, a letter with an accent keeps the letter, anything else becomes a dot.
    if (/^\p{M}$/u.test(character)) return '';
    if (/^\s$/u.test(character)) return ' ';
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
    return bare === character ? '.' : [...bare].map(substitute).join('');
  }
  return character === lower ? found : found.charAt(0).toUpperCase() + found.slice(1);
}

/** The closest text that SEPA can carry: Cyrillic transliterated, accents dropped, other signs replaced. */
export function transliterate(text: string): string {
  if (sepaText.test(text)) return text;
  return [...text.normalize('NFC')]
    .map((character, at, all) => {
      const latin = substitute(character);
      return latin.length > 1 && isAmongCapitals(at, all) ? latin.toUpperCase() : latin;
    })
    .join('');
}

/** A capital next to another capital: `ЮРИЙ` is IURII, `Юрий` is Iurii. */
function isAmongCapitals(at: number, all: readonly string[]): boolean {
  const isCapital = (character: string | undefined) => /^\p{Lu}$/u.test(character ?? '');
  const after = all[at + 1];
  const neighbour = /^\p{L}$/u.test(after ?? '') ? after : all[at - 1];
  return isCapital(all[at]) && isCapital(neighbour);
}

/** The letters and digits that have no transliteration, each once, in order: a person has to replace them. */
export function untransliterable(text: string): readonly string[] {
  if (sepaText.test(text)) return [];
  const unknown = [...text.normalize('NFC')].filter(
    (character) => /[\p{L}\p{N}]/u.test(character) && substitute(character) === '.',
  );
  return [...new Set(unknown)];
}

/** Whether a person's text contains sequences that only `buildDescription` may write. */
export function hasReservedText(text: string): boolean {
  return text.includes(separator) || /^\s*ref:/i.test(text);
}

export interface DescriptionParts {
  readonly reference: string;
  readonly sender: string;
  readonly accountNumber: string;
  readonly beneficiary: string;
  readonly account: string;
}

/** Prevents two semicolons from meeting, inside a part or across a separator. */
const harmless = (part: string) => part.replace(/;{2,}/g, ';').replace(/^;|;$/g, '');

/** The structured description: `ref:reference;;sender;;account number;;beneficiary;;account`. */
export function buildDescription(parts: DescriptionParts): string {
  const { reference, sender, accountNumber, beneficiary, account } = parts;
  return mark + [reference, sender, accountNumber, beneficiary, account].map(harmless).join(separator);
}

/** The five parts of a structured description; undefined when the text is not one. */
export function parseDescription(text: string): DescriptionParts | undefined {
  if (!text.startsWith(mark)) return undefined;
  const parts = text.slice(mark.length).split(separator);
  const [reference, sender, accountNumber, beneficiary, account] = parts;
  if (parts.length !== 5 || reference === undefined || sender === undefined) return undefined;
  if (accountNumber === undefined || beneficiary === undefined || account === undefined) return undefined;
  return { reference, sender, accountNumber, beneficiary, account };
}

/*
 * Whether a payee can be paid as it is: which parts of its name and address would make a bank refuse the payment. Pure.
 *
 * - Since 15 November 2026 SEPA accepts only structured addresses: with a street, number or postcode the town is required (the country
 *   is always there). A payment by SWIFT carries the payee's street and town.
 * - Payments carry only the characters that SEPA allows, and at most 70 of them in the name.
 *
 * Source: EPC153-22 (structured addresses); EPC217-08 (characters); SWIFT field 59.
 */

export const readinessIssues = ['characters', 'name_too_long', 'street_missing', 'town_missing'] as const;
export type ReadinessIssue = (typeof readinessIssues)[number];

/** Maximum length of a name on any rail. */
export const longestTravellingName = 70;

/** Maximum length of each part of an address on any rail, in Latin letters: PostalAddress24 of ISO 20022. */
export const longestAddress = { street: 70, buildingNumber: 16, postCode: 16, town: 35 } as const;

export interface PostalAddress {
  readonly street: string | null;
  readonly buildingNumber: string | null;
  readonly postCode: string | null;
  readonly town: string | null;
}

/** Name and address in their transmitted form, and the schemes that reach the payee's accounts; empty for accounts at this bank. */
export interface TravellingPayee extends PostalAddress {
  readonly name: string;
  readonly schemes: readonly RailScheme[];
}

/** Details that are missing or would be refused; empty if the payee can be paid. */
export function payeeReadiness(payee: TravellingPayee): ReadinessIssue[] {
  if (payee.schemes.length === 0) return [];
  const { name, street, buildingNumber, postCode, town } = payee;
  const texts = [name, street, buildingNumber, postCode, town];
  const issues: ReadinessIssue[] = [];
  if (texts.some((text) => text !== null && !checkSepaText(text).ok)) issues.push('characters');
  if (name.length > longestTravellingName) issues.push('name_too_long');
  return [...issues, ...addressIssues(payee)];
}

/** What the address lacks for these schemes. */
export function addressIssues(payee: PostalAddress & Pick<TravellingPayee, 'schemes'>): ReadinessIssue[] {
  const bySwift = payee.schemes.includes('SWIFT');
  const given = payee.street || payee.buildingNumber || payee.postCode;
  return [
    ...(bySwift && !payee.street ? (['street_missing'] as const) : []),
    ...((bySwift || given) && !payee.town ? (['town_missing'] as const) : []),
  ];
}
