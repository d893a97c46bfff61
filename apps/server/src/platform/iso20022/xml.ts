/**
 * XML as ISO 20022 messages use it: read strictly into a tree of elements, and written. A message has no business with a document
 * type, entities of its own, processing instructions or another encoding than UTF-8: any of these refuses it, and so do too
 * many, too deep or too long elements. Elements of a foreign namespace are passed over.
 *
 * Errors: XmlRefused, with the place where that is known.
 */
import { SaxesParser } from 'saxes';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed; empty where it has children. */
  readonly text: string;
}

export class XmlRefused extends Error {}

const limits = { bytes: 20_000_000, elements: 2_000_000, depth: 32, text: 10_000 };

interface Growing {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** The root of the document and its namespace. */
export function readXml(bytes: Uint8Array): { readonly root: XmlElement; readonly namespace: string } {
  if (bytes.length > limits.bytes) throw new XmlRefused(`longer than ${limits.bytes} bytes`);
  const parser = new SaxesParser({ xmlns: true });
  const open: Growing[] = [];
  let root: XmlElement | undefined;
  let namespace = '';
  let elements = 0;
  /** How deep inside an element that is not ours. */
  let foreign = 0;

  parser.on('error', (error) => {
    throw new XmlRefused(error.message);
  });
  parser.on('doctype', () => {
    throw new XmlRefused('a document type is not taken');
  });
  parser.on('processinginstruction', () => {
    throw new XmlRefused('a processing instruction is not taken');
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8')
      throw new XmlRefused(`the encoding ${encoding} is not taken`);
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    if (elements > limits.elements) throw new XmlRefused(`more than ${limits.elements} elements`);
    if (open.length >= limits.depth) throw new XmlRefused(`deeper than ${limits.depth} elements`);
    if (open.length === 0 && foreign === 0) namespace = uri;
    if (foreign > 0 || uri !== namespace) {
      foreign += 1;
      return;
    }
    const own = Object.values(attributes).filter(({ prefix, name }) => prefix === '' && name !== 'xmlns');
    open.push({
      name: local,
      attributes: Object.fromEntries(own.map(({ local: name, value }) => [name, value])),
      children: [],
      text: '',
    });
  });
  const addText = (text: string) => {
    const last = open.at(-1);
    if (!last || foreign > 0) return;
    // Between elements blanks only indent, and there may be as many as there are elements.
    if (last.children.length > 0 && text.trim() === '') return;
    last.text += text;
    if (last.text.length > limits.text) throw new XmlRefused(`a text longer than ${limits.text} characters`);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (foreign > 0) {
      foreign -= 1;
      return;
    }
    const done = open.pop();
    if (!done) return;
    const element = { ...done, text: done.text.trim() };
    if (element.children.length > 0 && element.text !== '')
      throw new XmlRefused(`text beside elements in ${element.name}`);
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
  });
  parser.write(decode(bytes)).close();
  if (!root) throw new XmlRefused('there is no element');
  return { root, namespace };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlRefused('not UTF-8');
  }
}

/** An element to be written: text or elements inside; those that are undefined are left out. */
export interface XmlNode {
  readonly name: string;
  readonly inside: string | readonly XmlNode[];
  readonly attributes: Readonly<Record<string, string>>;
}

export const node = (
  name: string,
  inside: string | ReadonlyArray<XmlNode | undefined>,
  attributes: Readonly<Record<string, string>> = {},
): XmlNode => ({
  name,
  inside: typeof inside === 'string' ? inside : inside.filter((each) => each !== undefined),
  attributes,
});

/** The whole document, one element a line. */
export const writeXml = (root: XmlNode): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${print(root, '')}`;

function print({ name, inside, attributes }: XmlNode, indent: string): string {
  const start = Object.entries(attributes).reduce(
    (tag, [key, value]) => `${tag} ${key}="${escapeXml(value)}"`,
    name,
  );
  if (typeof inside === 'string') return `${indent}<${start}>${escapeXml(inside)}</${name}>\n`;
  return `${indent}<${start}>\n${inside.map((each) => print(each, `${indent}  `)).join('')}${indent}</${name}>\n`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML 1.0 cannot carry at all becomes a blank. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
