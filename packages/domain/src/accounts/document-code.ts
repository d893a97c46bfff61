/**
 * The code on a document issued by the bank: 80 random bits in Crockford's base 32, which has no similar-looking letters, in four groups of four.
 * People type it, so look-alike letters, hyphens and spaces are accepted. Source: D. Crockford, Base 32.
 */

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
const bitsEach = 5;
const groupLength = 4;

export const documentCodeBytes = 10;
export const documentCodeLength = (documentCodeBytes * 8) / bitsEach;

/** The code of these ten bytes, ungrouped. */
export function documentCodeOf(bytes: Uint8Array): string {
  let bits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let code = '';
  for (let left = documentCodeLength; left > 0; left -= 1) {
    code = (symbols[Number(bits & 31n)] ?? '') + code;
    bits >>= BigInt(bitsEach);
  }
  return code;
}

/** A typed code in the form that `documentCodeOf` returns; undefined if it is not a code. */
export function readDocumentCode(typed: string): string | undefined {
  let code = '';
  for (const character of typed.toUpperCase()) {
    if (character === '-' || character.trim() === '') continue;
    const symbol = lookAlikes[character] ?? character;
    if (!symbols.includes(symbol) || code.length === documentCodeLength) return undefined;
    code += symbol;
  }
  return code.length === documentCodeLength ? code : undefined;
}

/** Grouped for people to read: `7K2M-9XQ4-0T8B-W3ZC`. */
export const groupDocumentCode = (code: string): string =>
  Array.from({ length: Math.ceil(code.length / groupLength) }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  ).join('-');
