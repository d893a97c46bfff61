import { describe, expect, test } from 'vitest';
import { epcQrText } from './epc-qr.ts';

describe('the EPC QR code', () => {
  test('has the lines of EPC069-12 in their order and no empty tail', () => {
    expect(epcQrText({ name: 'Anna Tamm', iban: 'LT12 1000 0111 0100 1000', bic: 'HABALT22' })).toBe(
      'BCD\n002\n1\nSCT\nHABALT22\nAnna Tamm\nLT121000011101001000',
    );
  });

  test('carries amount and text if they are given', () => {
    const text = epcQrText({ name: 'A', iban: 'LT121000011101001000', amount: '12.30', text: 'Invoice 7' });
    expect(text?.split('\n').slice(7)).toEqual(['EUR12.30', '', '', 'Invoice 7']);
  });

  test('carries a creditor reference if the standard has it, and then no text', () => {
    const transfer = { name: 'A', iban: 'LT121000011101001000', text: 'Invoice 7' };
    const text = epcQrText({ ...transfer, creditorReference: 'RF18539007547034' });
    expect(text?.split('\n').slice(7)).toEqual(['', '', 'RF18539007547034']);
  });

  test('cuts a name at 70 characters', () => {
    expect(epcQrText({ name: 'x'.repeat(90), iban: 'LT121000011101001000' })?.split('\n')[5]).toHaveLength(
      70,
    );
  });

  test('writes the name in Latin letters', () => {
    const text = epcQrText({ name: 'Мария Щукина', iban: 'LT121000011101001000' });
    expect(text?.split('\n')[5]).toBe('Mariia Shchukina');
  });

  test('is not created if it would exceed 331 bytes', () => {
    const long = 'ж'.repeat(140);
    expect(epcQrText({ name: 'ж'.repeat(70), iban: 'LT121000011101001000', text: long })).toBeUndefined();
  });
});
