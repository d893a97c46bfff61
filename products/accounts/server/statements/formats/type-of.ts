import type { Locale } from '@calmly/platform/work.ts';
import { schemeNames } from '../../transactions/index.ts';
import { isMask, type Line, schemeOf } from '../source.ts';
import { statementTexts } from '../texts.ts';

/** The type of a line, in words. */
export function typeOf(line: Line, locale: Locale): string {
  const { confidentialPayout, fee, networkFee } = statementTexts[locale];
  if (isMask(line)) return confidentialPayout.replace('{number}', line.transaction?.reference ?? '').trim();
  const scheme = schemeOf(line);
  const name = schemeNames(locale)[scheme];
  if (!line.isFee) return name;
  return scheme === 'CRYPTO' ? networkFee : `${fee}: ${name}`;
}
