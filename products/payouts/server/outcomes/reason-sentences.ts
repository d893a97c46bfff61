/** Why a payment of a payout failed, as the portal says it beside the payment. Pure. */
import type { PaymentReason } from '@calmly/contract';
import { failureSentences as english } from '@calmly/contract/words/en/payment-failures';
import { failureSentences as russian } from '@calmly/contract/words/ru/payment-failures';
import type { Locale } from '@calmly/platform/work.ts';
import { type FailureReason, isFailureReason } from './reason-codes.ts';

const sentences: Readonly<Record<Locale, Readonly<Record<FailureReason, string>>>> = {
  en: english,
  ru: russian,
};

const withoutReason: Readonly<Record<Locale, string>> = {
  en: 'The payment wasn’t carried out.',
  ru: 'Платёж не исполнен.',
};

/** `reason` as the client may know it (`visibleReason`). */
export const sentenceOfPayment = (reason: PaymentReason | null, locale: Locale): string =>
  isFailureReason(reason) ? sentences[locale][reason] : withoutReason[locale];
