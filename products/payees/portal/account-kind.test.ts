import { describe, expect, test } from 'vitest';
import { draftOf, emptyAccount, goesBySwift, keepDetail, toInput } from './account-kind.ts';

describe('the fields of a bank account', () => {
  test.each([
    ['EUR', 'DE', false],
    ['EUR', '', false],
    ['USD', 'DE', true],
    ['USD', 'US', true],
    ['GBP', 'GB', true],
    ['EUR', 'KW', true],
  ])('%s in %s goes by SWIFT: %s', (currency, bankCountry, swift) => {
    expect(goesBySwift({ ...emptyAccount, currency, bankCountry })).toBe(swift);
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

  test('sends a correspondent only if one is possible', () => {
    const draft = { ...emptyAccount, bankCountry: 'JP', bic: 'BOTKJPJT', correspondentBic: 'CITIUS33' };
    expect(toInput(draft)).toMatchObject({ correspondentBic: 'CITIUS33' });
    expect(toInput({ ...draft, bankCountry: 'DE' })).toEqual({ currency: 'EUR', bic: 'BOTKJPJT' });
  });

  test('keeps an existing account without its empty fields and its position', () => {
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
    const kept = {
      currency: 'EUR',
      iban: 'DE33200505501289447016',
      bic: 'HASPDEHHXXX',
      bankCountry: 'DE',
    };
    expect(keepDetail(detail)).toEqual(kept);
    expect(draftOf(detail)).toEqual({ ...emptyAccount, ...kept });
  });
});
