/** Emails about approvals, in both languages: requests for the reader's approval, and decisions on the reader's requests. */
import { type ApprovalKind, type ApprovalState, moneyOfApproval } from '@calmly/contract';
import { displayAmount, isCurrency, parseDecimal } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';

/** `amount` is formatted; `person` is the requester or, after a decision, the approver. */
interface Facts {
  readonly approvalKind: ApprovalKind;
  readonly company: string;
  readonly person: string;
  readonly amount: string;
  readonly counterparty: string;
  /** For a payout: its number of payments, and its formatted amounts. */
  readonly rows: number;
  readonly amounts: string;
  readonly outcome: ApprovalState;
  /** As written by the approver who rejected it. */
  readonly reason: string;
  /** The application that requested it in the person's name; undefined if the person did. */
  readonly application: string | undefined;
}

interface Text {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

interface Texts {
  readonly open: string;
  readonly closing: string;
  readonly approval_wanted: (facts: Facts) => Text;
  readonly approval_reminder: (facts: Facts) => Text;
  readonly approval_decided: (facts: Facts) => Text;
  readonly approval_ended: (facts: Facts) => Text;
}

const closingEn =
  'We’ll never ask you to approve anything by email or phone. You can choose which notifications you get in your profile.';
const closingRu =
  'Мы никогда не просим согласовать что-либо по почте или телефону. Выбрать уведомления можно в профиле.';

const whatEn = ({ approvalKind, amount, counterparty, company, rows, amounts }: Facts): string =>
  ({
    payment: `a payment of ${amount} to ${counterparty}`,
    payout: `the payout ${counterparty} (${rows === 1 ? '1 payment' : `${rows} payments`}, ${amounts})`,
    withdrawal: `a withdrawal of ${amount} to ${counterparty}`,
    payee: `the payee ${counterparty}`,
    people: `new rights for ${counterparty}`,
    policy: `new approval rules for ${company}`,
    card: `the card ${counterparty}`,
  })[approvalKind];

const whatRu = ({ approvalKind, amount, counterparty, company, rows, amounts }: Facts): string =>
  ({
    payment: `платёж на ${amount}, получатель ${counterparty}`,
    payout: `выплата ${counterparty} (${amounts}, платежей: ${rows})`,
    withdrawal: `вывод ${amount}, получатель ${counterparty}`,
    payee: `получатель ${counterparty}`,
    people: `изменение прав: ${counterparty}`,
    policy: `новые правила согласования, ${company}`,
    card: `карта ${counterparty}`,
  })[approvalKind];

/** The requester: the person, or the application that the person connected. */
const askerEn = ({ application, person, company }: Facts): string => {
  if (application === undefined) return person;
  return company === person ? application : `${application}, connected by ${person},`;
};

const askedRu = ({ application, person, company }: Facts): string => {
  if (application === undefined) return `Автор запроса: ${person}.`;
  return company === person
    ? `Запрос отправило приложение «${application}».`
    : `Запрос отправило приложение «${application}», подключённое пользователем ${person}.`;
};

const ownRu = ({ application }: Facts): string =>
  application === undefined ? 'Ваш запрос' : `Запрос приложения «${application}»`;

const endEn = ({ outcome, person, reason }: Facts): string | undefined =>
  ({
    APPROVED: `${person} approved it, and it has been carried out.`,
    REJECTED: `${person} rejected it. Reason: ${reason}`,
    EXPIRED:
      'There was no decision in time, so the request has expired. Any reserved money is available again.',
    VOIDED:
      'The details have changed since, so the request was closed. Submit it again if you still need it.',
    BLOCKED:
      'There’s no one left who can approve it. Withdraw it, or ask an administrator to change the approval rules.',
    WAITING: undefined,
    RECALLED: undefined,
  })[outcome];

const endRu = ({ outcome, person, reason }: Facts): string | undefined =>
  ({
    APPROVED: `Согласовано и выполнено. Решение: ${person}.`,
    REJECTED: `Отклонено. Решение: ${person}. Причина: ${reason}`,
    EXPIRED: 'Решение вовремя не принято, запрос закрыт. Зарезервированные деньги снова доступны.',
    VOIDED: 'За это время данные изменились, поэтому запрос закрыт. Если нужно, отправьте его снова.',
    BLOCKED:
      'Согласовать запрос больше некому. Отзовите его или попросите администратора изменить правила согласования.',
    WAITING: undefined,
    RECALLED: undefined,
  })[outcome];

const subjectsEn: Readonly<Record<ApprovalState, string>> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
  VOIDED: 'No longer awaiting approval',
  BLOCKED: 'No one can approve it',
  WAITING: 'Awaiting approval',
  RECALLED: 'Withdrawn',
};
const subjectsRu: Readonly<Record<ApprovalState, string>> = {
  APPROVED: 'Согласовано',
  REJECTED: 'Отклонено',
  EXPIRED: 'Срок истёк',
  VOIDED: 'Запрос закрыт',
  BLOCKED: 'Согласовать некому',
  WAITING: 'Ждёт согласования',
  RECALLED: 'Отозвано',
};

export const approvalTexts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open approvals',
    closing: closingEn,
    approval_wanted: (facts) => ({
      subject: `Awaiting your approval: ${whatEn(facts)}`,
      paragraphs: [
        `${askerEn(facts)} requested ${whatEn(facts)} at ${facts.company}. It’s awaiting your approval.`,
      ],
    }),
    approval_reminder: (facts) => ({
      subject: `Still awaiting your approval: ${whatEn(facts)}`,
      paragraphs: [
        `${askerEn(facts)} requested ${whatEn(facts)} at ${facts.company}. It’s still awaiting your approval.`,
      ],
    }),
    approval_decided: (facts) => ({
      subject: `${subjectsEn[facts.outcome]}: ${whatEn(facts)}`,
      paragraphs: [
        `${facts.application ?? 'You'} requested ${whatEn(facts)} at ${facts.company}.`,
        endEn(facts) ?? '',
      ].filter(Boolean),
    }),
    approval_ended: (facts) => ({
      subject: `No longer awaiting your approval: ${whatEn(facts)}`,
      paragraphs: [
        `${askerEn(facts)} requested ${whatEn(facts)} at ${facts.company}. ${facts.person} may no longer do this, so the request is closed.`,
      ],
    }),
  },
  ru: {
    open: 'Открыть согласования',
    closing: closingRu,
    approval_wanted: (facts) => ({
      subject: `Ждёт вашего согласования: ${whatRu(facts)}`,
      paragraphs: [`${facts.company}: ${whatRu(facts)}. ${askedRu(facts)} Запрос ждёт вашего согласования.`],
    }),
    approval_reminder: (facts) => ({
      subject: `Всё ещё ждёт вашего согласования: ${whatRu(facts)}`,
      paragraphs: [
        `${facts.company}: ${whatRu(facts)}. ${askedRu(facts)} Запрос всё ещё ждёт вашего согласования.`,
      ],
    }),
    approval_decided: (facts) => ({
      subject: `${subjectsRu[facts.outcome]}: ${whatRu(facts)}`,
      paragraphs: [`${ownRu(facts)}: ${whatRu(facts)} (${facts.company}).`, endRu(facts) ?? ''].filter(
        Boolean,
      ),
    }),
    approval_ended: (facts) => ({
      subject: `Ваше согласование больше не нужно: ${whatRu(facts)}`,
      paragraphs: [
        `${facts.company}: ${whatRu(facts)}. ${askedRu(facts)} У автора больше нет такого права, поэтому запрос закрыт.`,
      ],
    }),
  },
};

/** The facts in a notification's params; `amount` is already formatted. */
export const approvalFactsOf = (params: Readonly<Record<string, string>>, amount: string): Facts => ({
  approvalKind: (params.approvalKind ?? 'payment') as ApprovalKind,
  company: params.company ?? '',
  person: params.person ?? '',
  amount,
  counterparty: params.counterparty ?? '',
  rows: Number(params.rows ?? 0),
  amounts: moneyOfApproval({ amount: null, currency: null, facts: params })
    .flatMap(({ amount: listed, currency }) => {
      const minor = isCurrency(currency) ? parseDecimal(listed, currency) : undefined;
      return minor === undefined || !isCurrency(currency) ? [] : displayAmount(minor, currency).text;
    })
    .join(', '),
  outcome: (params.outcome ?? 'WAITING') as ApprovalState,
  reason: params.reason ?? '',
  application: params.application,
});
