/**
 * Issues documents: draws a code that the document carries, hashes the bytes while they are sent, and records the document before its last bytes are
 * sent. A truncated file is either never recorded, or lacks those bytes, so it does not count as issued.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IssuedKind } from '@calmly/contract';
import { documentCodeBytes, documentCodeOf, groupDocumentCode } from '@calmly/domain';
import type { PdfMark } from '@calmly/platform/files/pdf-mark.ts';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { type DocumentSubject, insertIssued, setReplaced } from './issued-store.ts';

export interface IssueOrder {
  readonly clientId: string;
  readonly kind: IssuedKind;
  readonly locale: Locale;
  readonly subject?: DocumentSubject;
}

interface Issuing {
  readonly sql: Sql;
  readonly now: Date;
}

/** The code of a document, and the hash under which it is stored. */
export interface DrawnCode {
  readonly mark: PdfMark;
  readonly codeHash: Buffer;
}

export interface Issuer {
  /** A document that is made at once. */
  file(work: Issuing, order: IssueOrder, make: (mark: PdfMark) => Promise<Uint8Array>): Promise<Uint8Array>;
  /** A document that is made while it is sent. */
  stream(
    work: Issuing,
    order: IssueOrder,
    make: (mark: PdfMark) => AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void, undefined>;
  /** A code for a document that is recorded later, together with related data. */
  draw(locale: Locale): DrawnCode;
  record(
    work: Issuing,
    issued: Pick<IssueOrder, 'clientId' | 'kind'> & { readonly codeHash: Buffer; readonly sha256: Buffer },
  ): Promise<void>;
  /** Records that a later version has replaced documents. They remain genuine. */
  replace(work: Issuing, codeHashes: readonly Buffer[]): Promise<void>;
}

const texts: Readonly<Record<Locale, string>> = {
  en: 'Check that this document is genuine',
  ru: 'Проверка подлинности документа',
};

/** `portalUrl`: without a trailing slash. */
export function createIssuer({ portalUrl }: { readonly portalUrl: string }): Issuer {
  const draw = (locale: Locale): DrawnCode => {
    const code = documentCodeOf(randomBytes(documentCodeBytes));
    const shown = groupDocumentCode(code);
    const page = `${portalUrl}/verify`;
    const mark: PdfMark = {
      label: texts[locale],
      code: shown,
      page: page.replace(/^https?:\/\//, ''),
      url: `${page}/${code}`,
    };
    return { mark, codeHash: hashOfCode(code) };
  };
  async function* stream(
    { sql, now }: Issuing,
    { clientId, kind, locale, subject }: IssueOrder,
    make: (mark: PdfMark) => AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { mark, codeHash } = draw(locale);
    const hash = createHash('sha256');
    let last: Uint8Array | undefined;
    for await (const bytes of make(mark)) {
      if (bytes.length === 0) continue;
      if (last) yield last;
      hash.update(bytes);
      last = bytes;
    }
    await insertIssued(sql, { clientId, kind, codeHash, sha256: hash.digest(), issuedAt: now, subject });
    if (last) yield last;
  }
  return {
    async file({ sql, now }, { clientId, kind, locale, subject }, make) {
      const { mark, codeHash } = draw(locale);
      const bytes = await make(mark);
      const sha256 = createHash('sha256').update(bytes).digest();
      await insertIssued(sql, { clientId, kind, codeHash, sha256, issuedAt: now, subject });
      return bytes;
    },
    stream,
    draw,
    record: ({ sql, now }, issued) => insertIssued(sql, { ...issued, issuedAt: now }),
    replace: ({ sql, now }, codeHashes) => setReplaced(sql, codeHashes, now),
  };
}

/** SHA-256 of the code in the form of `readDocumentCode`, without the dashes shown to people. */
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();
