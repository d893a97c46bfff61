/** Every kind of file that leaves, against the shape in our own words; against ISO 20022's schemas `npm run validate-files` holds them. */
import { expect, test } from 'vitest';
import { statusReport } from '../../../../test/support/files/bank-files.ts';
import { faultsOf } from '../../../../test/support/files/pain001-shape.ts';
import { batchesByKind } from '../../../../test/support/processes/rail-batches.ts';
import { newId } from '../../../platform/ids.ts';
import { idOfWire, wireIdOf } from './batch.ts';
import { createMessageReader } from './message.ts';

test.each(batchesByKind)('$kind: has the shape of a pain.001, in Latin letters', ({ xml }) => {
  expect(faultsOf(xml)).toEqual([]);
  expect(xml).toMatch(/^[\n\x20-\x7e]*$/);
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
