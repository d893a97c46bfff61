import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    payments: {
      about: 'clients’ orders',
      tables: {
        instruction:
          'An order’s details beyond amount, payee and reference: purpose, address, intermediary bank, repair.',
        attachment: 'Documents of payments.',
        held: 'Payments that screening holds for the desk.',
        repeated:
          'Failed payments of payouts that another payout repeats; they are not sent again by themselves.',
        unlooked_day: 'The total of each client’s unreviewed payments of a day; also locks that day.',
      },
    },
    clearing: {
      about: 'reports of other banks and the rail',
      tables: {
        arrival: 'Booked credits, by the rail’s reference and their facts.',
        suspense: 'Credits that no account could take.',
        exception: 'Reports that contradict the books.',
        give_back: 'Money that the desk gave back as refused, and the credit that brought it back.',
        instruction: 'Instructions handed to the file rail, and their batch.',
        batch: 'One pain.001 file each.',
        inbox_file: 'Files that were read, by hash.',
        booked_entry: 'Entries of statements and notifications that were read.',
        closing_balance: 'Closing balances of our accounts at other banks, by day.',
        nostro_start:
          'From which entry on the nostro accounts of the ledger are compared with the bank’s entries, by currency.',
      },
    },
    exchange: {
      about: 'currency exchange',
      tables: {
        quote: 'Quoted prices, with their expiry.',
        conversion: 'Links the two sides of an exchange.',
      },
    },
    orders: {
      about: 'scheduled payments, standing orders, drafts',
      tables: {
        standing_order: 'Standing orders and scheduled payments.',
        run: 'Due days that were paid, skipped or missed.',
        other_amount: 'Another amount for one future day.',
        kept_form: 'Drafts and templates.',
      },
    },
    requests: {
      about: 'requests for money',
      tables: {
        request: 'Requests with payer, amount and money received.',
        request_event: 'The history of a request.',
        link: 'Public links to pay pages.',
      },
    },
  },
  personal: [
    {
      tables: ['payments.instruction', 'payments.held', 'payments.attachment'],
      data: 'address of a payee, screening hits, papers',
      reason: 'the payment',
      kept: 'the law',
    },
    {
      tables: [
        'clearing.arrival',
        'clearing.booked_entry',
        'clearing.exception',
        'clearing.instruction',
        'clearing.suspense',
      ],
      data: 'payer, payee, accounts',
      reason: 'the books',
      kept: 'the law',
    },
    {
      tables: ['orders.standing_order', 'orders.other_amount', 'orders.run'],
      data: 'payee, who ordered',
      reason: 'the order',
      kept: 'the law',
    },
    {
      tables: ['orders.kept_form'],
      data: 'drafts and templates with payees',
      reason: 'the client’s own',
      kept: 'until the client deletes it',
      deletedBy: 'client',
    },
    {
      tables: ['requests.request', 'requests.request_event', 'requests.link'],
      data: 'name and email of a payer',
      reason: 'the request',
      kept: 'the law',
    },
  ],
};
