/** Days as people write them: `2026-12-31`, `31.12.2026`, `31/12/2026`. */

/** The possible meanings of a text as `YYYY-MM-DD`: none, one, or two if it is unclear which number is the month. */
export function readDay(text: string): string[] {
  const trimmed = text.trim();
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T ].*)?$/.exec(trimmed);
  if (iso) return days([[iso[1], iso[2], iso[3]]]);
  const other = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(trimmed);
  if (!other) return [];
  const [, first, separator, second, year] = other;
  const europe = [year, second, first] as const;
  return days(separator === '.' ? [europe] : [europe, [year, first, second]]);
}

type Parts = readonly [year: string | undefined, month: string | undefined, day: string | undefined];

const days = (candidates: readonly Parts[]): string[] => [...new Set(candidates.flatMap(dayOf))];

function dayOf([year = '', month = '', day = '']: Parts): string[] {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${written}T00:00:00Z`);
  // A 31st of April would become the 1st of May.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(written) ? [written] : [];
}
