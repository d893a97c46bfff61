/** The key under which a file's headings are stored, ignoring case, accents and spaces. */
import { hash } from 'node:crypto';
import { plainHeading } from '../files/columns/heading-names.ts';

/** SHA-256 in hexadecimal. Only the first 200 characters of a heading count. */
export const headingsKey = (headings: readonly string[]): string =>
  hash('sha256', headings.map((heading) => plainHeading(heading.slice(0, longest))).join('\n'), 'hex');

/** A preview shows no more of a cell. */
const longest = 200;
