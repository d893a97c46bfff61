/**
 * A list of long texts as a parameter of type `text[]`, in PostgreSQL's binary form (`array_send`). In a literal, each quote would be
 * escaped here and parsed character by character by PostgreSQL.
 */

const oidOfText = 25;

/** Pass it as a parameter with the cast `::text[]`. PostgreSQL refuses a text with a NUL. */
export function binaryTexts(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const dimensions = texts.length === 0 ? 0 : 1;
  const bytes = Buffer.allocUnsafe(12 + 8 * dimensions + sizes.reduce((sum, size) => sum + 4 + size, 0));
  let at = bytes.writeInt32BE(dimensions);
  at = bytes.writeInt32BE(0, at); // no element is null
  at = bytes.writeInt32BE(oidOfText, at);
  if (dimensions > 0) {
    at = bytes.writeInt32BE(texts.length, at);
    at = bytes.writeInt32BE(1, at); // the first index
  }
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(sizes[index] ?? 0, at);
    at += bytes.write(text, at);
  }
  return bytes;
}
