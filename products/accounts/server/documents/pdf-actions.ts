/**
 * Finds anything in a PDF's objects that a viewer would run, fetch or unpack (ISO 32000-1, 12.6; 7.11; 12.7.8). Opening a file may only jump to one
 * of its pages: many harmless writers set the page to open.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** Active as a key, or as the value of one: the type of an action, an annotation or an object. */
const activeNames = new Set(
  [
    'JS',
    'JavaScript',
    'Launch',
    'EmbeddedFile',
    'EmbeddedFiles',
    'FileAttachment',
    'AA',
    'RichMedia',
    'RichMediaExecute',
    'XFA',
    'SubmitForm',
    'ImportData',
    'GoToR',
    'GoToE',
    'GoToDp',
    'Rendition',
    'Movie',
    'Sound',
    'OnInstantiate',
  ].map((name) => PDFName.of(name)),
);
const [openAction, subtype, goTo, nextAction, uri] = ['OpenAction', 'S', 'GoTo', 'Next', 'URI'].map((name) =>
  PDFName.of(name),
);
/** The location of a stream's bytes in another file. */
const externalFile = [PDFName.of('F'), PDFName.of('FFilter')];

/** The direct children of an array, a dictionary or a stream. */
export function partsOf(object: PDFObject | undefined): PDFObject[] {
  if (object instanceof PDFArray) return object.asArray();
  if (object instanceof PDFStream) return object.dict.values();
  if (object instanceof PDFDict) return object.values();
  return [];
}

/** Whether an indirect object or anything inside it is active. */
export function isActive(object: PDFObject): boolean {
  const open: PDFObject[] = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next instanceof PDFName) {
      // A name on its own can be the value of a key elsewhere.
      if (activeNames.has(next)) return true;
    } else if (next instanceof PDFStream) {
      const { dict } = next;
      if (externalFile.some((key) => dict.has(key))) return true;
      open.push(dict);
    } else if (next instanceof PDFDict) {
      for (const [key, value] of next.entries()) if (isActiveEntry(next, key, value)) return true;
      open.push(...next.values());
    } else if (next instanceof PDFArray) {
      // Names in an array are names of fonts, glyphs and colours.
      open.push(...next.asArray().filter((element) => !(element instanceof PDFName)));
    }
  }
  return false;
}

function isActiveEntry(dict: PDFDict, key: PDFName, value: PDFObject): boolean {
  if (activeNames.has(key)) return true;
  if (key === openAction) return !opensQuietly(dict, value);
  return key === uri && runsOrFetches(dict.context.lookup(value));
}

function opensQuietly(dict: PDFDict, value: PDFObject): boolean {
  const action = value instanceof PDFRef ? dict.context.lookup(value) : value;
  if (action instanceof PDFArray) return true;
  if (!(action instanceof PDFDict)) return false;
  return action.lookup(subtype as PDFName) === goTo && !action.has(nextAction as PDFName);
}

const runningSchemes = ['javascript:', 'vbscript:', 'data:', 'file:', '\\\\'];

/** An address that a viewer would run, or look up on the reader's own computer and network. */
function runsOrFetches(address: PDFObject | undefined): boolean {
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return false;
  const text = address
    .decodeText()
    .replaceAll(/[\s\p{Cc}]/gu, '')
    .toLowerCase();
  return runningSchemes.some((scheme) => text.startsWith(scheme));
}
