import { checkIban, composeIban } from '@calmly/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountNumberOf, bankOf, defaultBank, ibanOf, requireUsableBank } from './bank.ts';

it('numbers accounts with a check digit that detects every mistyped digit', () => {
  expect(accountNumberOf(7_992_739_871n)).toBe('79927398713');
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000_000_000n, max: 9_999_999_999n }), fc.nat(9), (serial, at) => {
      const text = `${serial}`;
      const other = text.slice(0, at) + ((Number(text.charAt(at)) + 1) % 10) + text.slice(at + 1);
      expect(accountNumberOf(BigInt(other)).at(-1)).not.toBe(accountNumberOf(serial).at(-1));
    }),
  );
});

it('composes valid IBANs from account numbers', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000_000_000n, max: 9_999_999_999n }), (serial) => {
      const iban = ibanOf(defaultBank, accountNumberOf(serial));
      expect(checkIban(iban)).toEqual({ ok: true, iban, country: 'LT' });
      expect(iban.slice(4, 9)).toBe('38500');
    }),
  );
  expect(composeIban('LT', '3850010204918001')).toBe('LT823850010204918001');
});

it('refuses to start for a bank that could not be paid', () => {
  expect(() => requireUsableBank(defaultBank)).not.toThrow();
  expect(() => requireUsableBank({ ...defaultBank, country: 'US' })).toThrow(/valid IBANs/);
  expect(() => requireUsableBank({ ...defaultBank, bankCode: '385001' })).toThrow(/valid IBANs/);
  expect(() => requireUsableBank({ ...defaultBank, bic: 'CALMLT21' })).toThrow(/BIC/);
});

it('uses Calmly’s details unless the operator sets others', () => {
  expect(bankOf()).toEqual(defaultBank);
  expect(bankOf({ name: 'Other', bic: undefined })).toEqual({ ...defaultBank, name: 'Other' });
});
