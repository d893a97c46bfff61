/**
 * Notifications as emails and SMS, in both languages. Each starts with what happened and the amount. They never contain an account
 * number.
 */
import { type CurrencyCode, displayAmount, parseDecimal } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';
import type { Email, Profile } from '@calmly/providers/email/index.ts';
import { approvalFactsOf, approvalTexts } from './approval-message.ts';
import { cardTextOf } from './card-message.ts';
import { cardPaymentTextOf } from './card-payment-message.ts';
import { cryptoTextOf } from './crypto-message.ts';
import { ibanTextOf } from './iban-message.ts';
import { statementPathOf, statementTextOf } from './messages/statement-message.ts';
import { thresholdPathOf, thresholdTextOf } from './messages/threshold-message.ts';
import { orderTextOf } from './order-message.ts';
import { paymentTextOf } from './payment-message.ts';
import { payoutTextOf } from './payout-message.ts';
import { requestTextOf } from './request-message.ts';
import type { NewNotification } from './store.ts';
import { supportTextOf } from './support-message.ts';

type Params = Readonly<Record<string, string>>;
/** A text with the label of its link. */
type Linked = Pick<Email, 'subject' | 'paragraphs'> & { readonly open: string };

const closings: Readonly<Record<Locale, string>> = {
  en: 'You can choose which notifications you get in your profile, under Notifications.',
  ru: 'Выбрать уведомления можно в профиле, в разделе «Уведомления».',
};

/** The reader, and the profile concerned if the reader has several. */
export interface MessageReader {
  readonly email: string;
  readonly locale: Locale;
  readonly portalUrl: string;
  readonly profile?: Profile | undefined;
}

/** The parts of the email; undefined for kinds without one. Approvals name the profile themselves, because one inbox covers all profiles. */
export function emailOf(
  { kind, params, subjectId }: Pick<NewNotification, 'kind' | 'params' | 'subjectId'>,
  reader: MessageReader,
): Email | undefined {
  const { email: to, locale, portalUrl, profile } = reader;
  if (kind === 'news')
    return { to, locale, subject: params.title ?? '', paragraphs: (params.text ?? '').split('\n\n') };
  if (
    kind === 'approval_wanted' ||
    kind === 'approval_reminder' ||
    kind === 'approval_decided' ||
    kind === 'approval_ended'
  ) {
    const approval = approvalTexts[locale];
    const view = kind === 'approval_decided' || kind === 'approval_ended' ? 'view=CLOSED&' : '';
    const link = { label: approval.open, url: `${portalUrl}/inbox?${view}approval=${subjectId}` };
    const facts = approvalFactsOf(params, amountOf(params));
    return { to, locale, ...approval[kind](facts), link, closing: approval.closing };
  }
  const said = { amount: amountOf(params), locale };
  const letter = (text: Linked | undefined, path: string): Email | undefined => {
    if (!text) return undefined;
    const { open, ...words } = text;
    const link = { label: open, url: portalUrl + path };
    return { to, locale, ...words, profile, link, closing: closings[locale] };
  };
  return (
    letter(
      thresholdTextOf(kind, params, { ...said, limit: amountOf(params, params.limit) }),
      thresholdPathOf(kind, params, subjectId),
    ) ??
    letter(orderTextOf(kind, params, said), `/payments?tab=scheduled&order=${subjectId}`) ??
    letter(payoutTextOf(kind, params, locale), `/payments/payouts/${subjectId}`) ??
    letter(requestTextOf(kind, params, said), `/payments?tab=requests&request=${subjectId}`) ??
    letter(statementTextOf(kind, params, locale), statementPathOf(subjectId)) ??
    letter(supportTextOf(kind, locale), `/support?conversation=${subjectId}`) ??
    letter(ibanTextOf(kind, params, locale), `/requisites${subjectId ? `?account=${subjectId}` : ''}`) ??
    letter(
      cardTextOf(kind, params, said),
      isAboutPayment(kind) ? `/payments?payment=${subjectId}` : '/cards',
    ) ??
    letter(
      cardPaymentTextOf(kind, params, said) ??
        cryptoTextOf(kind, params, said) ??
        paymentTextOf(kind, params, said),
      `/payments?payment=${subjectId}`,
    )
  );
}

const isAboutPayment = (kind: NewNotification['kind']): boolean =>
  kind === 'card_receipt_missing' || kind === 'card_receipt_due' || kind === 'card_dispute';

/** The same as a single line, for an SMS. */
export const smsTextOf = ({ paragraphs, profile }: Email): string =>
  `Calmly${profile ? `, ${profile.name}` : ''}: ${paragraphs[0] ?? ''}`;

function amountOf(params: Params, value = params.amount): string {
  const currency = (params.currency ?? 'EUR') as CurrencyCode;
  const minor = parseDecimal(value ?? '', currency);
  return minor === undefined ? '' : displayAmount(minor, currency).text;
}
