/** Every kind of file that leaves, against the shape in our own words; against ISO 20022's schemas `npm run validate-files` holds them. */

import { newId } from '@calmly/platform/ids.ts';
import { statusReport } from '@calmly/server/test/support/files/bank-files.ts';
import { faultsOf } from '@calmly/server/test/support/files/pain001-shape.ts';
import { batchAt, batchesByKind } from '@calmly/server/test/support/processes/rail-batches.ts';
import { expect, test } from 'vitest';
import { idOfWire, wireIdOf } from './batch.ts';
import { createMessageReader } from './message.ts';

test.each(batchesByKind)('$kind: has the shape of a pain.001, in Latin letters', ({ xml }) => {
  expect(faultsOf(xml)).toEqual([]);
  expect(xml).toMatch(/^[\n\x20-\x7e]*$/);
});

// Control: the day of UTC is the day before for the first two.
test.each([
  ['2026-07-01T22:30:00Z', '2026-07-02'],
  ['2026-12-31T23:10:00Z', '2027-01-01'],
  ['2026-12-31T22:50:00Z', '2026-12-31'],
])('what is ordered at %s is to be carried out on Frankfurt’s day, %s', (moment, day) => {
  const [, stated] = /<ReqdExctnDt>\s*<Dt>([^<]*)/.exec(batchAt(new Date(moment))) ?? [];
  expect(stated).toBe(day);
});

test('an id that went out is the same when a status report brings it back, in small letters too', () => {
  const ids = Array.from({ length: 2_000 }, () => newId());
  const stated = ids.map((id, place) => {
    const wire = place % 2 === 0 ? wireIdOf(id) : wireIdOf(id).toLowerCase();
    return { status: 'ACSC', instructionId: wire, endToEndId: wire };
  });
  const xml = statusReport({ id: 'S-1', originalMessageId: wireIdOf(newId()), transfers: stated });
  const reader = createMessageReader();
  reader.write(Buffer.from(xml));
  const message = reader.end();
  const [payment] = message.kind === 'status' ? message.report.payments : [];
  expect(payment?.transfers.map(({ instructionId }) => idOfWire(instructionId))).toEqual(ids);
  for (const none of ['', 'NOTPROVIDED', `${wireIdOf(newId())}0`, wireIdOf(newId()).replace(/.$/, 'G')])
    expect(idOfWire(none)).toBeUndefined();
});
