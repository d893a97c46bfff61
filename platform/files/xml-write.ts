/** Writes XML: elements with text or elements inside, in UTF-8. */

/** An element to be written, with text or elements inside; undefined children are omitted. */
export interface XmlNode {
  readonly name: string;
  readonly inside: string | readonly XmlNode[];
  readonly attributes: Readonly<Record<string, string>>;
}

const none: Readonly<Record<string, string>> = {};

/** An element; undefined children are omitted, so that optional ones can be written in place. */
export const node = (
  name: string,
  inside: string | ReadonlyArray<XmlNode | undefined>,
  attributes: Readonly<Record<string, string>> = none,
): XmlNode => ({
  name,
  inside: typeof inside === 'string' ? inside : inside.filter((each) => each !== undefined),
  attributes,
});

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The whole document, one element per line. */
export const writeXml = (root: XmlNode): string => `${declaration}${print(root, '')}`;

/** A piece of a document that is too large for memory: a whole element, a start tag, or the end tag of the innermost open element. */
export type XmlPart = XmlNode | Pick<XmlNode, 'name' | 'attributes'> | 'end';

/** The start tag of an element whose children follow in later parts; `'end'` closes it. */
export const startOf = (name: string, attributes: XmlNode['attributes'] = {}): XmlPart => ({
  name,
  attributes,
});

/** The bytes of a document, batch by batch. Elements that are still open at the end are closed. */
export async function* writeXmlInParts(
  batches: AsyncIterable<readonly XmlPart[]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  const open: string[] = [];
  const write = (part: XmlPart): string => {
    const indent = '  '.repeat(part === 'end' ? Math.max(0, open.length - 1) : open.length);
    if (part === 'end') return `${indent}</${open.pop() ?? ''}>\n`;
    if ('inside' in part) return print(part, indent);
    open.push(part.name);
    return `${indent}<${tagOf(part)}>\n`;
  };
  yield encoder.encode(declaration);
  for await (const batch of batches) yield encoder.encode(batch.map(write).join(''));
  yield encoder.encode([...open].map(() => write('end')).join(''));
}

const tagOf = ({ name, attributes }: Pick<XmlNode, 'name' | 'attributes'>): string =>
  attributes === none ? name : withAttributes(name, attributes);

const withAttributes = (name: string, attributes: XmlNode['attributes']): string =>
  Object.entries(attributes).reduce((tag, [key, value]) => `${tag} ${key}="${escapeXml(value)}"`, name);

function print({ name, inside, attributes }: XmlNode, indent: string): string {
  const start = tagOf({ name, attributes });
  if (typeof inside === 'string') return `${indent}<${start}>${escapeXml(inside)}</${name}>\n`;
  let text = `${indent}<${start}>\n`;
  const deeper = `${indent}  `;
  for (const each of inside) text += print(each, deeper);
  return `${text}${indent}</${name}>\n`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Texts that may need changes; most do not. */
const suspect = /[&<>"\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

/** Characters that XML 1.0 cannot carry become a space. */
function escapeXml(text: string): string {
  if (!suspect.test(text)) return text;
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
