/** The details of an audit record as text. Pure. */
import type { AuditRow } from '@calmly/contract/staff';

type Value = AuditRow['details'][string];

/** `words` are those of yes and no. */
export const valueText = (value: Value, words: { yes: string; no: string }): string =>
  value === null ? '–' : typeof value === 'boolean' ? (value ? words.yes : words.no) : String(value);

/** In one line: `decision: approve, reason: …`. */
export const summaryOf = (details: AuditRow['details'], words: { yes: string; no: string }): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${valueText(value, words)}`)
    .join(', ');

/** What a client's id looks like. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/** The beginning of an action: `staff.`. */
export const isAction = (text: string): boolean => /^[a-z_.]{1,60}$/.test(text);
