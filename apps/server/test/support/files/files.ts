/**
 * Files for upload tests: clean ones as people have them, and hostile ones made from them. Everything is generated, so that the
 * repository contains no binaries.
 */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface NamedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A PDF of its objects, with a classic cross-reference table. */
export function pdfOf(
  objects: readonly string[],
  { trailer = '', tail = '' }: { trailer?: string; tail?: string } = {},
): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${xref}\n%%EOF\n${tail}`;
  return Buffer.from(text, 'latin1');
}

const streamOf = (dictionary: string, data: Buffer) =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`;

/** The objects of one page with a line of text; `catalog` goes into the catalogue, `page` into the page. */
export function pageObjects({ catalog = '', page = '' }: { catalog?: string; page?: string } = {}): string[] {
  const drawing = Buffer.from('BT /F1 12 Tf 72 720 Td (Electricity bill) Tj ET');
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    streamOf('/Filter /FlateDecode', deflateSync(drawing)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
}

/** An object stream (ISO 32000-1, 7.5.7) with one object of this number. */
export function objectStream(
  number: number,
  object: string,
  { packed = true, filter = '/FlateDecode' } = {},
) {
  const header = `${number} 0 `;
  const body = Buffer.from(`${header}${object}`, 'latin1');
  const data = packed ? deflateSync(body) : body;
  const filtered = packed ? `/Filter ${filter}` : '';
  return streamOf(`/Type /ObjStm /N 1 /First ${header.length} ${filtered}`, data);
}

/** A picture with noise, so that it compresses like a photograph. */
export function picture(
  format: 'png' | 'jpeg',
  { width = 64, height = 48, seed = 1 }: { width?: number; height?: number; seed?: number } = {},
): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, index) => (index * 31 + seed * 97 + (index >> 3)) % 256),
  );
  const raw = sharp(pixels, { raw: { width, height, channels: 3 } });
  return (format === 'png' ? raw.png() : raw.jpeg()).toBuffer();
}
