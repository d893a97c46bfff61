/**
 * Cleans text of invisible characters, which can change how a name reads: a bidirectional override turns "Send 1 EUR to X 000" around, a zero-width
 * space makes two payees look the same, a line separator adds a line to a message.
 * `plainLine` cleans all text from people and other banks: NFC, no invisible characters, no line separators. Joiners stay where a script or an emoji
 * needs them.
 */

/** Default ignorable and format characters, private use, noncharacters, and blank characters without a glyph. */
const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\u115F\u1160\u2800\u3164\uFFA0]/u;
const lineSeparators = /[\p{Zl}\p{Zp}]/gu;

/** Letters and marks of scripts that spell with joiners, such as Persian, Hindi, Bengali and Sinhala. */
const joining =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u;
/** Accents of all scripts (U+0300 to U+036F) are left out: they belong to the letter before them. */
const letterOrMark = /^(?![\u0300-\u036F])[\p{L}\p{M}]$/u;
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const numberSign = /^[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]$/u;

const nonJoiner = '\u200C';
const joiner = '\u200D';
const emojiStyle = '\uFE0F';

const spellsWithJoiners = (character: string | undefined) =>
  character !== undefined && joining.test(character) && letterOrMark.test(character);
const isEmoji = (character: string | undefined) => character !== undefined && emoji.test(character);

function isNeeded(character: string, at: number, all: readonly string[]): boolean {
  if (!invisible.test(character) || numberSign.test(character)) return true;
  const before = all[at - 1];
  const after = all[at + 1];
  if (character === emojiStyle) return isEmoji(before);
  if (character !== joiner && character !== nonJoiner) return false;
  if (spellsWithJoiners(before) && spellsWithJoiners(after)) return true;
  return character === joiner && isEmoji(before === emojiStyle ? all[at - 2] : before) && isEmoji(after);
}

/** The text in NFC, without invisible characters; a line separator becomes a blank. */
export function plainLine(text: string): string {
  const line = text.replaceAll(lineSeparators, ' ');
  const seen = invisible.test(line) ? [...line].filter(isNeeded).join('') : line;
  return seen.normalize('NFC');
}

/** The same for multi-line text: line breaks are kept and normalised, with at most one empty line in a row; tabs become spaces. */
export function plainText(text: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .map((line) => plainLine(line).trimEnd());
  return lines.filter((line, at) => line !== '' || lines[at - 1] !== '').join('\n');
}

/** Latin letters in capitals. Other letters stay unchanged, because some have Latin capitals: `ß` would become `SS`. */
export const latinCapitals = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
