/** pain.001 in every version that is read, and what refuses one. Schemas: `npm run validate-files` checks the samples against them. */

import type { PayoutField } from '@calmly/contract';
import {
  type GroupOptions,
  type Pain001Version,
  pain001File,
  pain001Samples,
} from '@calmly/server/test/support/files/pain001-files.ts';
import {
  type PayoutFiles,
  payoutFiles,
  type ReadFile,
} from '@calmly/server/test/support/files/payout-files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let files: PayoutFiles;
beforeAll(async () => {
  files = await payoutFiles();
});
afterAll(() => files.close());

/** The filled fields of each row. */
const fieldsOf = ({ rows, description }: ReadFile): Array<Partial<Record<PayoutField, string>>> =>
  rows.map(({ cells }) =>
    Object.fromEntries(
      (description?.mapping ?? []).flatMap((field, at) => (field && cells[at] ? [[field, cells[at]]] : [])),
    ),
  );

const debtor = { executionDate: '2026-12-01', chargeBearer: 'SLEV' };
const creditor = { name: 'Peeter Kask', bic: 'COBADEFFXXX' };

test.each(pain001Samples)('version $version', async ({ version, xml }) => {
  const read = await files.read(xml);
  expect(read.refusal).toBeUndefined();
  expect(read.description).toMatchObject({
    kind: 'pain001',
    layout: 'pain001',
    message: `pain.001.001.${version}`,
    header: null,
  });
  expect(read.rows.map(({ line }) => line)).toEqual([1, 2, 3]);
  expect(fieldsOf(read)).toEqual([
    {
      ...debtor,
      ...creditor,
      fromAccount: 'EE382200221020145685',
      account: 'DE89370400440532013000',
      amount: '1250.50',
      currency: 'EUR',
      street: 'Pikk',
      buildingNumber: '3',
      postCode: '10123',
      town: 'Tallinn',
      country: 'EE',
      reference: 'Salary for May',
      purpose: 'SALA',
    },
    {
      ...debtor,
      ...creditor,
      fromAccount: 'DE89370400440532013000',
      account: '12345678',
      amount: '99.9',
      currency: 'EUR',
      country: 'EE',
      addressLines: 'Pikk 3\n10123 Tallinn',
      creditorReference: 'RF18539007547034',
      endToEndId: 'E2E-1',
      purpose: 'GDDS',
    },
    {
      ...debtor,
      ...creditor,
      fromAccount: 'DE89370400440532013000',
      account: 'DE89370400440532013000',
      amount: '0.01',
      currency: 'USD',
      endToEndId: 'E2E-3',
    },
  ]);
  expect(read.end).toMatchObject({ rows: 3, salaryRows: 1 });
});

test('a wrong IBAN or amount is not a matter of the file', async () => {
  const xml = pain001File('09', [{ transactions: [{}] }])
    .replace('DE89370400440532013000', 'DE00')
    .replace('>10.00</InstdAmt>', '>ten</InstdAmt>');
  const read = await files.read(xml);
  expect(read.refusal).toBeUndefined();
  expect(fieldsOf(read)[0]).toMatchObject({ account: 'DE00', amount: 'ten' });
});

describe('messages that are refused', () => {
  const one = (group: Partial<GroupOptions> = {}, header = {}, version: Pain001Version = '09') =>
    pain001File(version, [{ transactions: [{}, { amount: '5.5' }], ...group }], header);
  test.each([
    [
      'another count',
      one({}, { count: '3' }),
      { code: 'number_of_transactions', group: null, declared: '3', found: '2' },
    ],
    [
      'another sum',
      one({}, { sum: '15.51' }),
      { code: 'control_sum', group: null, declared: '15.51', found: '15.5' },
    ],
    [
      'another count of a group',
      one({ count: '1' }),
      { code: 'number_of_transactions', group: 'GROUP-1', declared: '1', found: '2' },
    ],
    [
      'another sum of a group',
      one({ sum: '15' }),
      { code: 'control_sum', group: 'GROUP-1', declared: '15', found: '15.5' },
    ],
    [
      'no count',
      one().replace('<NbOfTxs>2</NbOfTxs>', ''),
      { code: 'missing_element', path: 'GrpHdr/NbOfTxs' },
    ],
    ['a cheque', one({ method: 'CHK' }), { code: 'payment_method', found: 'CHK' }],
    [
      'an equivalent amount',
      one().replace(
        /<InstdAmt Ccy="EUR">5.5<\/InstdAmt>/,
        '<EqvtAmt><Amt Ccy="EUR">5.5</Amt><CcyOfTrf>USD</CcyOfTrf></EqvtAmt>',
      ),
      { code: 'equivalent_amount', transaction: 2 },
    ],
    [
      'a later version',
      one().replace('001.001.09', '001.001.13'),
      { code: 'wrong_pain_version', found: 'pain.001.001.13' },
    ],
    [
      'an earlier version',
      one().replace('001.001.09', '001.001.02'),
      { code: 'wrong_pain_version', found: 'pain.001.001.02' },
    ],
    [
      'another message',
      one().replace('pain.001.001.09', 'camt.053.001.02'),
      { code: 'wrong_pain_version', found: 'camt.053.001.02' },
    ],
    [
      'a group without transactions',
      one({ transactions: [] }, { sum: '0' }),
      { code: 'missing_element', path: 'PmtInf/CdtTrfTxInf' },
    ],
    [
      'an account after its transactions',
      one().replace('</PmtInf>', '<DbtrAcct><Id><IBAN>EE00</IBAN></Id></DbtrAcct></PmtInf>'),
      { code: 'wrong_order', path: 'PmtInf/DbtrAcct' },
    ],
    ['half a message', one().slice(0, 900), { code: 'xml', fault: 'syntax' }],
    ['another encoding', Buffer.from(one(), 'utf16le'), { code: 'xml', fault: 'encoding' }],
    ['another XML', '<a/>', { code: 'xml', fault: 'no_root' }],
  ])('%s', async (_what, xml, refusal) => {
    expect((await files.read(xml)).refusal).toMatchObject(refusal);
  });
});
