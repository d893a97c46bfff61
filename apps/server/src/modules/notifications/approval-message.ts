/** Approvals as e-mails, in both languages: what waits for the reader, and what became of what they asked for. */
import type { ApprovalKind, ApprovalState } from '@calmly/contract';
import type { Locale } from '../../platform/work.ts';

/** `amount` is written out; `person` is who asked or, of what was decided, who decided. */
interface Facts {
  readonly approvalKind: ApprovalKind;
  readonly company: string;
  readonly person: string;
  readonly amount: string;
  readonly counterparty: string;
  readonly outcome: ApprovalState;
  /** In the words of who rejected it. */
  readonly reason: string;
  /** The application that requested it in the person's name; undefined where the person did. */
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
}

const closingEn =
  'We will never ask you to approve anything by e-mail or telephone. You can choose what we write to you about in your profile.';
const closingRu =
  'Мы никогда не просим одобрить что-либо по почте или телефону. О чём вам писать, можно выбрать в профиле.';

const whatEn = ({ approvalKind, amount, counterparty, company }: Facts): string =>
  ({
    payment: `a payment of ${amount} to ${counterparty}`,
    payee: `the payee ${counterparty}`,
    people: `a change of the rights of ${counterparty}`,
    policy: `new approval rules of ${company}`,
  })[approvalKind];

const whatRu = ({ approvalKind, amount, counterparty, company }: Facts): string =>
  ({
    payment: `платёж на ${amount}, получатель ${counterparty}`,
    payee: `получатель ${counterparty}`,
    people: `изменение прав: ${counterparty}`,
    policy: `новые правила одобрения, ${company}`,
  })[approvalKind];

/** Who asked: the person, or the application that the person connected. */
const askerEn = ({ application, person, company }: Facts): string => {
  if (application === undefined) return person;
  return company === person ? application : `${application}, connected by ${person},`;
};

const askedRu = ({ application, person, company }: Facts): string => {
  if (application === undefined) return `Запрос отправил(а) ${person}.`;
  return company === person
    ? `Запрос отправило приложение ${application}.`
    : `Запрос отправило приложение ${application}, его подключил(а) ${person}.`;
};

const ownRu = ({ application }: Facts): string =>
  application === undefined ? 'Ваш запрос' : `Запрос приложения ${application}`;

const endEn = ({ outcome, person, reason }: Facts): string | undefined =>
  ({
    APPROVED: `${person} approved it, and it has been carried out.`,
    REJECTED: `${person} rejected it. Reason: ${reason}`,
    EXPIRED: 'Nobody decided in time, so it was given back. Money that was reserved is available again.',
    VOIDED:
      'What it was about has been changed meanwhile, so it no longer waits. Ask again if it is still needed.',
    BLOCKED:
      'It waits, but nobody who could approve it is left. Take it back, or have the approval rules changed.',
    WAITING: undefined,
    RECALLED: undefined,
  })[outcome];

const endRu = ({ outcome, person, reason }: Facts): string | undefined =>
  ({
    APPROVED: `Решение: одобрено, всё выполнено. Решение принял(а) ${person}.`,
    REJECTED: `Решение: отклонено. Решение принял(а) ${person}. Причина: ${reason}`,
    EXPIRED: 'Решение вовремя не принято, запрос закрыт. Зарезервированные деньги снова доступны.',
    VOIDED:
      'То, о чём был запрос, за это время изменили, поэтому он закрыт. Если нужно, отправьте его снова.',
    BLOCKED: 'Запрос ждёт, но одобрить его больше некому. Отзовите его или измените правила одобрения.',
    WAITING: undefined,
    RECALLED: undefined,
  })[outcome];

const subjectsEn: Readonly<Record<ApprovalState, string>> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  EXPIRED: 'Not decided in time',
  VOIDED: 'No longer awaiting approval',
  BLOCKED: 'Nobody can approve it',
  WAITING: 'Awaiting approval',
  RECALLED: 'Taken back',
};
const subjectsRu: Readonly<Record<ApprovalState, string>> = {
  APPROVED: 'Одобрено',
  REJECTED: 'Отклонено',
  EXPIRED: 'Решение не принято вовремя',
  VOIDED: 'Запрос закрыт',
  BLOCKED: 'Одобрить некому',
  WAITING: 'Ждёт согласования',
  RECALLED: 'Отозвано',
};

export const approvalTexts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open the inbox',
    closing: closingEn,
    approval_wanted: (facts) => ({
      subject: `Awaiting your approval: ${whatEn(facts)}`,
      paragraphs: [
        `${askerEn(facts)} asked for ${whatEn(facts)} at ${facts.company}. It is awaiting your approval.`,
      ],
    }),
    approval_reminder: (facts) => ({
      subject: `Still awaiting your approval: ${whatEn(facts)}`,
      paragraphs: [
        `${askerEn(facts)} asked for ${whatEn(facts)} at ${facts.company}. It is still awaiting your approval.`,
      ],
    }),
    approval_decided: (facts) => ({
      subject: `${subjectsEn[facts.outcome]}: ${whatEn(facts)}`,
      paragraphs: [
        `${facts.application ?? 'You'} asked for ${whatEn(facts)} at ${facts.company}.`,
        endEn(facts) ?? '',
      ].filter(Boolean),
    }),
  },
  ru: {
    open: 'Открыть согласования',
    closing: closingRu,
    approval_wanted: (facts) => ({
      subject: `Ждёт вашего согласования: ${whatRu(facts)}`,
      paragraphs: [`${facts.company}: ${whatRu(facts)}. ${askedRu(facts)} Он ждёт вашего согласования.`],
    }),
    approval_reminder: (facts) => ({
      subject: `Всё ещё ждёт вашего согласования: ${whatRu(facts)}`,
      paragraphs: [
        `${facts.company}: ${whatRu(facts)}. ${askedRu(facts)} Он всё ещё ждёт вашего согласования.`,
      ],
    }),
    approval_decided: (facts) => ({
      subject: `${subjectsRu[facts.outcome]}: ${whatRu(facts)}`,
      paragraphs: [`${ownRu(facts)}: ${whatRu(facts)} (${facts.company}).`, endRu(facts) ?? ''].filter(
        Boolean,
      ),
    }),
  },
};

/** The facts of a notification's params; `amount` already written out. */
export const approvalFactsOf = (params: Readonly<Record<string, string>>, amount: string): Facts => ({
  approvalKind: (params.approvalKind ?? 'payment') as ApprovalKind,
  company: params.company ?? '',
  person: params.person ?? '',
  amount,
  counterparty: params.counterparty ?? '',
  outcome: (params.outcome ?? 'WAITING') as ApprovalState,
  reason: params.reason ?? '',
  application: params.application,
});
