import { describe, expect, it } from 'vitest';
import { banksByCode, findBankByBic, findBankByCode, findBankByIban } from './bank-directory.ts';
import { bicFitsCountry, checkBic } from './bic.ts';
import { ibanLength, isIbanCountry } from './iban.ts';

describe('the bank directory', () => {
  it('has only well-formed BICs, in the country of their bank code', () => {
    for (const [code, bank] of banksByCode) {
      const bic = checkBic(bank.bic);
      expect(bic, code).toMatchObject({ ok: true, bic: bank.bic });
      expect(bic.ok && bicFitsCountry(bic.country, bank.country), code).toBe(true);
    }
  });

  it('covers at least 25 IBAN countries, with codes that fit into their IBANs', () => {
    const covered = new Set([...banksByCode.values()].map((bank) => bank.country).filter(isIbanCountry));
    expect(covered.size).toBeGreaterThanOrEqual(25);
    for (const [key, bank] of banksByCode) {
      if (isIbanCountry(bank.country)) expect(key.length).toBeLessThan(ibanLength(bank.country) ?? 0);
    }
  });
});

it.each([
  ['DE33200505501289447016', 'HASPDEHHXXX', 'Hamburger Sparkasse', 'Hamburg, Germany'],
  ['EE382200221020145685', 'HABAEE2XXXX', 'Swedbank', 'Tallinn, Estonia'],
  ['FI2112345600000785', 'NDEAFIHHXXX', 'Nordea', 'Helsinki, Finland'],
  ['IT60X0306911101000000123456', 'BCITITMMXXX', 'Intesa Sanpaolo', 'Torino, Italy'],
  ['GB29NWBK60161331926819', 'NWBKGB2LXXX', 'NatWest', 'London, United Kingdom'],
  ['PL61114010140000071219812874', 'BREXPLPWXXX', 'mBank', 'Warszawa, Poland'],
])('finds the bank of %s', (iban, bic, name, address) => {
  expect(findBankByIban(iban)).toEqual({ bic, name, address, country: iban.slice(0, 2) });
});

it('finds a bank by the BIC of an unlisted branch and by a routing number', () => {
  expect(findBankByBic('COBADEFF762')?.name).toBe('Commerzbank');
  expect(findBankByBic('SMBCJPJTXXX')?.address).toBe('Tokyo, Japan');
  expect(findBankByCode('US', '021000021')?.bic).toBe('CHASUS33XXX');
});

it('does not guess', () => {
  expect(findBankByIban('DE89999999990532013000')).toBeUndefined();
  expect(findBankByBic('AAAAGB2LXXX')).toBeUndefined();
  expect(findBankByIban('')).toBeUndefined();
});
