/**
 * A name in Latin letters, for payers abroad whose banks accept no others. Letters of other scripts are transliterated (ICAO Doc 9303,
 * as in passports); Latin letters keep their accents. The name is derived every time: a client can't edit it, so it always belongs to
 * the verified name.
 */
import { transliterate, untransliterable } from '../payments/remittance.ts';

const otherLetter = /^(?!\p{Script=Latin})\p{L}$/u;

/** The name in Latin letters; undefined if it has only Latin letters already, or letters that have no Latin spelling. */
export function latinName(name: string): string | undefined {
  const plain = name.normalize('NFC');
  const isLatin = ![...plain].some((character) => otherLetter.test(character));
  if (isLatin || untransliterable(plain).length > 0) return undefined;
  return plain.split(' ').map(latinWord).join(' ');
}

function latinWord(word: string): string {
  const letters = [...word].filter((character) => /^\p{L}$/u.test(character));
  const isUpperCase = letters.length > 1 && letters.every((letter) => letter === letter.toUpperCase());
  const latin = [...word]
    .map((character) => (/^\p{Script=Latin}$/u.test(character) ? character : transliterate(character)))
    .join('');
  return isUpperCase ? latin.toUpperCase() : latin;
}
