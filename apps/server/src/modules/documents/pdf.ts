/**
 * Whether a PDF is only pages. It cannot be written anew as a picture is, so whatever a viewer would run, fetch or unpack
 * refuses it, and so does whatever hides from being looked at (encryption, object streams in unusual filters).
 *
 * Objects live in three places, and each is searched: the file between its streams, compressed object streams, and raw bytes of
 * a stream that a crooked cross-reference table points into. Names are compared after their `#xx` escapes are resolved.
 * In: the file. Out: why it is refused, or undefined. Source: ISO 32000-1, 7.2 to 7.5 (syntax, streams, file structure), 7.5.7
 * (object streams), 12.6 (actions).
 */
import { inflateSync } from 'node:zlib';

export type PdfRefusal = 'file_type' | 'file_damaged' | 'file_protected' | 'file_active';

/** What a viewer would act on. */
const activeName =
  /\/(?:JS|JavaScript|Launch|EmbeddedFiles?|AA|RichMedia|XFA|SubmitForm|ImportData|GoTo[ER]|Rendition)(?![^\s\0()<>[\]{}/%])/;
const encrypted = /\/Encrypt(?![^\s\0()<>[\]{}/%])/;
/** `12 0 obj`, also with comments between. */
const objectStart = /\d[\s\0]+(?:%[^\r\n]*[\r\n]+[\s\0]*)*obj/;

/** Of all object streams together: a few thousand objects are a few hundred kilobytes, a bomb is not taken. */
const mostUnpackedBytes = 32 * 1024 * 1024;

/** Why the bank does not take this PDF. */
export function checkPdf(file: Buffer): PdfRefusal | undefined {
  const text = file.toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text)) return 'file_type';
  // It ends where a PDF ends: what comes after the last mark belongs to some other format.
  if (!/startxref[\s\0]+\d+[\s\0]+%%EOF[\s\0]*$/.test(text.slice(-1024))) return 'file_damaged';
  const { outside, streams } = takeApart(text);
  if (!objectStart.test(outside) || !/\/Root/.test(outside)) return 'file_damaged';
  const plain = withoutEscapes(outside);
  if (encrypted.test(plain)) return 'file_protected';
  const searched = [plain];
  let room = mostUnpackedBytes;
  for (const stream of streams) {
    if (objectStart.test(stream.data)) return 'file_active';
    if (!isObjectStream(stream)) continue;
    const objects = unpack(stream, room);
    if (objects === undefined) return 'file_protected';
    room -= objects.length;
    searched.push(withoutEscapes(withNumbers(objects, stream)));
  }
  const all = searched.join('\n');
  return activeName.test(all) || !opensQuietly(all) ? 'file_active' : undefined;
}

/**
 * Whether opening it does no more than go to a page of it: `OpenAction` is a destination (an array, 12.3.2), or an action GoTo,
 * in place or as an object whose every definition is one. Many writers of harmless files say where to open them.
 */
function opensQuietly(objects: string): boolean {
  const opened = objects.matchAll(/\/OpenAction(?![^\s\0()<>[\]{}/%])[\s\0]*(.{0,300})/gs);
  return Array.from(opened).every(([, value = '']) => {
    if (value.startsWith('[')) return true;
    if (value.startsWith('<<')) return isGoTo(value.slice(0, value.indexOf('>>')));
    const number = /^(\d+)\s+\d+\s+R/.exec(value)?.[1];
    const definition = new RegExp(`(?<!\\d)${number}\\s+\\d+\\s+obj(.*?)endobj`, 'gs');
    const actions = Array.from(objects.matchAll(definition));
    return actions.length > 0 && actions.every(([, action = '']) => isGoTo(action));
  });
}

const isGoTo = (action: string) => /\/S\s*\/GoTo(?!\w)/.test(action) && !/\/Next/.test(action);

interface Stream {
  /** Its dictionary, escapes resolved. */
  readonly dictionary: string;
  /** Its bytes as Latin-1, up to `endstream`. */
  readonly data: string;
}

/** Separates the bytes of streams from everything around them. Lengths are not believed: a stream ends where it says so. */
function takeApart(text: string): { outside: string; streams: Stream[] } {
  const streams: Stream[] = [];
  const parts: string[] = [];
  const begin = /(?<=>>[\s\0]{0,16})stream\r?\n/g;
  let position = 0;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const start = found.index + found[0].length;
    const end = text.indexOf('endstream', start);
    if (end === -1) break;
    const before = text.slice(position, found.index);
    parts.push(before);
    streams.push({
      dictionary: withoutEscapes(before.slice(before.lastIndexOf('obj') + 3)),
      data: text.slice(start, end),
    });
    position = end;
    begin.lastIndex = end;
  }
  parts.push(text.slice(position));
  return { outside: parts.join('\n'), streams };
}

/** `/J#53` is `/JS` (7.3.5). */
function withoutEscapes(text: string): string {
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** By what a reader needs to read one, whatever it calls itself. */
const isObjectStream = ({ dictionary }: Stream) => /\/(?:ObjStm|First)\b/.test(dictionary);

/** The objects of a stream written as they would stand outside of it; their numbers and places are at its start (7.5.7). */
function withNumbers(objects: string, { dictionary }: Stream): string {
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1]);
  const header = objects.slice(0, first).trim().split(/\s+/);
  const starts = header.filter((_, place) => place % 2 === 1).map((offset) => first + Number(offset));
  const numbered = starts.map(
    (start, place) =>
      `${header[2 * place]} 0 obj ${objects.slice(start, starts[place + 1] ?? objects.length)} endobj`,
  );
  // What no number names is searched all the same.
  return [objects, ...numbered].join('\n');
}

/** The objects in it; undefined when they are packed in a way that is not understood here. */
function unpack({ dictionary, data }: Stream, room: number): string | undefined {
  if (/\/DecodeParms|\/DP\b/.test(dictionary)) return undefined;
  if (!/\/F(?:ilter)?\b/.test(dictionary)) return data;
  if (!/\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/.test(dictionary)) return undefined;
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: Math.max(1, room) }).toString(
      'latin1',
    );
  } catch {
    // Damaged or far too large: either way nobody has looked at what is in it.
    return undefined;
  }
}
