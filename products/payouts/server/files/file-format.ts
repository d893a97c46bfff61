/** The format of a file, recognised by its first bytes. */

export type ByteFormat = 'zip' | 'ole' | 'xml' | 'pdf' | 'image' | 'text';

const signatures: ReadonlyArray<readonly [ByteFormat, readonly number[]]> = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
];

/** `text` is everything else, and may still turn out to be something else. */
export function formatOfBytes(head: Uint8Array): ByteFormat {
  const found = signatures.find(([, signature]) => signature.every((byte, at) => head[at] === byte));
  if (found) return found[0];
  // XML begins with a tag in any encoding, ignoring byte order marks, zeros and spaces.
  const first = head.find(
    (byte) => ![0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte),
  );
  return first === 0x3c ? 'xml' : 'text';
}

/** A text contains hardly any control characters. */
export function isText(head: string): boolean {
  const controls = head.match(/[^\P{Cc}\t\n\r\f]/gu)?.length ?? 0;
  return controls <= head.length / 200;
}
