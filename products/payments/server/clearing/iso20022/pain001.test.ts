/**
 * pain.001 as it is written and read: the shape of every file, in our own words. With ISO 20022's schemas, check files of every
 * kind against them with `npm run validate-files`.
 */
import { type CurrencyCode, composeIban, currencies } from '@calmly/domain';
import { chanceOf } from '@calmly/server/test/support/chance.ts';
import { readPain001 } from '@calmly/server/test/support/files/pain001-read.ts';
import { faultsOf } from '@calmly/server/test/support/files/pain001-shape.ts';
import { describe, expect, test } from 'vitest';
import {
  type CreditTransfer,
  type CreditTransferInitiation,
  type PaymentInformation,
  writePain001,
} from './pain001.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 /-?:().,+&<>"\'äßЖ€';
const fiat = (Object.keys(currencies) as CurrencyCode[]).filter((code) => currencies[code].exponent <= 3);

function transferOf(below: (n: number) => number, currency: CurrencyCode, serial: number): CreditTransfer {
  const text = (most: number) =>
    Array.from({ length: 1 + below(most) }, () => letters[below(letters.length)])
      .join('')
      .trim() || 'x';
  const maybe = <Value>(value: Value) => (below(2) === 0 ? value : null);
  return {
    instructionId: String(serial).padStart(32, '0'),
    endToEndId: `E2E-${serial}`,
    uetr: serial % 2 === 0 ? '97ed4827-7b6f-4491-a06f-b548d5a7512d' : null,
    currency,
    amountMinor: BigInt(1 + below(2 ** 31)) * BigInt(1 + below(1000)),
    intermediaryAgentBic: maybe('DEUTDEFFXXX'),
    creditorAgentBic: maybe('HASPDEHHXXX'),
    creditorName: text(70),
    creditorAddress: maybe({
      streetName: maybe(text(70)),
      buildingNumber: maybe(text(16)),
      postCode: maybe(text(16)),
      townName: text(35),
      country: 'DE',
    }),
    creditorAccount:
      below(4) === 0 ? `ACC-${serial}` : composeIban('DE', String(below(1e9)).padStart(18, '0')),
    purpose: maybe('GDDS' as const),
    remittanceInformation: maybe(text(140)),
    creditorReference:
      serial % 3 === 0
        ? null
        : {
            type: serial % 3 === 1 ? 'QRR' : 'SCOR',
            issuer: serial % 2 === 0 ? 'BBA' : null,
            reference: `RF${serial}`,
          },
  };
}

function initiationOf(seed: number, size: number): CreditTransferInitiation {
  const below = chanceOf(seed);
  const currency = fiat[below(fiat.length)] ?? 'EUR';
  const scheme = (['SEPA', null] as const)[below(2)] ?? null;
  const group = (place: number): PaymentInformation => ({
    id: `group-${place}`,
    serviceLevel: scheme,
    localInstrument: scheme && below(2) === 0 ? 'INST' : null,
    executionDate: `20${10 + below(80)}-0${1 + below(9)}-${10 + below(18)}`,
    debtorName: 'Anna Tamm',
    debtorAddress:
      place === 0
        ? null
        : {
            streetName: 'Pikk 3-7',
            buildingNumber: null,
            postCode: '10123',
            townName: 'Tallinn',
            country: 'EE',
          },
    debtorAccount: composeIban('EE', String(below(1e9)).padStart(16, '0')),
    debtorAgentBic: 'CALMEE2XXXX',
    chargeBearer: scheme ? 'SLEV' : 'SHAR',
    transfers: Array.from({ length: size }, (_, serial) =>
      transferOf(below, currency, place * size + serial),
    ),
  });
  return {
    messageId: `message-${seed}`,
    createdAt: new Date(Date.UTC(2026, 10, 21) + below(1e9)),
    initiatingParty: 'Calmly',
    payments: [group(0), group(1)],
  };
}

describe('a pain.001', () => {
  test('has its elements in order for every payment', () => {
    for (let seed = 0; seed < 60; seed += 1)
      expect(faultsOf(writePain001(initiationOf(seed, 3)))).toEqual([]);
  });

  test('negative control: a file whose elements are out of order is caught', () => {
    const good = writePain001(initiationOf(1, 1));
    expect(faultsOf(good.replaceAll('PmtMtd', 'PmtMethod'))).not.toEqual([]);
    expect(faultsOf(good.replace(/(<MsgId>.*<\/MsgId>)\s*(<CreDtTm>.*<\/CreDtTm>)/, '$2$1'))).not.toEqual([]);
  });

  test.each([
    ['another sum', (xml: string) => xml.replace(/<CtrlSum>\d/, '<CtrlSum>9')],
    ['another count', (xml: string) => xml.replace('<NbOfTxs>2<', '<NbOfTxs>3<')],
    ['an IBAN with a wrong digit', (xml: string) => xml.replace(/<IBAN>EE../, '<IBAN>EE99')],
    ['a document type', (xml: string) => xml.replace('?>', '?><!DOCTYPE Document [<!ENTITY a "b">]>')],
    ['another version', (xml: string) => xml.replaceAll('001.001.09', '001.001.03')],
    [
      'an address in free text',
      (xml: string) => xml.replace('</Cdtr>', '<PstlAdr><AdrLine>Pikk 3</AdrLine></PstlAdr></Cdtr>'),
    ],
    ['half of itself', (xml: string) => xml.slice(0, xml.length / 2)],
  ])('with %s is refused', (_what, spoil) => {
    const plain = initiationOf(1, 1);
    const [first, second] = plain.payments.map((each) => ({
      ...each,
      transfers: each.transfers.map((transfer) => ({ ...transfer, creditorAddress: null })),
    }));
    if (!first || !second) throw new Error('two groups');
    const xml = writePain001({ ...plain, payments: [first, second] });
    expect(readPain001(Buffer.from(xml)).payments).toHaveLength(2);
    expect(() => readPain001(Buffer.from(spoil(xml)))).toThrow();
  });

  test('read back is what was written', () => {
    for (let seed = 0; seed < 15; seed += 1) {
      const written = initiationOf(seed, 100);
      expect(readPain001(Buffer.from(writePain001(written)))).toEqual(written);
    }
  });
});
