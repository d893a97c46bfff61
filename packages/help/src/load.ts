/** Loads one article; each has its own file. */
import type { Article } from './article.ts';
import type { ArticleSlug } from './list.ts';

export const articleLoaders: Readonly<Record<ArticleSlug, () => Promise<{ readonly article: Article }>>> = {
  'open-account': () => import('./articles/accounts/open-account.ts'),
  'iban-pending': () => import('./articles/accounts/iban-pending.ts'),
  fees: () => import('./articles/accounts/fees.ts'),
  statements: () => import('./articles/accounts/statements.ts'),
  exchange: () => import('./articles/accounts/exchange.ts'),
  'send-payment': () => import('./articles/payments/send-payment.ts'),
  'cancel-payment': () => import('./articles/payments/cancel-payment.ts'),
  'standing-orders': () => import('./articles/payments/standing-orders.ts'),
  'request-money': () => import('./articles/payments/request-money.ts'),
  'payout-files': () => import('./articles/payments/payout-files.ts'),
  'payment-rejected': () => import('./articles/outcomes/payment-rejected.ts'),
  'payment-returned': () => import('./articles/outcomes/payment-returned.ts'),
  'payment-under-review': () => import('./articles/outcomes/payment-under-review.ts'),
  'name-check': () => import('./articles/outcomes/name-check.ts'),
  'payment-limits': () => import('./articles/outcomes/payment-limits.ts'),
  'incoming-payment': () => import('./articles/outcomes/incoming-payment.ts'),
  'payout-file-errors': () => import('./articles/outcomes/payout-file-errors.ts'),
  'card-declined': () => import('./articles/cards/card-declined.ts'),
  'card-lost': () => import('./articles/cards/card-lost.ts'),
  'card-dispute': () => import('./articles/cards/card-dispute.ts'),
  'crypto-deposit': () => import('./articles/crypto/crypto-deposit.ts'),
  'crypto-withdrawal': () => import('./articles/crypto/crypto-withdrawal.ts'),
  'two-factor-lost': () => import('./articles/security/two-factor-lost.ts'),
  'cooling-off': () => import('./articles/security/cooling-off.ts'),
  'freeze-access': () => import('./articles/security/freeze-access.ts'),
  'rights-and-approvals': () => import('./articles/security/rights-and-approvals.ts'),
};
