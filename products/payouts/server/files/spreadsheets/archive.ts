/**
 * The zip around an XLSX: its directory is checked before anything is inflated, and no part may exceed its declared size. yauzl reads the directory
 * and enforces the declared sizes.
 * Errors: FileRefused (`zip_bomb`, `encrypted`, `damaged`).
 */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileRefused } from '../refusal.ts';

/** Bytes are inflated sizes. */
const most = { entries: 1_000, part: 256_000_000, all: 320_000_000, ratio: 200, ratioFrom: 10_000_000 };
/** A local header without its name. */
const headerBytes = 30;
const readableMethods = [0, 8];

export interface Archive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Declared inflated size of a part; 0 if it is missing. */
  sizeOf(name: string): number;
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>;
  close(): void;
}

/**
 * Names of parts are in lower case, and looked up in any case. The caller closes the archive; it is closed
 * if this throws FileRefused.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuseDamaged);
  try {
    const entries = await entriesOf(zip);
    refuseOverlap([...entries.values()]);
    return {
      names: [...entries.keys()],
      has: (name) => entries.has(name.toLowerCase()),
      sizeOf: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? 0,
      read: (name) => readPart(zip, entries.get(name.toLowerCase()), name),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Entries by name in lower case, because part names are case-insensitive. */
async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > most.entries) throw new FileRefused({ code: 'zip_bomb', sign: 'entries' });
  const entries = new Map<string, Entry>();
  let all = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (entry.isEncrypted()) throw new FileRefused({ code: 'encrypted' });
      if (entries.has(name) || !readableMethods.includes(entry.compressionMethod))
        throw new FileRefused({ code: 'damaged', part: entry.fileName.slice(0, 100) });
      all += entry.uncompressedSize;
      if (entry.uncompressedSize > most.part || all > most.all)
        throw new FileRefused({ code: 'zip_bomb', sign: 'size' });
      if (
        entry.uncompressedSize > most.ratioFrom &&
        entry.uncompressedSize > entry.compressedSize * most.ratio
      )
        throw new FileRefused({ code: 'zip_bomb', sign: 'ratio' });
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    refuseDamaged();
  }
  return entries;
}

/** Overlapping parts would inflate the same bytes many times. */
function refuseOverlap(entries: readonly Entry[]): void {
  const inOrder = entries.toSorted(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of inOrder) {
    if (start < end) throw new FileRefused({ code: 'zip_bomb', sign: 'overlap' });
    end = start + headerBytes + compressedSize;
  }
}

async function* readPart(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!entry) throw new FileRefused({ code: 'damaged', part: name.slice(0, 100) });
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    if (!(error instanceof Error) || isOurs(error)) throw error;
    const isSize = error.message.includes('bytes in the stream');
    throw new FileRefused(
      isSize ? { code: 'zip_bomb', sign: 'declared_size' } : { code: 'damaged', part: name.slice(0, 100) },
    );
  }
}

/** Errors of zlib and yauzl mean a damaged file; one thrown into the generator by the consumer does not. */
const isOurs = (error: Error): boolean => error instanceof FileRefused || error.constructor !== Error;

function refuseDamaged(): never {
  throw new FileRefused({ code: 'damaged', part: null });
}
