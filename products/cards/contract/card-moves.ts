/** Money between accounts and cards. Source: server page section 10. */

import { zAmount, zAmountInput, zId, zIdParam, zPlain } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import type { z } from 'zod';
import { changingCards, zCard } from './cards.ts';

/** A movement between an account and a card. */
const zCardMove = wire({
  paymentId: ['PaymentId', zId],
  amount: ['Amount', zAmount],
  fee: ['Fee', zAmount],
  card: ['Card', zCard],
});
export type CardMove = z.output<typeof zCardMove>;

export const topUpCard = endpoint({
  ...changingCards,
  id: 'topUpCard',
  method: 'POST',
  path: '/cards/topup/{id}',
  summary: 'Move money from an account to a card; the fee is added to what leaves the account',
  twoFactor: 'always',
  money: 'own',
  idempotent: true,
  params: zIdParam,
  body: wire({
    account: ['AccountFrom', zPlain.min(1).max(40)],
    /** The amount that arrives on the card. */
    amount: ['Amount', zAmountInput],
  }),
  response: zCardMove,
  status: 201,
});

export const withdrawFromCard = endpoint({
  ...changingCards,
  presence: 'required',
  id: 'withdrawFromCard',
  method: 'POST',
  path: '/cards/withdraw/{id}',
  summary: 'Move money from a card back to an account, free of charge',
  idempotent: true,
  money: 'own',
  params: zIdParam,
  body: wire({ account: ['ToAccount', zPlain.min(1).max(40)], amount: ['Amount', zAmountInput] }),
  response: zCardMove,
  status: 201,
});
