/** Reads a file from the bank's bank into one of the messages that we accept; the namespace says which. Pure. */

import { createXmlReader } from '@calmly/platform/files/xml.ts';
import { MessageRefused } from '@calmly/platform/iso20022/fields.ts';
import { type CamtEntries, camtOf, createCamtReader } from '../iso20022/camt.ts';
import { createPain002Reader, isPain002, type StatusReport } from '../iso20022/pain002.ts';

export type InboxMessage =
  | { readonly kind: 'status'; readonly name: string; readonly report: StatusReport }
  | (CamtEntries & {
      /** `intraday`: a report of the day so far, which only informs. */
      readonly kind: 'booked' | 'intraday';
      readonly name: string;
    });

const whatIsRead =
  'Read are camt.052, camt.053 and camt.054 in the versions 02 to 13, and pain.002 in the versions 03 to 14: products/payments/bank-files.md';

/** Reads a message in pieces. Errors: XmlRefused, MessageRefused. */
export function createMessageReader(): { write(bytes: Uint8Array): void; end(): InboxMessage } {
  const camt = createCamtReader();
  const pain002 = createPain002Reader();
  const xml = createXmlReader({
    rootName: 'Document',
    mostKept: 20_000,
    onRoot(namespace) {
      if (isPain002(namespace) || camtOf(namespace) !== undefined) return;
      const name = namespace === '' ? 'A message without a namespace' : nameOf(namespace).slice(0, 60);
      throw new MessageRefused(`${name} is not read. ${whatIsRead}`);
    },
    take: (path, element) => camt.take(path, element) || pain002.take(path, element),
  });
  return {
    write: xml.write,
    end() {
      const { root, namespace } = xml.end();
      const name = nameOf(namespace);
      if (isPain002(namespace)) return { kind: 'status', name, report: pain002.end(root) };
      return { kind: camtOf(namespace) === '052' ? 'intraday' : 'booked', name, ...camt.end() };
    },
  };
}

const nameOf = (namespace: string): string => namespace.split(':').at(-1) ?? '';
