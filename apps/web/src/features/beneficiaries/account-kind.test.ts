import { describe, expect, test } from 'vitest';
import { accountKind, emptyAccount, keepDetail, toInput } from './account-kind.ts';

describe('the fields of a bank account', () => {
  test.each([
    ['EUR', 'DE', 'iban'],
    ['EUR', '', 'iban'],
    ['GBP', 'GB', 'uk'],
    ['EUR', 'GB', 'iban'],
    ['USD', 'US', 'us'],
    ['EUR', 'US', 'swift'],
    ['JPY', 'JP', 'swift'],
  ])('%s in %s is written as %s', (currency, country, kind) => {
    expect(accountKind(currency, country)).toBe(kind);
  });

  test('sends only what belongs to the kind and was filled in', () => {
    const draft = { ...emptyAccount, iban: 'DE33 2005', sortCode: '20-00-00', bic: '  ' };
    expect(toInput(draft)).toEqual({ currency: 'EUR', iban: 'DE33 2005' });
    const uk = { ...draft, currency: 'GBP', bankCountry: 'GB', accountNumber: '31926819' };
    expect(toInput(uk)).toEqual({
      currency: 'GBP',
      bankCountry: 'GB',
      sortCode: '20-00-00',
      accountNumber: '31926819',
    });
  });

  test('keeps an existing account without its empty fields and its place', () => {
    const detail = {
      index: 1,
      iban: 'DE33200505501289447016',
      accountNumber: null,
      bic: 'HASPDEHHXXX',
      sortCode: null,
      routingNumber: null,
      bankName: null,
      bankAddress: null,
      bankCountry: 'DE',
      correspondentBank: null,
      correspondentAccount: null,
      correspondentBic: null,
      currency: 'EUR',
      nameCheck: null,
    };
    expect(keepDetail(detail)).toEqual({
      currency: 'EUR',
      iban: 'DE33200505501289447016',
      bic: 'HASPDEHHXXX',
      bankCountry: 'DE',
    });
  });
});
