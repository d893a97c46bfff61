/** Writes XML: elements with text or elements inside, in UTF-8. */

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
