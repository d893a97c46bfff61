/** The schedule of a person's digest for a profile. It is off until they turn it on. */
import type { Digest, DigestInput } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { AccountSource } from '../../../../accounts/server/statements/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { deleteDigest, findDigest, hasDigests, writeDigest } from './digest-store.ts';
import { scheduleDigests, totalsNow } from './send.ts';
import { nextDigest } from './when.ts';

const usual: Digest = { frequency: 'OFF', weekday: 1, hour: 8, timeZone: 'UTC' };

/** The suggestion (off, Monday, 8:00 UTC) for a person without one. */
export async function readDigest(work: Work): Promise<Digest> {
  const found = await findDigest(work.sql, requireClientActor(work));
  if (!found) return usual;
  const { frequency, weekday, hour, timeZone } = found;
  return { frequency, weekday, hour, timeZone };
}

/** A first digest covers events from now on; a change keeps what was covered, and reschedules it. OFF deletes it. */
export async function changeDigest(
  work: Work,
  sources: readonly AccountSource[],
  input: DigestInput,
): Promise<Digest> {
  const { sql, now } = work;
  const actor = requireClientActor(work);
  const { clientId, personId } = actor;
  const { frequency, ...when } = input;
  if (frequency === 'OFF') await deleteDigest(sql, { clientId, personId });
  else {
    const isFirst = !(await hasDigests(sql));
    const schedule = { frequency, ...when };
    const dueAt = nextDigest(schedule, await businessTime(work));
    const { covered } = await totalsNow(sql, actor, sources);
    await writeDigest(sql, { clientId, personId, ...schedule, coveredTo: now, covered, dueAt });
    if (isFirst) await scheduleDigests(work);
  }
  await audit(work, { action: 'alerts.digest_changed', details: { frequency } });
  return readDigest(work);
}
