/**
 * Reads untrusted XML (ISO 20022 messages, the parts of a spreadsheet) strictly into a tree of elements, piece by piece. Document types,
 * entities, processing instructions and encodings other than UTF-8 are refused, and so are too many, too deep or too long elements.
 * Elements of other namespaces are skipped.
 *
 * Memory is bounded for any file: elements that a caller consumes while reading leave the tree, and the tree has a maximum size.
 *
 * Errors: XmlRefused, with the place if it is known.
 */
import { type SaxesAttributeNS, SaxesParser } from 'saxes';

export interface XmlElement {
  readonly name: string;
  /** By name, including its prefix if there is one. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed unless spaces are kept; empty if it has children. */
  readonly text: string;
}

export type XmlFault =
  | 'document_type'
  | 'processing_instruction'
  | 'encoding'
  | 'syntax'
  | 'too_long'
  | 'too_many_elements'
  | 'too_deep'
  | 'too_many_attributes'
  | 'text_too_long'
  | 'mixed_text'
  | 'no_root';

export class XmlRefused extends Error {
  readonly fault: XmlFault;

  constructor(fault: XmlFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export const xmlLimits = {
  bytes: 10_000_000,
  elements: 400_000,
  /** Elements before the first consumed one, and between two consumed ones. */
  elementsBetweenTaken: 400_000,
  depth: 32,
  attributes: 64,
  text: 10_000,
  /** Maximum length of a comment, a declaration or a tag without a parser event. */
  silence: 130_000,
};

export interface XmlHandlers {
  /** The element with which the message begins; everything around it is skipped. Absent: the first element. */
  readonly rootName?: string;
  /** Maximum number of elements in the tree at one moment; absent: as many as a document may have. */
  readonly mostKept?: number;
  /** Overrides of `xmlLimits`. */
  readonly limits?: Partial<typeof xmlLimits>;
  /** Keeps the spaces around a text. */
  readonly keepsBlanks?: boolean;
  /** Called when the message begins. */
  readonly onRoot?: (namespace: string) => void;
  /**
   * Called when an element has ended, with a path such as `Document/BkToCstmrStmt/Stmt`. Returns true if it consumed the element, which then leaves
   * the tree.
   */
  readonly take?: (path: string, element: XmlElement) => boolean;
}

export interface XmlReader {
  write(bytes: Uint8Array): void;
  /** The root of the document and its namespace. */
  end(): { readonly root: XmlElement; readonly namespace: string };
}

const tooManyElements = (most: number) => new XmlRefused('too_many_elements', `more than ${most} elements`);

interface Growing {
  readonly name: string;
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: XmlElement[] | undefined;
  text: string;
  /** Number of kept elements in it, itself included. */
  size: number;
}

const none: readonly XmlElement[] = [];
const noAttributes: Readonly<Record<string, string>> = {};

/** Reads one document. `write` and `end` throw XmlRefused; errors of `onRoot` and `take` pass through. */
export function createXmlReader({
  rootName,
  limits: otherLimits,
  mostKept,
  keepsBlanks = false,
  onRoot,
  take,
}: XmlHandlers = {}): XmlReader {
  const limits = { ...xmlLimits, ...otherLimits };
  const parser = new SaxesParser({ xmlns: true });
  const pathOf = createPaths();
  const decode = createDecoder();
  const open: Growing[] = [];
  let root: XmlElement | undefined;
  let namespace = '';
  let bytesRead = 0;
  let elements = 0;
  let elementsAtTaken = 0;
  let kept = 0;
  let attributeCount = 0;
  /** All open elements, including those of other namespaces. */
  let depth = 0;
  /** Depth inside an element of another namespace. */
  let foreign = 0;
  let lastWord = 0;

  const heard = () => {
    lastWord = parser.position;
  };
  const refuse = (fault: XmlFault, what: string) => () => {
    throw new XmlRefused(fault, what);
  };
  parser.on('error', (error) => {
    throw new XmlRefused('syntax', error.message);
  });
  parser.on('doctype', refuse('document_type', 'a document type is not taken'));
  parser.on(
    'processinginstruction',
    refuse('processing_instruction', 'a processing instruction is not taken'),
  );
  parser.on('comment', heard);
  parser.on('xmldecl', ({ encoding }) => {
    heard();
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8')
      throw new XmlRefused('encoding', `the encoding ${encoding} is not taken, only UTF-8`);
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > limits.attributes)
      throw new XmlRefused('too_many_attributes', `more than ${limits.attributes} attributes of an element`);
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    heard();
    attributeCount = 0;
    elements += 1;
    depth += 1;
    if (elements > limits.elements) throw tooManyElements(limits.elements);
    if (elements - elementsAtTaken > limits.elementsBetweenTaken)
      throw tooManyElements(limits.elementsBetweenTaken);
    if (depth > limits.depth) throw new XmlRefused('too_deep', `deeper than ${limits.depth} elements`);
    const parent = open.at(-1);
    if (!parent && foreign === 0) {
      if (rootName !== undefined && local !== rootName) return;
      if (root) throw new XmlRefused('syntax', `a second ${local}`);
      namespace = uri;
      onRoot?.(uri);
    }
    if (foreign > 0 || uri !== namespace) {
      foreign += 1;
      return;
    }
    kept += 1;
    if (mostKept !== undefined && kept > mostKept)
      throw new XmlRefused('too_many_elements', `more than ${mostKept} elements at one place`);
    open.push({
      name: local,
      path: parent ? pathOf(parent.path, local) : local,
      attributes: withoutNamespaces(attributes),
      children: undefined,
      text: '',
      size: 1,
    });
  });
  const addText = (text: string) => {
    heard();
    const last = open.at(-1);
    if (!last || foreign > 0) return;
    // Whitespace between elements only indents, and there may be as much as there are elements.
    if (last.children && text.trim() === '') return;
    last.text += text;
    if (last.text.length > limits.text)
      throw new XmlRefused('text_too_long', `a text longer than ${limits.text} characters`);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    heard();
    depth -= 1;
    if (foreign > 0) {
      foreign -= 1;
      return;
    }
    const done = open.pop();
    if (!done) return;
    const { name, path, attributes, children = none, size } = done;
    const isBlank = children.length > 0 && done.text.trim() === '';
    const text = keepsBlanks && !isBlank ? done.text : done.text.trim();
    const element = { name, attributes, children, text };
    if (children.length > 0 && element.text !== '')
      throw new XmlRefused('mixed_text', `text beside elements in ${element.name}`);
    const parent = open.at(-1);
    if (!parent) root = element;
    else if (take?.(path, element)) {
      kept -= size;
      elementsAtTaken = elements;
      parent.children ??= [];
    } else {
      parent.children ??= [];
      parent.children.push(element);
      parent.size += size;
    }
  });

  return {
    write(bytes) {
      bytesRead += bytes.length;
      if (bytesRead > limits.bytes) throw new XmlRefused('too_long', `longer than ${limits.bytes} bytes`);
      // Piece by piece, so that an endless text is noticed before it is held in memory.
      for (let at = 0; at < bytes.length; at += pieceSize) {
        parser.write(decode(bytes.subarray(at, at + pieceSize)));
        if (parser.position - lastWord > limits.silence)
          throw new XmlRefused(
            'text_too_long',
            `a text, tag or comment longer than ${limits.silence} characters`,
          );
      }
    },
    end() {
      parser.write(decode());
      parser.close();
      if (!root) throw new XmlRefused('no_root', `there is no ${rootName ?? 'element'}`);
      return { root, namespace };
    },
  };
}

function withoutNamespaces(attributes: Readonly<Record<string, SaxesAttributeNS>>): XmlElement['attributes'] {
  let own: Record<string, string> | undefined;
  for (const name in attributes) {
    const attribute = attributes[name];
    if (attribute === undefined || attribute.prefix === 'xmlns' || name === 'xmlns') continue;
    own ??= {};
    own[name] = attribute.value;
  }
  return own ?? noAttributes;
}

const mostPaths = 1_000;

/** Interns the paths of elements: a file has few different ones, and identical strings compare fast. */
function createPaths(): (parent: string, name: string) => string {
  const known = new Map<string, Map<string, string>>();
  let count = 0;
  return (parent, name) => {
    const path = known.get(parent)?.get(name);
    if (path !== undefined) return path;
    const made = `${parent}/${name}`;
    if (count < mostPaths) {
      count += 1;
      known.set(parent, (known.get(parent) ?? new Map()).set(name, made));
    }
    return made;
  };
}

const pieceSize = 65_536;

/** UTF-8 in pieces; the last one is empty. */
function createDecoder(): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  return (bytes) => {
    const [first, second] = bytes ?? [];
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    if (isFirst && (isUtf16 || first === 0 || second === 0))
      throw new XmlRefused('encoding', 'UTF-16 is not taken, only UTF-8');
    isFirst = false;
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new XmlRefused('encoding', 'not UTF-8');
    }
  };
}
