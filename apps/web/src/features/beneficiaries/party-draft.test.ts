import { describe, expect, test } from 'vitest';
import { accountFaults, emptyPayee, missingFields, toBeneficiaryInput } from './party-draft.ts';

describe('the draft of a payee', () => {
  test('a person needs both names, a company its name, everyone a country', () => {
    expect(missingFields(emptyPayee)).toEqual(['firstName', 'lastName', 'country']);
    expect(missingFields({ ...emptyPayee, legalStatus: 'COMPANY', country: 'DE' })).toEqual(['name']);
    expect(missingFields({ ...emptyPayee, firstName: 'Ada', lastName: ' ', country: 'GB' })).toEqual([
      'lastName',
    ]);
  });

  test('sends the names of its kind only, trimmed, and no empty address', () => {
    const draft = {
      ...emptyPayee,
      name: 'Ghost GmbH',
      firstName: ' Ada ',
      lastName: 'Lovelace',
      country: 'GB',
    };
    expect(toBeneficiaryInput({ ...draft, town: 'London' })).toEqual({
      legalStatus: 'INDIVIDUAL',
      country: 'GB',
      firstName: 'Ada',
      lastName: 'Lovelace',
      town: 'London',
      bankDetails: [{ currency: 'EUR' }],
    });
  });

  test('hands the faults of one account to its fields', () => {
    const faults = { 'bankDetails.1.iban': 'No.', 'bankDetails.0.bic': 'Other.', country: 'Where?' };
    expect(accountFaults(faults, 1)).toEqual({ iban: 'No.' });
  });
});
