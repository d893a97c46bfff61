/**
 * A list of long texts, or of byte strings, as a parameter of type `text[]` or `bytea[]`, in PostgreSQL's binary form (`array_send`). In a literal,
 * quotes would have to be escaped and parsed character by character, and bytes would be sent as hex.
 */

const oidOfText = 25;
const oidOfBytes = 17;

/** Pass it as a parameter with the cast `::text[]`. PostgreSQL refuses a text with a NUL. */
export function binaryTexts(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  return binaryList(oidOfText, sizes, (bytes, at, index) => bytes.write(texts[index] ?? '', at));
}

/** Pass it as a parameter with the cast `::bytea[]`. */
export function binaryBytes(list: readonly Uint8Array[]): Buffer {
  const sizes = list.map(({ byteLength }) => byteLength);
  return binaryList(oidOfBytes, sizes, (bytes, at, index) => bytes.set(list[index] ?? [], at));
}

function binaryList(
  elementOid: number,
  sizes: readonly number[],
  write: (bytes: Buffer, at: number, index: number) => unknown,
): Buffer {
  const dimensions = sizes.length === 0 ? 0 : 1;
  const bytes = Buffer.allocUnsafe(12 + 8 * dimensions + sizes.reduce((sum, size) => sum + 4 + size, 0));
  let at = bytes.writeInt32BE(dimensions);
  at = bytes.writeInt32BE(0, at); // no element is null
  at = bytes.writeInt32BE(elementOid, at);
  if (dimensions > 0) {
    at = bytes.writeInt32BE(sizes.length, at);
    at = bytes.writeInt32BE(1, at); // the first index
  }
  for (const [index, size] of sizes.entries()) {
    at = bytes.writeInt32BE(size, at);
    write(bytes, at, index);
    at += size;
  }
  return bytes;
}
