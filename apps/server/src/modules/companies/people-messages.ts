/**
 * Messages about people: the invitation, the code for an invited stranger's telephone, and word to somebody whose rights in a company
 * were changed by another. They name the company first: a person may act for several.
 */
import { invitationDays } from '@calmly/contract';
import type { Locale, Sql } from '../../platform/work.ts';
import { sendEmail } from '../../providers/email/index.ts';
import { sendSms } from '../../providers/sms/index.ts';
import type { Contact } from '../identity/index.ts';
import { phoneCodeSeconds } from './people-rules.ts';

const smsMinutes = phoneCodeSeconds / 60;

/** What can be told to the person whom it concerns. */
export type PersonEvent = 'joined' | 'changed' | 'suspended' | 'resumed' | 'removed' | 'offered' | 'boss';

interface Letter {
  readonly subject: (company: string) => string;
  readonly text: string;
}

const texts = {
  en: {
    invited: (company: string) => `${company} invites you to its account at Calmly`,
    invitedText: (company: string, inviter: string) =>
      `${inviter} would like you to work with the account of ${company}. The link shows what you would be allowed to do; nothing begins before you accept.`,
    invitedHow:
      'If you bank with Calmly already, sign in and accept. If not, it takes your name, a password and your mobile phone, two minutes in all.',
    open: 'See the invitation',
    invitedClosing: `The link works for ${invitationDays} days, and only for you: please do not pass it on. If you do not know the company, do nothing.`,
    sms: (code: string) =>
      `Calmly: ${code} confirms your telephone. It works for ${smsMinutes} minutes. Never tell it to anybody, us included.`,
    declined: (company: string) => `An invitation to ${company} was declined`,
    declinedText: (invited: string) =>
      `${invited} does not want to work with the company's account. The invitation is over. If you think it was a mistake, talk to them and invite them again.`,
    by: (name: string) =>
      `It was done by ${name}. If it surprises you, ask them or another boss of the company.`,
    see: 'Open Calmly',
    events: {
      joined: {
        subject: (company) => `You now work with ${company}`,
        text: 'You have accepted the invitation. The company is in the list at the top of the portal.',
      },
      changed: {
        subject: (company) => `Your rights at ${company} have changed`,
        text: 'What you are allowed to do there is in your profile, under People. It is in force already.',
      },
      suspended: {
        subject: (company) => `Your access to ${company} is suspended`,
        text: 'Until that ends you cannot open the company. Your own profile is not touched.',
      },
      resumed: {
        subject: (company) => `You have access to ${company} again`,
        text: 'Your rights are those of before.',
      },
      removed: {
        subject: (company) => `You no longer work with ${company}`,
        text: 'Your access to the company has ended. Your own profile is not touched.',
      },
      offered: {
        subject: (company) => `You are to become a boss of ${company}`,
        text: 'A boss holds every right and grants rights to others. It begins when you accept in your profile, under People.',
      },
      boss: {
        subject: (company) => `You are a boss of ${company} now`,
        text: 'You hold every right there, and you grant rights to others.',
      },
    },
  },
  ru: {
    invited: (company: string) => `${company} приглашает вас к своему счёту в Calmly`,
    invitedText: (company: string, inviter: string) =>
      `${inviter} хочет, чтобы вы работали со счётом компании ${company}. По ссылке видно, что вам будет доступно; ничего не начнётся, пока вы не согласитесь.`,
    invitedHow:
      'Если вы уже клиент Calmly, войдите и примите приглашение. Если нет, понадобятся имя, пароль и мобильный телефон — всего две минуты.',
    open: 'Посмотреть приглашение',
    invitedClosing: `Ссылка действует ${invitationDays} дней и только для вас: не пересылайте её. Если вы не знаете эту компанию, ничего не делайте.`,
    sms: (code: string) =>
      `Calmly: ${code} — код для подтверждения телефона. Действует ${smsMinutes} минут. Никому его не сообщайте, даже нам.`,
    declined: (company: string) => `Приглашение в компанию ${company} отклонено`,
    declinedText: (invited: string) =>
      `Получатель приглашения (${invited}) не хочет работать со счётом компании. Приглашение больше не действует. Если это ошибка, поговорите с этим человеком и пригласите его снова.`,
    by: (name: string) =>
      `Кто это сделал: ${name}. Если это для вас неожиданность, спросите у этого человека или у другого руководителя компании.`,
    see: 'Открыть Calmly',
    events: {
      joined: {
        subject: (company) => `Теперь вы работаете с компанией ${company}`,
        text: 'Вы приняли приглашение. Компания появилась в списке профилей вверху портала.',
      },
      changed: {
        subject: (company) => `Ваши права в компании ${company} изменены`,
        text: 'Что вам доступно, видно в профиле, в разделе «Люди». Изменение уже действует.',
      },
      suspended: {
        subject: (company) => `Ваш доступ к компании ${company} приостановлен`,
        text: 'Пока он приостановлен, открыть компанию нельзя. Вашего личного профиля это не касается.',
      },
      resumed: {
        subject: (company) => `Вам снова открыт доступ к компании ${company}`,
        text: 'Права остались прежними.',
      },
      removed: {
        subject: (company) => `Вы больше не работаете с компанией ${company}`,
        text: 'Ваш доступ к компании закрыт. Вашего личного профиля это не касается.',
      },
      offered: {
        subject: (company) => `Вам передают роль руководителя компании ${company}`,
        text: 'У руководителя есть все права, и он раздаёт права другим. Роль перейдёт к вам, когда вы согласитесь: в профиле, в разделе «Люди».',
      },
      boss: {
        subject: (company) => `Теперь вы руководитель компании ${company}`,
        text: 'У вас есть все права, и вы раздаёте права другим.',
      },
    },
  },
} as const satisfies Record<Locale, { events: Record<PersonEvent, Letter> } & Record<string, unknown>>;

/** The mail with the link to an invitation. */
export function sendInvitation(
  sql: Sql,
  letter: {
    readonly to: string;
    readonly locale: Locale;
    readonly company: string;
    readonly inviter: string;
    readonly url: string;
  },
): Promise<void> {
  const { to, locale, company, inviter, url } = letter;
  const { invited, invitedText, invitedHow, open, invitedClosing } = texts[locale];
  return sendEmail(sql, {
    to,
    locale,
    subject: invited(company),
    paragraphs: [invitedText(company, inviter), invitedHow],
    link: { label: open, url },
    closing: invitedClosing,
  });
}

/** Tells who invited that the answer is no. */
export function sendDeclined(
  sql: Sql,
  letter: {
    readonly contact: Contact;
    readonly company: string;
    /** The address that was invited. */
    readonly invited: string;
    readonly url: string;
  },
): Promise<void> {
  const { email: to, locale } = letter.contact;
  const { declined, declinedText, see } = texts[locale];
  return sendEmail(sql, {
    to,
    locale,
    subject: declined(letter.company),
    paragraphs: [declinedText(letter.invited)],
    link: { label: see, url: letter.url },
  });
}

/** The code that proves an invited stranger's telephone. */
export const sendPhoneCode = (
  sql: Sql,
  { to, locale, code }: { readonly to: string; readonly locale: Locale; readonly code: string },
): Promise<void> => sendSms(sql, { to, text: texts[locale].sms(code) });

/** Tells somebody what has become of their place in a company, and by whom. */
export function sendPersonEvent(
  sql: Sql,
  letter: {
    readonly contact: Contact;
    readonly event: PersonEvent;
    readonly company: string;
    /** Whoever did it, when it was another person. */
    readonly by?: string;
    readonly url: string;
  },
): Promise<void> {
  const { email: to, locale } = letter.contact;
  const { events, by, see } = texts[locale];
  const { subject, text } = events[letter.event];
  return sendEmail(sql, {
    to,
    locale,
    subject: subject(letter.company),
    paragraphs: [text, ...(letter.by === undefined ? [] : [by(letter.by)])],
    link: { label: see, url: letter.url },
  });
}
