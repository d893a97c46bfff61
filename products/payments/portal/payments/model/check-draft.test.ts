import type { Account, Beneficiary, PaymentPreview, Quote } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { checkDraft, isInstant, toOrder, toSketch } from './check-draft.ts';
import { quoteWanted } from './conversion.ts';
import { emptyDraft, type PaymentDraft, wholeChange } from './draft.ts';
import { beneficiaryPayee, type ChosenPayee } from './payee.ts';
import { currencyOf, debtorAccountOf, payeeOf, type ResolvedDraft } from './resolved-draft.ts';

const account = (id: string, currency: string, available: string): Account => ({
  id,
  number: `000${id}`,
  currency,
  name: id,
  status: 'ACTIVE',
  available,
  booked: available,
  reserved: '0.00',
  iban: null,
  holder: 'Anna Keller',
  holderLatin: null,
  bic: 'CALMLT21',
  bankName: 'Calmly',
  bankAddress: 'Vilnius',
  correspondentBank: null,
  correspondentBic: null,
  createdAt: '2026-01-01T00:00:00Z',
});
const main = account('1', 'EUR', '1000.00');
const dollars = account('2', 'USD', '50.00');

const hansa: Beneficiary = {
  id: 'b1',
  legalStatus: 'COMPANY',
  name: 'Hansa GmbH',
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  street: null,
  buildingNumber: null,
  postCode: null,
  town: null,
  country: 'DE',
  direction: 'OUTGOING',
  type: 'SEPA',
  status: 'ACTIVE',
  currency: 'EUR',
  trusted: false,
  confidential: false,
  latin: { name: 'Hansa', street: null, buildingNumber: null, postCode: null, town: null },
  readiness: [],
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  bankDetails: [
    {
      index: 0,
      iban: 'DE33200505501289447016',
      accountNumber: null,
      bic: 'HASPDEHHXXX',
      sortCode: null,
      routingNumber: null,
      bankName: 'Hamburger Sparkasse',
      bankAddress: null,
      bankCountry: 'DE',
      correspondentBank: null,
      correspondentAccount: null,
      correspondentBic: null,
      currency: 'EUR',
      nameCheck: null,
    },
  ],
};
/** What the server says of a payment by SEPA that leaves so much. */
const previewed = (more: Partial<PaymentPreview> = {}): PaymentPreview => ({
  scheme: 'SEPA',
  currency: 'EUR',
  amount: '120.50',
  fee: '0.50',
  total: '121.00',
  sent: '120.50',
  sentCurrency: 'EUR',
  feeRule: { rate: '0.1', minimum: '0.50', surcharge: '0.00' },
  expectedAt: '2026-11-19',
  ways: [{ scheme: 'SEPA', expectedAt: '2026-11-19' }],
  instant: null,
  creditorName: 'Hansa GmbH',
  creditorAccount: 'DE33200505501289447016',
  nameCheck: null,
  available: '1000.00',
  balanceAfter: '879.00',
  largestAmount: '999.00',
  needsCode: true,
  warnings: [],
  similar: null,
  ...more,
});

function draft(
  values: Partial<PaymentDraft>,
  payee: ChosenPayee | undefined,
  from?: Account,
  preview: PaymentPreview | undefined = from && payee ? previewed() : undefined,
): ResolvedDraft {
  const all = { ...emptyDraft, ...values };
  return { values: all, debtorAccount: from, currency: currencyOf(from), payee, preview, quote: undefined };
}
const toHansa = beneficiaryPayee(hansa, '');
const typed = { amount: '120,50', reference: ' Invoice 7 ' };

describe('a payment that is being written', () => {
  it('names every missing field', () => {
    expect(checkDraft(draft({}, undefined))).toEqual({
      debtorAccount: 'account',
      beneficiaryId: 'payee',
      amount: 'required',
      reference: 'reference',
    });
  });

  it('does not replace an account that is gone by the first one', () => {
    const gone = { ...typed, beneficiaryId: hansa.id, bankAccount: 'DE00GONE', debtorAccountId: 'gone' };
    const values = { ...emptyDraft, ...gone };
    expect(payeeOf(values, [main], hansa)).toBeUndefined();
    expect(debtorAccountOf(values, [main], undefined)).toBeUndefined();
    expect(checkDraft(draft(gone, undefined))).toMatchObject({
      debtorAccount: 'account',
      beneficiaryId: 'payeeAccount',
    });
    // Control: without a choice the first one is taken.
    const open = { ...values, bankAccount: '', debtorAccountId: '' };
    expect(payeeOf(open, [main], hansa)).toMatchObject({ bankDetail: hansa.bankDetails[0] });
    expect(debtorAccountOf(open, [main], undefined)).toBe(main);
  });

  it('becomes an order with an exact amount', () => {
    expect(toOrder(draft(typed, toHansa, main))).toEqual({
      debtorAccount: '0001',
      beneficiaryId: 'b1',
      creditorAccount: 'DE33200505501289447016',
      amount: '120.50',
      reference: 'Invoice 7',
      chargeBearer: 'SHA',
    });
  });

  it('carries its optional details', () => {
    const more = {
      ...typed,
      instant: true,
      purpose: 'SUPP',
      attachments: [{ id: 'd1', fileName: 'invoice.pdf', sizeBytes: 9 }],
      repairOf: 'p1',
    } as const;
    expect(toOrder(draft({ ...more, attachments: [...more.attachments] }, toHansa, main))).toMatchObject({
      instant: true,
      purpose: 'SUPP',
      attachments: ['d1'],
      repairOf: 'p1',
    });
  });

  it('chooses its method again when the payee or the account changes', () => {
    const swift = { ...emptyDraft, beneficiaryId: 'b1', chargeBearer: 'OUR', instant: true } as const;
    expect(wholeChange(swift, { amount: '1' })).toEqual({ amount: '1' });
    expect(wholeChange(swift, { beneficiaryId: 'b2' })).toMatchObject({
      chargeBearer: 'SHA',
      instant: null,
    });
    expect(wholeChange(emptyDraft, { beneficiaryId: 'b2', instant: true })).toMatchObject({ instant: true });
  });

  it('is instant where that is offered, until the person chooses', () => {
    const offered = previewed({
      ways: [
        { scheme: 'SEPA', expectedAt: '2026-11-19' },
        { scheme: 'SEPA_INSTANT', expectedAt: '2026-11-18' },
      ],
    });
    const swift = previewed({ ways: [{ scheme: 'SWIFT', expectedAt: '2026-11-20' }] });
    expect(isInstant(emptyDraft, offered)).toBe(true);
    expect(isInstant({ ...emptyDraft, instant: false }, offered)).toBe(false);
    expect(isInstant(emptyDraft, swift)).toBe(false);
  });

  it('is short of money if the bank says that the balance would be negative', () => {
    const short = draft(typed, toHansa, main, previewed({ balanceAfter: '-0.01' }));
    expect(checkDraft(short)).toEqual({ amount: 'funds' });
    expect(toOrder(short)).toBeUndefined();
  });

  it.each([
    ['Счёт 7', 'sepa_characters'],
    ['a;;b', 'reserved_text'],
    ['Ref: 7', 'reserved_text'],
  ] as const)('the reference %s is refused as %s', (reference, problem) => {
    expect(checkDraft(draft({ ...typed, reference }, toHansa, main))).toEqual({ reference: problem });
  });

  it('accepts any letters without SEPA', () => {
    const payee: ChosenPayee = { kind: 'client', account: '10204918009', name: 'Boris Ross' };
    const values = { ...typed, payeeKind: 'client', clientName: 'Boris Ross', reference: 'Счёт 7' } as const;
    expect(checkDraft(draft(values, payee, main, previewed({ scheme: 'INTERNAL' })))).toEqual({});
  });

  it('requires the complete number of another client’s account', () => {
    const payee: ChosenPayee = { kind: 'client', account: '10204', name: 'Boris Ross' };
    const half = draft({ ...typed, payeeKind: 'client', clientName: 'Boris Ross' }, payee, main);
    expect(checkDraft(half)).toMatchObject({ creditorAccount: 'clientAccount' });
  });

  it('requires the holder’s name of another client’s account, and asks the bank nothing before', () => {
    const payee: ChosenPayee = { kind: 'client', account: '10204918009', name: '' };
    const nameless = draft({ ...typed, payeeKind: 'client' }, payee, main);
    expect(checkDraft(nameless)).toMatchObject({ creditorName: 'clientName' });
    expect(toSketch(nameless)).toBeUndefined();
    const named = { ...nameless, payee: { ...payee, name: 'Boris Ross' } };
    expect(toSketch(named)).toMatchObject({ creditorAccount: '10204918009', creditorName: 'Boris Ross' });
  });

  it('is converted for a payee in another currency, at a quote and only immediately', () => {
    const converted = draft({ ...typed, amountSide: 'BUY' }, toHansa, dollars);
    const wanted = { fromAccount: '0002', toCurrency: 'EUR', amount: '120.50', side: 'BUY' };
    expect(quoteWanted(converted)).toEqual(wanted);
    expect(quoteWanted(draft(typed, toHansa, dollars))).toEqual({ ...wanted, side: 'SELL' });
    expect(quoteWanted(draft(typed, toHansa, main))).toBeUndefined();
    expect(toOrder(converted)).toBeUndefined();
    const quote = { id: 'q1', sellAmount: '139.59' } as Quote;
    expect(toOrder({ ...converted, quote })).toMatchObject({ amount: '139.59', quoteId: 'q1' });
    const later = draft({ ...typed, frequency: 'ONCE', startOn: '2099-01-04' }, toHansa, dollars);
    expect(checkDraft(later)).toMatchObject({ beneficiaryId: 'currencyLater' });
    expect(quoteWanted(later)).toBeUndefined();
  });

  it('to a payee with incomplete details waits for them, and requests nothing meanwhile', () => {
    const incomplete = draft(typed, beneficiaryPayee({ ...hansa, readiness: ['town_missing'] }, ''), main);
    expect(checkDraft(incomplete)).toEqual({ beneficiaryId: 'payeeIncomplete' });
    expect(toSketch(incomplete)).toBeUndefined();
  });

  it('goes between own accounts in one currency only, and never to itself', () => {
    const own = { ...typed, kind: 'own' } as const;
    expect(checkDraft(draft(own, { kind: 'own', account: dollars }, main))).toEqual({
      creditorAccount: 'currencyOwn',
    });
    expect(checkDraft(draft(own, { kind: 'own', account: main }, main))).toEqual({
      creditorAccount: 'same_account',
    });
  });
});
