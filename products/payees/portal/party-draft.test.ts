import { describe, expect, test } from 'vitest';
import {
  accountFaults,
  emptyPayee,
  isBirthWrong,
  missingFields,
  requiredAddress,
  toBeneficiaryInput,
  travellingAddress,
  travellingName,
} from './party-draft.ts';

const ada = { ...emptyPayee, firstName: ' Ada ', lastName: 'Lovelace', country: 'GB' };

describe('the draft of a payee', () => {
  test('a person needs both names, a company its name, everyone a country', () => {
    expect(missingFields(emptyPayee, false)).toEqual(['firstName', 'lastName', 'country']);
    expect(missingFields({ ...emptyPayee, legalStatus: 'COMPANY', country: 'DE' }, false)).toEqual(['name']);
    expect(missingFields({ ...ada, lastName: ' ' }, false)).toEqual(['lastName']);
  });

  test('SWIFT needs street and town, SEPA the town once there is an address', () => {
    expect(missingFields({ ...ada, town: 'London' }, true)).toEqual(['street']);
    expect(requiredAddress(ada, false)).toEqual([]);
    expect(requiredAddress({ ...ada, postCode: 'N1' }, false)).toEqual(['town']);
  });

  test('sends the names of its kind only, trimmed, and no empty address', () => {
    expect(toBeneficiaryInput({ ...ada, name: 'Ghost GmbH', town: 'London' })).toEqual({
      legalStatus: 'INDIVIDUAL',
      direction: 'OUTGOING',
      country: 'GB',
      firstName: 'Ada',
      lastName: 'Lovelace',
      town: 'London',
      bankDetails: [{ currency: 'EUR' }],
    });
  });

  test('sends a person’s birthday, and detects an invalid one', () => {
    const born = { day: '10', month: '12', year: '1990' };
    const seconds = Date.UTC(1990, 11, 10) / 1000;
    expect(toBeneficiaryInput({ ...ada, born })).toMatchObject({ dateOfBirth: seconds });
    expect(toBeneficiaryInput({ ...ada, legalStatus: 'COMPANY', born })).not.toHaveProperty('dateOfBirth');
    expect([isBirthWrong(ada), isBirthWrong({ ...ada, born: { ...born, day: '32' } })]).toEqual([
      false,
      true,
    ]);
  });

  test('shows the Latin spelling that travels', () => {
    const russian = { ...ada, firstName: 'Пётр', lastName: 'Щукин', street: 'ул. Лесная', town: 'Нарва' };
    expect(travellingName(russian)).toBe('Petr Shchukin');
    expect(travellingName({ ...russian, latinName: 'Pjotr Schukin' })).toBe('Pjotr Schukin');
    expect(travellingAddress({ ...russian, buildingNumber: '5' })).toBe('ul. Lesnaia 5, Narva');
  });

  test('passes the errors of one account to its fields', () => {
    const faults = { 'bankDetails.1.iban': 'No.', 'bankDetails.0.bic': 'Other.', country: 'Where?' };
    expect(accountFaults(faults, 1)).toEqual({ iban: 'No.' });
  });
});
