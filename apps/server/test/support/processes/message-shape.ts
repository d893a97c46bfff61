/** Checks ISO 20022 messages against a shape in our own words: elements, their order and number, and their texts. */
import type { XmlElement } from '@calmly/platform/files/xml.ts';
import { readXml } from '../files/read-xml.ts';

export interface MessageShape {
  readonly namespace: string;
  /** Children in their order: `?` at most once, `*` any number, `+` once or more. */
  readonly children: Readonly<Record<string, readonly string[]>>;
  readonly texts: Readonly<Record<string, RegExp>>;
}

/** Faults, by path; empty: none. */
export function faultsAgainst(shape: MessageShape, xml: string): string[] {
  const { root, namespace } = readXml(Buffer.from(xml));
  const known = namespace === shape.namespace;
  return [...(known ? [] : [`namespace ${namespace}`]), ...faultsIn(shape, root, '')];
}

function faultsIn(shape: MessageShape, element: XmlElement, above: string): string[] {
  const path = `${above}/${element.name}`;
  // An account's child depends on the kind of its number.
  const isAccount = element.name === 'Id' && element.children.length > 0;
  const wanted = isAccount
    ? [element.children[0]?.name === 'IBAN' ? 'IBAN' : 'Othr']
    : shape.children[element.name];
  if (!wanted) {
    const fits = shape.texts[element.name]?.test(element.text) && element.children.length === 0;
    return fits ? [] : [`${path}: ${element.text}`];
  }
  const names = element.children.map(({ name }) => name).join(' ');
  const pattern = wanted.map((each) => {
    const name = each.replace(/[?*+]$/, '');
    return `(${name} )${each.slice(name.length)}`;
  });
  const inOrder = new RegExp(`^${pattern.join('')}$`).test(`${names} `);
  return [
    ...(inOrder ? [] : [`${path}: ${names}`]),
    ...element.children.flatMap((child) => faultsIn(shape, child, path)),
  ];
}
