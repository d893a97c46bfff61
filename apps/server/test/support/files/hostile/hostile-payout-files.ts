/** Bulk-payout files made to fill memory or to take time: tables and messages without end in every direction, and spreadsheets. */
import { deflateRawSync } from 'node:zlib';
import { type HostileFile, hostileSpreadsheets, repetitiveText } from './hostile-spreadsheets.ts';

const megabyte = 1_000_000;

const tables: ReadonlyArray<HostileFile> = [
  {
    name: 'quotation marks',
    make: () => Buffer.alloc(20 * megabyte, '"'),
    codes: ['cell_too_long', 'unclosed_quote'],
  },
  {
    name: 'commas',
    make: () => Buffer.alloc(20 * megabyte, ','),
    codes: ['too_many_columns', 'cell_too_long', 'empty'],
  },
  {
    name: 'columns',
    make: () => Buffer.from('a,'.repeat(10 * megabyte)),
    codes: ['too_many_columns', 'cell_too_long'],
  },
  {
    name: 'line ends',
    make: () => Buffer.alloc(20 * megabyte, '\n'),
    codes: ['too_many_empty_cells'],
    isDear: true,
  },
  { name: 'one line', make: () => Buffer.alloc(20 * megabyte, 'a'), codes: ['cell_too_long'] },
  {
    name: 'a cell without an end',
    make: () => Buffer.from(`a,b\n"${'c\n'.repeat(10 * megabyte)}`),
    codes: ['unclosed_quote'],
  },
  { name: 'short rows', make: () => Buffer.from('a\n'.repeat(10 * megabyte)), codes: ['too_many_rows'] },
  {
    name: 'zeros',
    make: () => Buffer.alloc(20 * megabyte),
    codes: ['not_readable_as_text'],
    isDear: true,
  },
  {
    name: 'deflated data',
    make: () => deflateRawSync(Buffer.from(repetitiveText(megabyte))),
    codes: ['not_readable_as_text'],
  },
  {
    name: 'digits for an amount',
    make: () =>
      Buffer.from(`Name,Amount\n${`a,${'1'.repeat(9_990)}\n`.repeat(500)}${'b,1\n'.repeat(100_001)}`),
    codes: ['too_many_rows'],
    isDear: true,
  },
  {
    name: '1C without an end',
    make: () => Buffer.from(`1CClientBankExchange\n${'a'.repeat(20 * megabyte)}`),
    codes: ['cell_too_long'],
  },
  {
    name: '1C with one document',
    make: () =>
      Buffer.from(
        `1CClientBankExchange\nСекцияДокумент=Платежное поручение\n${'a=b\n'.repeat(3 * megabyte)}`,
      ),
    codes: ['damaged'],
  },
];

const messages: ReadonlyArray<HostileFile> = [
  {
    name: 'a pain.001 of empty transactions',
    make: () =>
      Buffer.from(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><NbOfTxs>1</NbOfTxs></GrpHdr><PmtInf><PmtMtd>TRF</PmtMtd>${'<CdtTrfTxInf/>'.repeat(1_400_000)}`,
      ),
    codes: ['missing_element'],
  },
];

export const hostilePayoutFiles: readonly HostileFile[] = [...hostileSpreadsheets, ...tables, ...messages];
