import { createXmlReader, type XmlReader } from '@calmly/platform/files/xml.ts';

/** Reads a whole document at once, within `xmlLimits`. Throws XmlRefused. */
export function readXml(bytes: Uint8Array): ReturnType<XmlReader['end']> {
  const reader = createXmlReader();
  reader.write(bytes);
  return reader.end();
}
