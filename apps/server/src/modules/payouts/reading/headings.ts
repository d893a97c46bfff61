/** What a file's headings are remembered under: regardless of case, accents and blanks. */
import { hash } from 'node:crypto';
import { plainHeading } from '../files/heading-names.ts';

export const headingsKey = (headings: readonly string[]): string =>
  hash('sha256', headings.map(plainHeading).join('\n'), 'hex');
