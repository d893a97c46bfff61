/** The calls of quiet hours: a person reads and changes their own. Errors: `invalid_request` (to: the same time as from). */
import { type QuietHours, usualQuietHours } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { badFields } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import type { StoredQuietHours } from './quiet.ts';
import { deleteQuietHours, findQuietHours, hasHeld, writeQuietHours } from './quiet-store.ts';
import { scheduleRelease } from './release.ts';

/** Off, with the usual hours in UTC as a suggestion, for a person without any. */
export async function readQuietHours(work: Work): Promise<QuietHours> {
  const { personId } = requireClientActor(work);
  return shown((await findQuietHours(work.sql, [personId])).get(personId));
}

/**
 * Turning them off deletes the hours. A job checks held messages again right after the commit. Throws `invalid_request` if both times are the same.
 */
export async function changeQuietHours(
  work: Work,
  { isOn, from, to, timeZone, holdsEmail }: QuietHours,
): Promise<QuietHours> {
  const { personId } = requireClientActor(work);
  if (isOn && from === to) throw badFields({ field: 'to', code: 'invalid' });
  const hours = { fromMinute: minuteOf(from), toMinute: minuteOf(to), timeZone, holdsEmail };
  if (isOn) await writeQuietHours(work.sql, personId, hours);
  else await deleteQuietHours(work.sql, personId);
  // The new hours may end earlier than those in which messages were held.
  if (await hasHeld(work.sql, personId)) await scheduleRelease(work.sql, [{ personId, at: work.now }]);
  await audit(work, {
    action: 'notifications.quiet_hours',
    details: { isOn, from, to, timeZone, holdsEmail },
  });
  return readQuietHours(work);
}

const shown = (hours: StoredQuietHours | undefined): QuietHours =>
  hours
    ? {
        isOn: true,
        from: clockOf(hours.fromMinute),
        to: clockOf(hours.toMinute),
        timeZone: hours.timeZone,
        holdsEmail: hours.holdsEmail,
      }
    : { isOn: false, ...usualQuietHours, timeZone: 'UTC', holdsEmail: false };

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const two = (value: number): string => String(value).padStart(2, '0');
const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
