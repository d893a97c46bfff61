/**
 * The EPC QR code (EPC069-12, version 002), with which a banking app fills in a euro credit transfer. Lines of text, at most 331 bytes
 * in UTF-8, error correction level M. The name is in Latin letters, because many banks refuse others. The payer types the amount unless
 * it is given.
 */
import { latinName } from '../texts/latin-name.ts';

export interface EpcTransfer {
  readonly name: string;
  readonly iban: string;
  readonly bic?: string | undefined;
  /** Decimal euro, `12.30`. */
  readonly amount?: string | undefined;
  /** ISO 11649. The standard allows either this or `text`. */
  readonly creditorReference?: string | undefined;
  /** Unstructured remittance information, at most 140 characters. */
  readonly text?: string | undefined;
}

const maxBytes = 331;

/** The code's text, or undefined when it does not fit the standard's limits. */
export function epcQrText(transfer: EpcTransfer): string | undefined {
  const name = (latinName(transfer.name) ?? transfer.name).slice(0, 70);
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    transfer.bic ?? '',
    name,
    transfer.iban.replace(/\s/g, ''),
    transfer.amount ? `EUR${transfer.amount}` : '',
    '',
    transfer.creditorReference ?? '',
    transfer.creditorReference ? '' : (transfer.text?.slice(0, 140) ?? ''),
  ];
  const text = lines.slice(0, lines.findLastIndex((line) => line !== '') + 1).join('\n');
  return new TextEncoder().encode(text).length <= maxBytes ? text : undefined;
}
