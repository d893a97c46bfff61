/** Reads the tar files that PostgreSQL writes in a base backup: plain ustar with files, directories and links. */

export interface TarEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link';
  readonly mode: number;
  /** Bytes of the content; read all of it before the next entry. */
  readonly content: AsyncIterable<Buffer>;
  /** Where a link leads. */
  readonly target: string;
}

const blockBytes = 512;
const kinds: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '5': 'directory',
  '2': 'link',
};

/** The entries in their order. Throws if the file ends early or holds anything else. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = readBytes(chunks);
  for (;;) {
    const header = await reader.take(blockBytes);
    if (header.every((byte) => byte === 0)) {
      // The rest are blocks of zeros.
      while ((await reader.next(blockBytes)).length > 0);
      return;
    }
    requireChecksum(header);
    const kind = kinds[header.toString('latin1', 156, 157)];
    if (kind === undefined) throw new Error('the tar file holds an entry of an unknown kind');
    const size = sizeOf(header.subarray(124, 136));
    let left = size;
    async function* content(): AsyncGenerator<Buffer> {
      while (left > 0) {
        const part = await reader.next(left);
        if (part.length === 0) throw new Error('the tar file ends early');
        left -= part.length;
        yield part;
      }
    }
    const prefix = textOf(header.subarray(345, 500));
    const name = textOf(header.subarray(0, 100));
    yield {
      name: prefix ? `${prefix}/${name}` : name,
      kind,
      mode: Number.parseInt(textOf(header.subarray(100, 108)), 8),
      content: content(),
      target: textOf(header.subarray(157, 257)),
    };
    if (left > 0) for await (const _ of content());
    await reader.take((blockBytes - (size % blockBytes)) % blockBytes);
  }
}

const textOf = (field: Buffer) => field.toString('utf8').replace(/\0.*$/s, '');

/** Octal digits, or for more than 8 GB a binary number. */
function sizeOf(field: Buffer): number {
  return (field[0] ?? 0) & 0x80
    ? Number(BigInt(`0x${field.subarray(1).toString('hex')}`))
    : Number.parseInt(textOf(field), 8);
}

function requireChecksum(header: Buffer): void {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  if (sum !== Number.parseInt(textOf(header.subarray(148, 156)), 8))
    throw new Error('the tar file is damaged');
}

function readBytes(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** At most this many bytes; none at the end. */
  async function next(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await source.next();
      if (done) return rest;
      rest = value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  }

  /** Exactly this many bytes. */
  async function take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0; ) {
      const part = await next(left);
      if (part.length === 0) throw new Error('the tar file ends early');
      parts.push(part);
      left -= part.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }
  return { next, take };
}
