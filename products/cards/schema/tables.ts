import type { Tables } from '@calmly/platform/postgres/tables.ts';

export const tables: Tables = {
  schemas: {
    cards: {
      about: 'payment cards',
      tables: {
        card: 'Cards with holder, state and controls; each names the ledger’s account that it spends from.',
        secret: 'Numbers, security codes and PINs, sealed, with a digest that finds a number.',
        delivery: 'Plastic cards on their way.',
        processor_card:
          'Cards at the card processor: its id, the status that it was last given, why the card replaced another.',
        processor_holder: 'The processor’s ids of cardholders, one for each person and client.',
        authorization: 'Payments at merchants, with what was authorised, reversed and cleared.',
        receipt_rule:
          'When a client asks for receipts of card payments, and when a card is locked without them.',
        dispute:
          'Disputes of payments; the `authorization` rows that credit a won one, and take the credit back after a refund, name it.',
        message: 'The processor’s messages that were handled, with the answers.',
        spent: 'What a card’s account spent on each day.',
        spent_total: 'What a card’s account spent in total.',
        country_seen: 'Countries in which a card’s account has paid.',
        debt: 'What the bank paid to merchants beyond a card’s balance.',
        debt_part: 'Which payments made a card’s debt.',
      },
    },
  },
  personal: [
    {
      tables: [
        'cards.card',
        'cards.delivery',
        'cards.authorization',
        'cards.dispute',
        'cards.processor_card',
        'cards.processor_holder',
        'cards.secret',
        'cards.country_seen',
      ],
      data: 'holder, address, purchases',
      reason: 'the card, the books',
      kept: 'the law',
    },
    {
      tables: ['cards.message'],
      data: 'what a processor asked and was answered',
      reason: 'answering a repeated message alike',
      kept: '400 days',
      deletedBy: 'purge',
    },
  ],
};
