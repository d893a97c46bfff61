/** Writes a ZIP as a stream: a file after the other, and only the current chunk is in memory. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipFile {
  /** With `/` between folders. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Its bytes are compressed already. */
  readonly isCompressed?: boolean;
}

/** The bytes of the ZIP, chunk by chunk. A failure of a file ends it without its directory, so that no reader takes it for whole. */
export async function* zipOf(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { path, content, isCompressed = false } of files) {
    const file = isCompressed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 4 });
    zip.add(file);
    for await (const bytes of content) {
      file.push(bytes);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
