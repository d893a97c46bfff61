/** Writes a ZIP as a stream, one file after the other, with only the current chunks in memory. */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipFile {
  /** With `/` between folders. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** The bytes are already compressed. */
  readonly isCompressed?: boolean;
}

const compress = promisify(deflateRaw);
const nothing = new Uint8Array(0);
const [stored, deflated] = [0, 8];
const level = 4;

/** The ZIP's bytes, chunk by chunk. If a file fails, the ZIP ends without its directory, so that no reader takes it for complete. */
export async function* zipOf(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { path, content, isCompressed = false } of files) {
    // The library writes the headers, sizes and the directory; the runtime's threads compress the bytes.
    const file: ZipInputFile = {
      filename: path,
      compression: isCompressed ? stored : deflated,
      size: 0,
      crc: 0,
    };
    zip.add(file);
    for await (const bytes of isCompressed ? content : compressed(file, content)) {
      if (isCompressed) count(file, bytes);
      file.ondata?.(null, bytes as Uint8Array<ArrayBuffer>, false);
      yield* ready.splice(0);
    }
    file.ondata?.(null, isCompressed ? nothing : await compress(nothing), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

function count(file: ZipInputFile, bytes: Uint8Array): void {
  file.crc = crc32(bytes, file.crc);
  file.size = (file.size ?? 0) + bytes.length;
}

/** Each chunk becomes complete, independent blocks (RFC 1951); one is compressed while the next is made. */
async function* compressed(
  file: ZipInputFile,
  content: ZipFile['content'],
): AsyncGenerator<Uint8Array, void, undefined> {
  let underway: Promise<Uint8Array> | undefined;
  for await (const bytes of content) {
    if (bytes.length === 0) continue;
    count(file, bytes);
    const next = compress(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH });
    if (underway) yield await underway;
    underway = next;
  }
  if (underway) yield await underway;
}
