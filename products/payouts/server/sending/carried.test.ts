/**
 * All data of a client's file is either sent by the bank or named in a warning; nothing is dropped silently. Files over HTTP on one side, the
 * pain.001 in the outbox on the other.
 */
import { changePayoutRows, getPayout, mapPayout, type PayoutDetails, type PayoutRow } from '@calmly/contract';
import { node } from '@calmly/platform/files/xml-write.ts';
import { addPayee, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import {
  allRows,
  awaitRead,
  typedPayout,
  uploadPayout,
} from '@calmly/server/test/support/clients/payouts.ts';
import {
  iban,
  pain001File,
  type TransactionOptions,
} from '@calmly/server/test/support/files/pain001-files.ts';
import { confirmWithCode } from '@calmly/server/test/support/files/payout-rows.ts';
import { type FileRailBank, startFileRail } from '@calmly/server/test/support/processes/file-rail.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

const tartu = 'EE382200221020145685';
const berlin = 'DE89370400440532013000';

const structured = (reference: string) =>
  node('Strd', [
    node('CdtrRefInf', [node('Tp', [node('CdOrPrtry', [node('Cd', 'SCOR')])]), node('Ref', reference)]),
  ]);

/** A pain.001 of one payment from the payer's account, sent as soon as it is confirmed. */
const fileOf = (payer: Payer, transaction: TransactionOptions): string =>
  pain001File('09', [
    {
      debtorAccount: payer.account.iban ?? '',
      transactions: [{ endToEndId: 'NOTPROVIDED', remittance: [node('Ustrd', 'x')], ...transaction }],
    },
  ])
    .replace(/<ReqdExctnDt>.*?<\/ReqdExctnDt>/s, '')
    .replace(/<CdtrAgt>.*?<\/CdtrAgt>/s, '');

async function uploaded(payer: Payer, content: string, name = 'file.xml') {
  const read = await uploadPayout(bank.app, payer, content, name);
  const payout = read.status === 'MAPPING' ? await mappedAsSuggested(payer, read) : read;
  const [row] = await allRows(bank.app, payer, payout.id);
  if (!row) throw new Error(`no row: ${JSON.stringify(payout)}`);
  return { payout, row };
}

async function mappedAsSuggested(payer: Payer, { id, version, file }: PayoutDetails) {
  const read = { headerRow: true, encoding: null, delimiter: null, decimalSign: null, sheet: null };
  const body = { version, columns: file?.columns ?? [], ...read };
  await bank.app.call(mapPayout, { params: { id }, body }, payer);
  return awaitRead(bank.app, payer, id);
}

/** The remarks on the row, except those that every new payee has. */
const remarksOf = ({ warnings, faults }: Awaited<ReturnType<typeof uploaded>>['row']) =>
  [...faults, ...warnings]
    .filter(({ code }) => !['first_payment', 'name_not_checked', 'missing_in_file'].includes(code))
    .map(({ field, code, message }) => [field, code, message]);

/** Pays the only row; returns the sent transfer with its group. */
async function sentBy(payer: Payer, payout: { readonly id: string }) {
  const { output } = await bank.app.call(getPayout, { params: { id: payout.id } }, payer);
  expect((await confirmWithCode(bank.app, payer, output)).status).toBe(200);
  const paymentId = await until(
    async () => (await allRows(bank.app, payer, payout.id))[0]?.paymentId ?? '',
    (id) => id !== '',
  );
  const { payment, instructionId } = await bank.sentFor(paymentId);
  const transfer = payment.transfers.find((each) => each.instructionId === instructionId);
  if (!transfer) throw new Error('nothing was sent');
  return { payment, transfer };
}

describe('references', () => {
  const scor = (reference: string, issuer: 'BBA' | null = null) => ({ type: 'SCOR', issuer, reference });

  test.each([
    [
      'a text and a reference',
      [node('Ustrd', 'Invoice 9'), structured('RF18539007547034')],
      berlin,
      'Invoice 9',
      scor('RF18539007547034'),
    ],
    ['a reference alone', [structured('RF18539007547034')], berlin, null, scor('RF18539007547034')],
    [
      'a reference in the text only',
      [node('Ustrd', 'RF18 5390 0754 7034')],
      berlin,
      null,
      scor('RF18539007547034'),
    ],
    [
      'a text that names the reference in the middle',
      [node('Ustrd', 'For RF18539007547034, May'), structured('RF18539007547034')],
      berlin,
      'For RF18539007547034, May',
      scor('RF18539007547034'),
    ],
    ['a reference of Estonia', [structured('1234561')], tartu, null, scor('1234561')],
    [
      'a reference of Belgium',
      [node('Ustrd', 'Rent'), structured('+++090/9337/55493+++')],
      'BE68539007547034',
      'Rent',
      scor('090933755493', 'BBA'),
    ],
    ['a number that is no reference', [node('Ustrd', '1234561')], tartu, '1234561', null],
  ] as const)('%s', async (_what, remittance, account, text, reference) => {
    const payer = await createPayer(bank.app);
    const file = fileOf(payer, { account: iban(account), remittance: [...remittance] });
    const found = await uploaded(payer, file);
    expect(remarksOf(found.row)).toEqual([]);
    const { transfer } = await sentBy(payer, found.payout);
    expect(transfer).toMatchObject({ remittanceInformation: text, creditorReference: reference });
  });

  test('of Estonia, from a table with Estonian headings', async () => {
    const payer = await createPayer(bank.app);
    const file = [
      'Saaja nimi;Saaja konto;Summa;Valuuta;Selgitus;Viitenumber',
      `Peeter Kask;${tartu};5,00;EUR;Arve 7;1234561`,
    ].join('\n');
    const found = await uploaded(payer, file, 'viited.csv');
    expect(remarksOf(found.row)).toEqual([]);
    const { transfer } = await sentBy(payer, found.payout);
    expect(transfer).toMatchObject({ remittanceInformation: 'Arve 7', creditorReference: scor('1234561') });
  });

  test.each([
    ['with a wrong digit', tartu, '1234562'],
    ['of another country', berlin, '1234561'],
  ])('a national one %s is a fault', async (_what, account, reference) => {
    const payer = await createPayer(bank.app);
    const { row } = await uploaded(
      payer,
      fileOf(payer, { account: iban(account), remittance: [structured(reference)] }),
    );
    expect(row.faults.map(({ field, code }) => [field, code])).toEqual([
      ['creditorReference', 'creditor_reference_invalid'],
    ]);
  });
});

describe('reports data that is not carried', () => {
  const notSent = (details: string) => `The file also says ${details}. We don’t send this with the payment.`;
  const party = (name: string, text: string) => node(name, [node('Nm', text)]);

  test.each<[string, TransactionOptions, string[][]]>([
    [
      'an ultimate creditor',
      { more: [party('UltmtCdtr', 'Mari Maasikas')] },
      [['name', 'not_sent', notSent('UltmtCdtr (Mari Maasikas)')]],
    ],
    [
      'a second reference',
      { remittance: [structured('RF18539007547034'), structured('RF712348231')] },
      [['creditorReference', 'not_sent', notSent('Strd (SCOR)')]],
    ],
    [
      'the invoice that is paid',
      { remittance: [node('Ustrd', 'x'), node('Strd', [node('RfrdDocInf', [node('Nb', 'INV-7')])])] },
      [['reference', 'not_sent', notSent('RfrdDocInf (INV-7)')]],
    ],
    [
      'a region and a post box',
      {
        address: [
          node('TwnNm', 'Tallinn'),
          node('CtrySubDvsn', 'Harjumaa'),
          node('Ctry', 'EE'),
          node('PstBx', '17'),
        ],
      },
      [['street', 'not_sent', notSent('CtrySubDvsn (Harjumaa), PstBx (17)')]],
    ],
    [
      'a report to an authority',
      { more: [node('RgltryRptg', [node('Dtls', [node('Inf', '21')])])] },
      [['name', 'not_sent', notSent('RgltryRptg (21)')]],
    ],
    [
      'a purpose in words',
      { more: [node('Purp', [node('Prtry', 'Rent of May')])] },
      [['purpose', 'not_sent', notSent('Purp (Rent of May)')]],
    ],
  ])('%s', async (_what, transaction, remarks) => {
    const payer = await createPayer(bank.app);
    const { row } = await uploaded(payer, fileOf(payer, transaction));
    expect(remarksOf(row)).toEqual(remarks);
  });

  const instant = 'The file asks for an instant payment. Payouts go as ordinary payments.';
  const urgent = 'The file asks for an urgent payment. Payouts go as ordinary payments.';
  test.each([
    [
      'an ultimate debtor',
      '<UltmtDbtr><Nm>Mets OÜ</Nm></UltmtDbtr>',
      ['fromAccount', 'not_sent', notSent('UltmtDbtr (Mets OÜ)')],
    ],
    [
      'instant',
      '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf>',
      ['amount', 'not_instant', instant],
    ],
    ['urgent', '<PmtTpInf><SvcLvl><Cd>URGP</Cd></SvcLvl></PmtTpInf>', ['amount', 'not_urgent', urgent]],
    ['a high priority', '<PmtTpInf><InstrPrty>HIGH</InstrPrty></PmtTpInf>', ['amount', 'not_urgent', urgent]],
  ])('%s of the whole group', async (_what, element, remark) => {
    const payer = await createPayer(bank.app);
    const file = fileOf(payer, {}).replace('<Dbtr>', `${element}<Dbtr>`);
    expect(remarksOf((await uploaded(payer, file)).row)).toEqual([remark]);
  });

  test('a changed row keeps its warnings, except for missing data that is filled in', async () => {
    const payer = await createPayer(bank.app);
    const file = fileOf(payer, { more: [party('UltmtCdtr', 'Mari Maasikas')] })
      .replace(/<DbtrAcct>.*?<\/DbtrAcct>/s, '')
      .replace('<EndToEndId>NOTPROVIDED</EndToEndId>', '');
    const { payout, row } = await uploaded(payer, file);
    const missing = (found: PayoutRow) =>
      found.warnings.filter(({ code }) => code === 'missing_in_file').map(({ field }) => field);
    expect(missing(row).sort()).toEqual(['endToEndId', 'executionDate', 'fromAccount']);
    const changed = [
      {
        position: 1,
        version: row.version,
        cells: { endToEndId: 'MY-7', fromAccount: payer.account.iban ?? '' },
      },
    ];
    const { output } = await bank.app.call(
      changePayoutRows,
      { params: { id: payout.id }, body: { changed, added: [], removed: [] } },
      payer,
    );
    const [after] = output.rows;
    if (!after) throw new Error('the row was changed');
    expect(missing(after)).toEqual(['executionDate']);
    expect(after.warnings.map(({ code }) => code)).toContain('not_sent');
  });
});

describe('ids that a status report could not repeat', () => {
  const long = 'X'.repeat(36);
  test.each([
    ['MsgId', 'MESSAGE-1', 'GrpHdr/MsgId'],
    ['PmtInfId', 'GROUP-1', 'PmtInf/PmtInfId'],
    ['InstrId', 'INSTRUCTION-1', 'PmtId/InstrId'],
  ])('a %s of 36 characters refuses the file, one of 35 does not', async (name, plain, path) => {
    const payer = await createPayer(bank.app);
    const file = fileOf(payer, { instructionId: 'INSTRUCTION-1' });
    const withId = (id: string) => file.replace(`<${name}>${plain}<`, `<${name}>${id}<`);
    const refused = await uploadPayout(bank.app, payer, withId(long), 'long.xml');
    expect(refused).toMatchObject({ status: 'UNREADABLE', refusal: { code: 'id_too_long' } });
    expect(refused.refusal?.params.path).toContain(path.split('/')[1]);
    expect((await uploaded(payer, withId(long.slice(1)))).payout.status).toBe('DRAFT');
  });
});

// Regulation (EU) 2015/847: outside the EEA a transfer names where the payer lives.
describe('the payer’s address', () => {
  const home = {
    streetName: 'Suur-Karja 5-2',
    buildingNumber: null,
    postCode: '10140',
    townName: 'Tallinn',
    country: 'EE',
  };

  async function payerAtHome() {
    const payer = await createPayer(bank.app);
    await query`
      update identity.client set address_line1 = 'Suur-Karja 5-2', address_post_code = '10140', address_town = 'Tallinn', address_country = 'EE'
      where id = ${payer.clientId}`.execute(bank.app.database.sql);
    return payer;
  }

  test.each([
    ['inside the EEA stays here', berlin, null],
    ['to Switzerland travels', 'CH9300762011623852957', home],
    ['to the United Kingdom travels', 'GB29NWBK60161331926819', home],
  ])('%s', async (_what, account, address) => {
    const payer = await payerAtHome();
    const { payment } = await sentBy(
      payer,
      await typedPayout(bank.app, payer, { account, name: 'Robert Suter' }),
    );
    expect(payment).toMatchObject({ serviceLevel: 'SEPA', debtorAddress: address });
  });

  test('travels by SWIFT', async () => {
    const payer = await payerAtHome();
    const cells = {
      account: 'TR330006100519786457841326',
      bic: 'TGBATRISXXX',
      name: 'Deniz Yilmaz',
      street: 'Istiklal Caddesi',
      town: 'Istanbul',
      country: 'TR',
    };
    const { payment } = await sentBy(payer, await typedPayout(bank.app, payer, cells));
    expect(payment).toMatchObject({ serviceLevel: null, debtorAddress: home });
  });

  test('of a single payment travels too', async () => {
    const payer = await payerAtHome();
    const payee = await addPayee(bank.app, payer.clientId, { trusted: true, iban: 'GB29NWBK60161331926819' });
    const { output } = await payer.payWithCode({ beneficiaryId: payee.id, amount: '20.00' });
    const { payment } = await bank.sentFor(output.id);
    expect(payment.debtorAddress).toEqual(home);
  });
});
