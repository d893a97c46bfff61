/** What a file from the bank's bank says: one of the messages that we take, told by its namespace. Pure. */
import { type BookedEntry, isCamt, readCamt } from '../../../platform/iso20022/camt.ts';
import { MessageRefused } from '../../../platform/iso20022/fields.ts';
import { isPain002, readPain002, type StatusReport } from '../../../platform/iso20022/pain002.ts';
import { readXml } from '../../../platform/iso20022/xml.ts';

export type InboxMessage =
  | { readonly kind: 'status'; readonly name: string; readonly report: StatusReport }
  | { readonly kind: 'booked'; readonly name: string; readonly entries: readonly BookedEntry[] };

/** Errors: XmlRefused, MessageRefused. */
export function readMessage(bytes: Uint8Array): InboxMessage {
  const { root, namespace } = readXml(bytes);
  const name = namespace.split(':').at(-1) ?? '';
  if (root.name !== 'Document') throw new MessageRefused(`${root.name} is no Document`);
  if (isPain002(namespace)) return { kind: 'status', name, report: readPain002(root) };
  if (isCamt(namespace)) return { kind: 'booked', name, entries: readCamt(root, namespace) };
  throw new MessageRefused(`${namespace || 'a message without namespace'} is not taken here`);
}
