import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    wallets: {
      about: 'crypto wallets',
      tables: {
        client: 'Who uses crypto.',
        wallet: 'One wallet for each client and asset; its id is that of its ledger account.',
        address: 'Derived addresses, those of the bank itself too.',
        chain: 'How far each network has been read, its confirmations and the next index of an address.',
        checkpoint: 'Tips that were read; where they differ from the chain, blocks were replaced.',
        deposit: 'What reached our addresses, by network, transaction and index.',
        quote: 'Quoted fees of withdrawals.',
        payee: 'Address books.',
        withdrawal: 'Withdrawals with what was prepared, signed and confirmed.',
        uncollected: 'Deposit addresses whose assets may be worth collecting.',
        collection: 'Transfers between addresses of the bank.',
        attempt: 'All transactions of a withdrawal whose fee was raised.',
        collection_attempt: 'The same of a transfer between addresses of the bank.',
        move: 'Transfers between accounts and EPI wallets.',
        incident: 'Deposits and withdrawals that the network changed after they were booked.',
      },
    },
    trading: {
      about: 'the exchange',
      tables: {
        book: 'One row for each instrument: its number, the last trade, and the best prices as readers get them.',
        trade_order: 'Orders with what they hold, filled and paid.',
        open_order: 'Which orders are open, by instrument and client.',
        command: 'Orders, cancellations and amendments that are still to be carried out.',
        trade: 'Trades, numbered without a gap for each instrument.',
        candle: 'Half hours with a trade.',
        reference_price: 'The last price of the external price service for each instrument.',
        reference_candle:
          'Where its half hours closed; costs of deposits follow from it before a market has traded.',
        position: 'What wallets’ assets cost and earned, a row for each day with entries.',
      },
    },
  },
  personal: [
    {
      tables: [
        'wallets.address',
        'wallets.attempt',
        'wallets.client',
        'wallets.collection',
        'wallets.collection_attempt',
        'wallets.deposit',
        'wallets.incident',
        'wallets.payee',
        'wallets.withdrawal',
        'wallets.move',
        'wallets.wallet',
      ],
      data: 'addresses of wallets',
      reason: 'the transfer',
      kept: 'the law',
    },
    {
      tables: ['trading.trade_order'],
      data: 'who ordered',
      reason: 'the books',
      kept: 'the law',
    },
  ],
};
