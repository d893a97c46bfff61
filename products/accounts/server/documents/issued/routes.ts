/**
 * `GET /verify/codes/{code}` and `GET /verify/files/{sha256}`: whether the bank issued it, and whether a later version has replaced it. Every request
 * takes one look-up and gets an answer of the same form, so that neither form nor time distinguishes an unknown code from an invalid one.
 */
import { createHash } from 'node:crypto';
import { verifyCode, verifyFile } from '@calmly/contract';
import { readDocumentCode } from '@calmly/domain';
import type { Router } from '@calmly/platform/http/router.ts';
import { hashOfCode } from './issue.ts';
import { judgeCode, judgeFile } from './issued-store.ts';

const hashBytes = 32;

/** Anyone may ask, without signing in. */
export function verifyRoutes(router: Router): void {
  router.read(verifyCode, ({ sql }, { params }) =>
    judgeCode(sql, hashOfCode(readDocumentCode(params.code) ?? params.code)),
  );
  router.read(verifyFile, ({ sql }, { params }) => judgeFile(sql, bytesOf(params.sha256)));
}

/** The hash that a text represents in hexadecimal; for other texts, one that no file has. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'hex');
  const isHash = bytes.length === hashBytes && text.length === 2 * hashBytes;
  return isHash ? bytes : createHash('sha256').update(text).digest();
}
