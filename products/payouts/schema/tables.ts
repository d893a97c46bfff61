import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    payouts: {
      about: 'bulk payouts',
      tables: {
        payout:
          'Payouts with their counts, how their file is to be read, and what a pain.001 said of itself.',
        file_part: 'Uploaded files in parts, until a row is changed or the file is a month old.',
        row: 'Rows: cells, faults, warnings and checked values, and the payout that pays them again.',
        outcome: 'The result of each row: its payment, or why it has none.',
        mapping: 'Columns as the client assigned them, by heading.',
        repair:
          'Corrections of many rows and their undos: how far each has come, until the payout is confirmed.',
        repaired_row: 'What a correction changed of each row, so that it can be undone.',
        hold: 'The ledger reservation that holds a confirmed payout’s money, by account.',
      },
    },
  },
  personal: [
    {
      tables: ['payouts.payout', 'payouts.row', 'payouts.repair', 'payouts.repaired_row', 'payouts.outcome'],
      data: 'names and accounts of payees',
      reason: 'the payments',
      kept: 'the law',
    },
    {
      tables: ['payouts.file_part'],
      data: 'the uploaded file',
      reason: 'reading it again',
      kept: '1 month',
      deletedBy: 'purge',
    },
  ],
};
