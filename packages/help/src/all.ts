/** Every article with its text, in both languages: for search on the server, and in the help centre once someone searches. */
import type { Article, HelpLocale } from './article.ts';
import { article as exchange } from './articles/accounts/exchange.ts';
import { article as fees } from './articles/accounts/fees.ts';
import { article as ibanPending } from './articles/accounts/iban-pending.ts';
import { article as openAccount } from './articles/accounts/open-account.ts';
import { article as statements } from './articles/accounts/statements.ts';
import { article as cardDeclined } from './articles/cards/card-declined.ts';
import { article as cardDispute } from './articles/cards/card-dispute.ts';
import { article as cardLost } from './articles/cards/card-lost.ts';
import { article as cryptoDeposit } from './articles/crypto/crypto-deposit.ts';
import { article as cryptoWithdrawal } from './articles/crypto/crypto-withdrawal.ts';
import { article as incomingPayment } from './articles/outcomes/incoming-payment.ts';
import { article as nameCheck } from './articles/outcomes/name-check.ts';
import { article as paymentLimits } from './articles/outcomes/payment-limits.ts';
import { article as paymentRejected } from './articles/outcomes/payment-rejected.ts';
import { article as paymentReturned } from './articles/outcomes/payment-returned.ts';
import { article as paymentUnderReview } from './articles/outcomes/payment-under-review.ts';
import { article as payoutFileErrors } from './articles/outcomes/payout-file-errors.ts';
import { article as cancelPayment } from './articles/payments/cancel-payment.ts';
import { article as payoutFiles } from './articles/payments/payout-files.ts';
import { article as requestMoney } from './articles/payments/request-money.ts';
import { article as sendPayment } from './articles/payments/send-payment.ts';
import { article as standingOrders } from './articles/payments/standing-orders.ts';
import { article as coolingOff } from './articles/security/cooling-off.ts';
import { article as freezeAccess } from './articles/security/freeze-access.ts';
import { article as rightsAndApprovals } from './articles/security/rights-and-approvals.ts';
import { article as twoFactorLost } from './articles/security/two-factor-lost.ts';
import { plainTextOf } from './blocks.ts';
import { type ArticleSlug, articleList } from './list.ts';
import type { SearchableArticle } from './search.ts';

export const articles: Readonly<Record<ArticleSlug, Article>> = {
  'open-account': openAccount,
  'iban-pending': ibanPending,
  fees,
  statements,
  exchange,
  'send-payment': sendPayment,
  'cancel-payment': cancelPayment,
  'standing-orders': standingOrders,
  'request-money': requestMoney,
  'payout-files': payoutFiles,
  'payment-rejected': paymentRejected,
  'payment-returned': paymentReturned,
  'payment-under-review': paymentUnderReview,
  'name-check': nameCheck,
  'payment-limits': paymentLimits,
  'incoming-payment': incomingPayment,
  'payout-file-errors': payoutFileErrors,
  'card-declined': cardDeclined,
  'card-lost': cardLost,
  'card-dispute': cardDispute,
  'crypto-deposit': cryptoDeposit,
  'crypto-withdrawal': cryptoWithdrawal,
  'two-factor-lost': twoFactorLost,
  'cooling-off': coolingOff,
  'freeze-access': freezeAccess,
  'rights-and-approvals': rightsAndApprovals,
};

/** The articles in one language, for `searchArticles`. */
export const searchable = (locale: HelpLocale): SearchableArticle<ArticleSlug>[] =>
  (Object.keys(articles) as ArticleSlug[]).map((slug) => ({
    slug,
    title: articleList[slug][locale],
    keywords: articles[slug][locale].keywords,
    text: plainTextOf(articles[slug][locale].text),
  }));
