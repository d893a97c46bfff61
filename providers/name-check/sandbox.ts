/**
 * The built-in name check. A few accounts at other banks have known holders, and one bank does not answer. The bank at which the sandbox's
 * accounts for tests are cannot say whose the others are. At every other bank, the check digits of the IBAN decide: most accounts belong to the name
 * that is asked about, some to a similar one, and of some the bank cannot say. products/sandbox/README.md lists them for testers.
 */
import { compareNames } from '@calmly/domain';
import { answerFor, type NameCheckAnswer, type NameChecks } from './name-check.ts';

/** Invented: accounts at other banks and their holders. */
export const knownHolders: ReadonlyMap<string, string> = new Map([
  ['DE96200505500000000050', 'Hansa Container Depot GmbH'],
  ['DE69200505500000000051', 'Romashka Tekstil OÜ'],
  ['DE42200505500000000052', 'Lotte van der Visser'],
]);

/** Its bank never answers in time. */
export const silentIban = 'DE15200505500000000053';

/** The bank of the accounts for tests. */
const testBank = /^DE\d\d20050550/;

export const sandboxNameChecks: NameChecks = {
  name: 'sandbox',
  check: ({ iban, name }) => Promise.resolve(answer(iban, name)),
};

function answer(iban: string, name: string): NameCheckAnswer {
  if (iban === silentIban) return { result: 'temporarily_unavailable' };
  const holder = knownHolders.get(iban);
  if (holder !== undefined) return answerFor(name, holder);
  const checkDigits = Number(iban.slice(2, 4));
  if (testBank.test(iban) || checkDigits % 20 === 0) return { result: 'cannot_be_checked' };
  return checkDigits % 20 === 1 ? answerFor(name, similarName(name)) : { result: 'match' };
}

/** The name with a letter of its longest word doubled, as a typing error would lose it. A name that has a double letter is taken as it is. */
function similarName(name: string): string {
  const [longest = ''] = (name.match(/\p{L}+/gu) ?? []).toSorted((one, other) => other.length - one.length);
  if (/(\p{L})\1/iu.test(longest)) return name;
  const similar = name.replace(longest, longest.replace(/(?<=\p{L}{2})\p{Ll}/u, '$&$&'));
  return compareNames(name, similar) === 'close_match' ? similar : name;
}
