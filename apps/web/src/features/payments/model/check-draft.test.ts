import type { Account, Beneficiary, TransferFees } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../../session/amount-input.ts';
import { checkDraft, currencyOf, type ResolvedDraft, toOrder } from './check-draft.ts';
import { emptyDraft, type PaymentDraft } from './draft.ts';
import { beneficiaryPayee, type ChosenPayee } from './payee.ts';
import { quotePayment } from './quote.ts';

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
const rates = (rate: string, minfix: string) => ({
  incoming: { rate: '0', minfix: '0.00' },
  outgoing: { rate, minfix },
});
const fees: TransferFees = {
  eu: { sepa: rates('0.1', '1.00'), swift: rates('0.3', '15.00') },
  inter: { sepa: rates('0.2', '2.00'), swift: rates('0.5', '25.00') },
};

function draft(values: Partial<PaymentDraft>, payee: ChosenPayee | undefined, from?: Account): ResolvedDraft {
  const all = { ...emptyDraft, ...values };
  const currency = currencyOf(from);
  const amount = readAmount(all.amount, currency);
  const now = new Date('2026-11-18T09:00:00Z');
  return {
    values: all,
    debtorAccount: from,
    currency,
    payee,
    quote:
      amount.ok && payee && from
        ? quotePayment({ debtorAccount: from, currency, payee, amountMinor: amount.minor, fees, now })
        : undefined,
  };
}
const toHansa = beneficiaryPayee(hansa, '');
const typed = { amount: '120,50', reference: ' Invoice 7 ' };

describe('a payment that is being written', () => {
  it('names every field that is missing', () => {
    expect(checkDraft(draft({}, undefined))).toEqual({
      debtorAccount: 'account',
      beneficiaryId: 'payee',
      amount: 'required',
      reference: 'reference',
    });
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

  it('costs the larger of the share and the minimum', () => {
    expect(draft({ amount: '120.50' }, toHansa, main).quote?.feeMinor).toBe(100n);
    expect(draft({ amount: '12480' }, toHansa, main).quote?.feeMinor).toBe(1248n);
  });

  it('is short of money when amount and fee together are more than there is', () => {
    const all = { ...typed, amount: '999.01' };
    expect(draft(all, toHansa, main).quote?.leftMinor).toBe(-1n);
    expect(checkDraft(draft(all, toHansa, main))).toEqual({ amount: 'funds' });
    expect(toOrder(draft({ ...typed, amount: '999.00' }, toHansa, main))).toBeDefined();
  });

  it.each([
    ['Счёт 7', 'sepa_characters'],
    ['a;;b', 'reserved_text'],
    ['Ref: 7', 'reserved_text'],
  ] as const)('the reference %s is refused as %s', (reference, problem) => {
    expect(checkDraft(draft({ ...typed, reference }, toHansa, main))).toEqual({ reference: problem });
  });

  it('takes any letters where no SEPA is involved', () => {
    const payee: ChosenPayee = { kind: 'client', account: '0009' };
    const values = { ...typed, payeeKind: 'client', reference: 'Счёт 7' } as const;
    expect(checkDraft(draft(values, payee, main))).toEqual({});
    expect(draft(values, payee, main).quote).toMatchObject({ feeMinor: 0n, scheme: 'INTERNAL' });
  });

  it('goes to an account of the same currency only, and never to itself', () => {
    expect(checkDraft(draft(typed, toHansa, dollars))).toMatchObject({ beneficiaryId: 'currency' });
    const own = { ...typed, kind: 'own' } as const;
    expect(checkDraft(draft(own, { kind: 'own', account: dollars }, main))).toEqual({
      creditorAccount: 'currencyOwn',
    });
    expect(checkDraft(draft(own, { kind: 'own', account: main }, main))).toEqual({
      creditorAccount: 'same_account',
    });
  });
});
