/** Texts of an official statement about itself, in both languages. */
import type { Locale } from '@calmly/platform/work.ts';
import { dayFormat } from '../texts.ts';
import { numberOf } from './month.ts';
import type { Official } from './official-store.ts';

const texts = {
  en: {
    label: 'Official statement',
    number: 'No. {number}, version {version}',
    fileName: 'official-statement',
    replaces: 'Replaces version {version} of {day}',
    entries: 'Reason: entries of this month were booked after that version was made',
    reason: 'Reason: {reason}',
  },
  ru: {
    label: 'Официальная выписка',
    number: '№ {number}, версия {version}',
    fileName: 'oficialnaya-vypiska',
    replaces: 'Заменяет версию {version} от {day}',
    entries: 'Причина: операции этого месяца были проведены после составления той версии',
    reason: 'Причина: {reason}',
  },
} as const;

/** Without the account's number and the file's ending; ASCII in both languages. */
export const officialFileName = (locale: Locale): string => texts[locale].fileName;

export interface Restated {
  readonly before: Pick<Official, 'version' | 'madeAt' | 'timeZone'>;
  readonly cause: NonNullable<Official['cause']>;
  readonly reason: string | null;
}

/** The facts under the title of the PDF. */
export function officialFacts(
  locale: Locale,
  { year, serial, version }: Pick<Official, 'year' | 'serial' | 'version'>,
  dayOf: (at: Date) => string,
  restated: Restated | undefined,
): ReadonlyArray<readonly [string, readonly string[]]> {
  const { label, number, replaces, entries, reason } = texts[locale];
  const lines = [
    number.replace('{number}', numberOf({ year, serial })).replace('{version}', String(version)),
  ];
  if (restated) {
    const { before, cause } = restated;
    const day = dayFormat(locale)(dayOf(before.madeAt));
    lines.push(replaces.replace('{version}', String(before.version)).replace('{day}', day));
    // A function, because the text is from a person and must not be read as a replacement pattern.
    const why = cause === 'ENTRIES' ? entries : reason.replace('{reason}', () => restated.reason ?? '');
    lines.push(...wrapped(why));
  }
  return [[label, lines]];
}

/** Number of characters in a column of facts; longer lines would be truncated. */
const lineLength = 46;

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(pieces)) {
    if (line !== '' && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Splits a word without a space that is longer than a line. */
function pieces(word: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length; at += lineLength) parts.push(word.slice(at, at + lineLength));
  return parts;
}
