/**
 * The built-in name check: a few accounts at other banks with known holders, and one whose bank does not answer. Known names are really
 * compared; every other account cannot be checked. docs/sandbox.md lists them for testers.
 */
import { answerFor, type NameCheckAnswer, type NameChecks } from './name-check.ts';

/** Invented: accounts at other banks and their holders. */
export const knownHolders: ReadonlyMap<string, string> = new Map([
  ['DE96200505500000000050', 'Hansa Container Depot GmbH'],
  ['DE69200505500000000051', 'Romashka Tekstil OÜ'],
  ['DE42200505500000000052', 'Lotte van der Visser'],
]);

/** Its bank never answers in time. */
export const silentIban = 'DE15200505500000000053';

export const sandboxNameChecks: NameChecks = {
  name: 'sandbox',
  check: ({ iban, name }) => Promise.resolve(answer(iban, name)),
};

function answer(iban: string, name: string): NameCheckAnswer {
  if (iban === silentIban) return { result: 'temporarily_unavailable' };
  const holder = knownHolders.get(iban);
  return holder === undefined ? { result: 'cannot_be_checked' } : answerFor(name, holder);
}
