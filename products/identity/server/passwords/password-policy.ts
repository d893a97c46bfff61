/**
 * Rules of a new password: at least 12 characters, and not one of the most common ones. Pure.
 *
 * Lists of stolen passwords consist of a few words, names, keyboard rows and years in combination. Instead of carrying a list, we remove
 * those pieces from the password, and the person's own address and our name. The rest is what an attacker would really have to guess.
 * Source: server page section 3; NIST SP 800-63B 3.1.1.2.
 */
import { commonPieces } from './common-passwords.ts';

export const leastPasswordLength = 12;
/** Argon2 accepts more, but no one types that much, and hashing must cost the same for everyone. */
export const mostPasswordLength = 200;

/** Minimum number of letters and digits that are not part of a known piece: five random ones turn each known piece into sixty million passwords. */
const leastUnknown = 5;
const leastDifferent = 5;
/** Shorter pieces of the address occur in many passwords by chance. */
const leastPieceLength = 4;

export type PasswordRejection = 'password_short' | 'password_common' | 'too_long';

/** Why a password cannot be the new one; undefined if it can. */
export function checkNewPassword(
  password: string,
  { email }: { readonly email: string },
): PasswordRejection | undefined {
  const length = [...password].length;
  if (length < leastPasswordLength) return 'password_short';
  if (length > mostPasswordLength) return 'too_long';
  if (new Set(password.toLowerCase()).size < leastDifferent) return 'password_common';
  const own = [...ownPieces(email), ...commonPieces];
  const text = plain(password);
  return guessable(text, own) || guessable(unleet(withoutRows(text)), own) ? 'password_common' : undefined;
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** Digits and signs that replace letters: `p@ssw0rd`. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);

/** The parts of the address, longest first, and our own name. */
function ownPieces(email: string): string[] {
  const address = plain(email.trim());
  const parts = [address, ...address.split('@'), ...address.split(/[^\p{L}\p{N}]+/u), 'calmly'];
  return [...new Set(parts)]
    .filter((part) => part.length >= leastPieceLength)
    .sort((left, right) => right.length - left.length);
}

/** Whether almost nothing is left after removing the known pieces, keyboard rows, repetitions and years. */
function guessable(text: string, pieces: readonly string[]): boolean {
  const rest = withoutRows(pieces.reduce((left, piece) => left.replaceAll(piece, ' '), text)).replace(
    /[^\p{L}\p{N}]/gu,
    '',
  );
  return [...rest].length < leastUnknown || isRepetition(rest);
}

/** Neighbours on a keyboard or in an alphabet, in both directions. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
];
const allRows = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/** Removes runs of three or more neighbours, characters repeated three times or more, and years of living people. */
function withoutRows(text: string): string {
  const kept: string[] = [];
  const characters = [...text.replace(/(?:19|20)\d\d/g, ' ')];
  for (let at = 0; at < characters.length; ) {
    const length = runLength(characters, at);
    if (length >= 3) kept.push(' ');
    else kept.push(...characters.slice(at, at + length));
    at += length;
  }
  return kept.join('');
}

function runLength(characters: readonly string[], start: number): number {
  const first = characters[start] ?? '';
  let same = 1;
  while (characters[start + same] === first) same += 1;
  let run = first;
  while (start + [...run].length < characters.length) {
    const longer = run + characters[start + [...run].length];
    if (!allRows.some((row) => row.includes(longer))) break;
    run = longer;
  }
  return Math.max(same, [...run].length >= 3 ? [...run].length : 1);
}

/** `rigarigariga`: a repeated piece of up to six characters. */
const isRepetition = (text: string) => /^(.{1,6})\1+$/u.test(text);
