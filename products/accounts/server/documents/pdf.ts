/**
 * PDFs, like pictures, are never stored as uploaded. A parser reads the file's objects, the rules below check them, and everything
 * reachable from its pages is written to a new file. Data that another reader would find between the objects is not in the stored file.
 *
 * Refused: anything the parser cannot read, encrypted files, and anything a viewer would run, fetch or unpack. Runs in its own process
 * (`check-file-worker.ts`), because a hostile file can keep the parser busy. Source: ISO 32000-1, 7.5 (file structure), 12.6 (actions).
 */
import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStreamWriter,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib';
import { isActive, partsOf } from './pdf-actions.ts';
import { endsAsPdf, hasObjectInside } from './pdf-bytes.ts';

export type PdfVerdict =
  | { readonly ok: true; readonly file: Uint8Array }
  | { readonly ok: false; readonly code: 'file_type' | 'file_damaged' | 'file_protected' | 'file_active' };

const refused = (code: Extract<PdfVerdict, { ok: false }>['code']): PdfVerdict => ({ ok: false, code });

/** Checks a PDF and rewrites it. */
export async function rewritePdf(file: Uint8Array): Promise<PdfVerdict> {
  if (!/^%PDF-[12]\.\d/.test(Buffer.from(file.subarray(0, 8)).toString('latin1')))
    return refused('file_type');
  if (!endsAsPdf(file)) return refused('file_damaged');
  const read = await parse(file);
  if (typeof read === 'string') return refused(read);
  const { context, objects } = read;
  for (const object of objects) {
    if (isActive(object)) return refused('file_active');
    if (object instanceof PDFRawStream && hasObjectInside(object.contents)) return refused('file_active');
  }
  if (!hasPages(context)) return refused('file_damaged');
  dropUnreachable(context);
  const written = await PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
  return { ok: true, file: written };
}

interface ReadPdf {
  readonly context: PDFContext;
  /** Including those replaced by a later object of the same number. */
  readonly objects: readonly PDFObject[];
}

async function parse(file: Uint8Array): Promise<ReadPdf | 'file_protected' | 'file_damaged'> {
  unpackedBytes = 0;
  unpackable = true;
  const parser = PDFParser.forBytesWithOptions(file, Number.POSITIVE_INFINITY, true);
  const { objects, skipped } = watchParser(parser);
  try {
    const context = await parser.parseDocument();
    if (context.trailerInfo.Encrypt) return 'file_protected';
    // Bytes that the parser skips may be an object to another reader.
    return skipped.some((bytes) => Buffer.from(bytes).includes('<<')) ? 'file_damaged' : { context, objects };
  } catch {
    return unpackable ? 'file_damaged' : 'file_protected';
  }
}

interface ParserInternals {
  readonly context: PDFContext;
  readonly bytes: { offset(): number; slice(start: number, end: number): Uint8Array };
  skipJibberish(): void;
}

/** Records every object that the parser finds and all bytes that it skips between objects. */
function watchParser(parser: PDFParser): { objects: PDFObject[]; skipped: Uint8Array[] } {
  const objects: PDFObject[] = [];
  const skipped: Uint8Array[] = [];
  const internals = parser as unknown as ParserInternals;
  const { context, bytes } = internals;
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    objects.push(object);
    assign(ref, object);
  };
  const skip = internals.skipJibberish.bind(parser);
  internals.skipJibberish = () => {
    const start = bytes.offset();
    skip();
    if (bytes.offset() > start) skipped.push(bytes.slice(start, bytes.offset()));
  };
  return { objects, skipped };
}

/** For all object streams of a file together: a few thousand objects are a few hundred kilobytes, so this stops decompression bombs. */
const mostUnpackedBytes = 32 * 1024 * 1024;
let unpackedBytes = 0;
let unpackable = true;

/** The parser unpacks without a limit, so each object stream is first unpacked here with one. */
function boundUnpacking<Parser extends { forStream: (stream: PDFRawStream, ...rest: never[]) => unknown }>(
  parser: Parser,
): void {
  const { forStream } = parser;
  parser.forStream = (stream, ...rest) => {
    if (!unpacks(stream)) {
      unpackable = false;
      throw new Error('a stream of objects is packed in an unusual way or too large');
    }
    return forStream(stream, ...rest);
  };
}

boundUnpacking(PDFObjectStreamParser);
boundUnpacking(PDFXRefStreamParser);

function unpacks({ dict, contents }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
  try {
    if (filters.length > 1 || (filters[0] && filters[0] !== PDFName.of('FlateDecode'))) return false;
    // The parser does not support predictors. It reads no objects from cross-reference tables, which usually have one.
    if (dict.has(PDFName.of('First')) && dict.has(PDFName.of('DecodeParms'))) return false;
    const room = mostUnpackedBytes - unpackedBytes;
    unpackedBytes +=
      filters.length === 0 ? contents.length : inflateSync(contents, { maxOutputLength: room }).length;
    return unpackedBytes < mostUnpackedBytes;
  } catch {
    return false;
  }
}

function hasPages(context: PDFContext): boolean {
  const catalog = context.lookup(context.trailerInfo.Root);
  if (!(catalog instanceof PDFDict) || catalog.lookup(PDFName.of('Type')) !== PDFName.of('Catalog'))
    return false;
  const pages = catalog.lookup(PDFName.of('Pages'));
  return pages instanceof PDFDict && partsOf(pages.lookup(PDFName.of('Kids'))).length > 0;
}

/** Keeps only what is reachable from the catalogue and the document's title. */
function dropUnreachable(context: PDFContext): void {
  const { Root, Info, ID } = context.trailerInfo;
  context.trailerInfo = { Root, Info, ID } as PDFContext['trailerInfo'];
  const reached = new Set<PDFRef>();
  const open = [Root, Info, ID].filter((object) => object !== undefined);
  for (let next = open.pop(); next; next = open.pop()) {
    if (!(next instanceof PDFRef)) open.push(...partsOf(next));
    else if (!reached.has(next)) {
      reached.add(next);
      const object = context.lookup(next);
      if (object) open.push(object);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}
