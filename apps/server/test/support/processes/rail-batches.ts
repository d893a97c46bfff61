/** One batch of every kind that the file rail sends: schemes, bearers of charges, currencies, a correspondent, long and Cyrillic texts. */

import { batchFile } from '@calmly/products/payments/server/clearing/files/batch.ts';
import type { StoredInstruction } from '@calmly/products/payments/server/clearing/files/store.ts';
import type { RailInstruction } from '@calmly/providers/rail/rail.ts';

const bank = { name: 'Calmly', bic: 'CALMLT2XXXX' };
const createdAt = new Date('2026-11-21T09:00:00.000Z');
const idOf = (place: number) => `019370a0-0000-7000-8000-${String(place).padStart(12, '0')}`;

const plain: RailInstruction = {
  paymentId: idOf(1),
  endToEndId: idOf(1).replaceAll('-', '').toUpperCase(),
  scheme: 'SEPA',
  currency: 'EUR',
  instructedAmountMinor: '123456',
  chargeBearer: 'SHA',
  debtorName: 'Anna Tamm',
  debtorAccount: 'LT601010012345678901',
  debtorAddress: null,
  creditorName: 'Hansa GmbH & Co. <KG>',
  creditorAccount: 'DE33200505501289447016',
  creditorAgentBic: null,
  creditorAddress: null,
  intermediaryAgentBic: null,
  purpose: null,
  remittanceInformation: 'Invoice 7',
  creditorReference: null,
};
const abroad: RailInstruction = {
  ...plain,
  debtorAddress: {
    streetName: 'Pikk 3-7',
    buildingNumber: null,
    postCode: '10123',
    townName: 'Tallinn',
    country: 'EE',
  },
  scheme: 'SWIFT',
  currency: 'USD',
  creditorAccount: '40702810900000012345',
  creditorAgentBic: 'SABRRUMMXXX',
};
const moscow = {
  streetName: 'Большая Полянка улица, '.repeat(3),
  buildingNumber: '7, строение 1',
  postCode: '119180',
  townName: 'Щёлково Щёлковского городского округа',
  country: 'RU',
};

/** The batches by kind: instructions of one batch. */
const sent: Readonly<Record<string, readonly RailInstruction[]>> = {
  'SEPA, two debtors': [
    plain,
    { ...plain, debtorAccount: 'LT121000011101001000', remittanceInformation: '' },
  ],
  'SEPA, purpose and address': [
    { ...plain, purpose: 'SALA', creditorAddress: { ...moscow, townName: 'Москва' } },
  ],
  'SEPA, references in an element of their own': [
    { ...plain, remittanceInformation: 'RF18 5390 0754 7034' },
    { ...plain, remittanceInformation: 'Arve 7 1234561', creditorReference: '1234561' },
    {
      ...plain,
      creditorAccount: 'BE68539007547034',
      remittanceInformation: '+++090/9337/55493+++',
      creditorReference: '090933755493',
    },
    {
      ...plain,
      creditorAccount: 'CH4431999123000889012',
      remittanceInformation: '210000000003139471430009017',
      creditorReference: '210000000003139471430009017',
    },
  ],
  'SEPA instant': [{ ...plain, scheme: 'SEPA_INSTANT' }],
  'SWIFT, SHA': [abroad],
  'SWIFT, OUR': [{ ...abroad, chargeBearer: 'OUR' }],
  'SWIFT, BEN': [{ ...abroad, chargeBearer: 'BEN' }],
  'SWIFT, all bearers in one': (['SHA', 'OUR', 'BEN'] as const).map((chargeBearer) => ({
    ...abroad,
    chargeBearer,
  })),
  'SWIFT, with a correspondent': [{ ...abroad, intermediaryAgentBic: 'CHASUS33' }],
  'SWIFT, Cyrillic and long': [
    { ...abroad, creditorName: 'ООО «Щит и Щёголь» '.repeat(12), creditorAddress: moscow, purpose: 'GDDS' },
  ],
  'SWIFT, no decimals': [{ ...abroad, currency: 'JPY' }],
  'SWIFT, three decimals': [{ ...abroad, currency: 'KWD' }],
};

const stored = (instructions: readonly RailInstruction[]): StoredInstruction[] =>
  instructions.map((instruction, place) => ({ id: idOf(10 + place), instruction }));

/** The sent file of each kind. */
export const batchesByKind = Object.entries(sent).map(([kind, instructions]) => {
  const { scheme } = instructions[0] ?? plain;
  const batch = { id: idOf(9), scheme, createdAt, preparedAt: null, preparedAs: null, writtenAt: null };
  return { kind, xml: batchFile(bank, batch, stored(instructions)) };
});

/** A file with one SEPA transfer that is made at this moment. */
export const batchAt = (moment: Date): string =>
  batchFile(
    bank,
    { id: idOf(9), scheme: 'SEPA', createdAt: moment, preparedAt: null, preparedAs: null, writtenAt: null },
    stored([plain]),
  );
