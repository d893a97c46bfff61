/**
 * Messages about members: the invitation, the code for an invited person's phone, and notices to members whose rights in a company
 * were changed. They name the company first because a person may act for several.
 */
import { invitationDays } from '@calmly/contract';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import type { Reader } from '@calmly/providers/outbox/store.ts';
import { sendAwaitedSms } from '@calmly/providers/sms/index.ts';
import type { Contact } from '../../../../identity/server/index.ts';
import { phoneCodeSeconds } from './rules.ts';

const smsMinutes = phoneCodeSeconds / 60;

/** The events that the member in question is notified of. */
export type PersonEvent = 'joined' | 'changed' | 'suspended' | 'resumed' | 'removed' | 'offered' | 'boss';

interface Letter {
  readonly subject: (company: string) => string;
  readonly text: string;
}

const texts = {
  en: {
    invited: (company: string) => `${company} invites you to Calmly`,
    invitedText: (company: string, inviter: string) =>
      `${inviter} invites you to work with the accounts of ${company}. The link shows what you’ll be able to do. Access starts when you accept.`,
    invitedHow:
      'If you already have a Calmly account, sign in and accept. If not, you’ll need your name, a password and your mobile phone. It takes about two minutes.',
    open: 'View invitation',
    invitedClosing: `The link works for ${invitationDays} days and only for you, so don’t forward it. If you don’t know the company, ignore this email.`,
    sms: (code: string) =>
      `Calmly: ${code} is your code to confirm your phone. It’s valid for ${smsMinutes} minutes. Never share it with anyone, including us.`,
    declined: (company: string) => `Invitation to ${company} declined`,
    declinedText: (invited: string) =>
      `${invited} declined your invitation. If you think it was a mistake, talk to them and invite them again.`,
    by: (name: string) =>
      `This was done by ${name}. If you weren’t expecting it, ask them or another administrator of the company.`,
    see: 'Open Calmly',
    events: {
      joined: {
        subject: (company) => `You’ve joined ${company}`,
        text: 'You’ve accepted the invitation. You’ll find the company in the menu at the top of the portal.',
      },
      changed: {
        subject: (company) => `Your rights at ${company} have changed`,
        text: 'You can see your rights in your profile, under People. The change is already in force.',
      },
      suspended: {
        subject: (company) => `Your access to ${company} is suspended`,
        text: 'You can’t open the company while your access is suspended. This doesn’t affect your own profile.',
      },
      resumed: {
        subject: (company) => `Your access to ${company} is restored`,
        text: 'Your rights are the same as before.',
      },
      removed: {
        subject: (company) => `You’ve been removed from ${company}`,
        text: 'Your access to the company has ended. This doesn’t affect your own profile.',
      },
      offered: {
        subject: (company) => `You’ve been offered the administrator role at ${company}`,
        text: 'An administrator has every right and can grant rights to others. The role starts when you accept it in your profile, under People.',
      },
      boss: {
        subject: (company) => `You’re now an administrator of ${company}`,
        text: 'You have every right and can grant rights to others.',
      },
    },
  },
  ru: {
    invited: (company: string) => `${company} приглашает вас в Calmly`,
    invitedText: (company: string, inviter: string) =>
      `${inviter} приглашает вас работать со счетами компании ${company}. По ссылке видно, что вам будет доступно. Доступ откроется, когда вы примете приглашение.`,
    invitedHow:
      'Если вы уже клиент Calmly, войдите и примите приглашение. Если нет, понадобятся имя, пароль и мобильный телефон. Это займёт около двух минут.',
    open: 'Посмотреть приглашение',
    invitedClosing: `Ссылка действует ${invitationDays} дней и только для вас: не пересылайте её. Если вы не знаете эту компанию, ничего не делайте.`,
    sms: (code: string) =>
      `Calmly: ${code} — код для подтверждения телефона. Действует ${smsMinutes} минут. Никому его не сообщайте, даже нам.`,
    declined: (company: string) => `Приглашение в компанию ${company} отклонено`,
    declinedText: (invited: string) =>
      `Ваше приглашение отклонено: ${invited}. Если это ошибка, свяжитесь с этим человеком и пригласите его снова.`,
    by: (name: string) =>
      `Кто это сделал: ${name}. Если вы этого не ожидали, спросите у этого человека или у другого администратора компании.`,
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
        subject: (company) => `Ваш доступ к компании ${company} восстановлен`,
        text: 'Права остались прежними.',
      },
      removed: {
        subject: (company) => `Ваш доступ к компании ${company} закрыт`,
        text: 'Вас исключили из компании. Вашего личного профиля это не касается.',
      },
      offered: {
        subject: (company) => `Вам предлагают роль администратора компании ${company}`,
        text: 'У администратора есть все права, и он может давать права другим. Роль перейдёт к вам, когда вы примете её в профиле, в разделе «Люди».',
      },
      boss: {
        subject: (company) => `Теперь вы администратор компании ${company}`,
        text: 'У вас есть все права, и вы можете давать права другим.',
      },
    },
  },
} as const satisfies Record<Locale, { events: Record<PersonEvent, Letter> } & Record<string, unknown>>;

/** The email with the link to an invitation. */
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

/** Tells the inviter that the invitation was declined. */
export function sendDeclined(
  sql: Sql,
  letter: {
    readonly contact: Contact;
    readonly reader: Reader;
    readonly company: string;
    /** The invited address. */
    readonly invited: string;
    readonly url: string;
  },
): Promise<void> {
  const { email: to, locale } = letter.contact;
  const { declined, declinedText, see } = texts[locale];
  const email = {
    to,
    locale,
    subject: declined(letter.company),
    paragraphs: [declinedText(letter.invited)],
    link: { label: see, url: letter.url },
  };
  return sendEmail(sql, email, letter.reader);
}

/** The code that confirms an invited person's phone. */
export const sendPhoneCode = (
  sql: Sql,
  { to, locale, code }: { readonly to: string; readonly locale: Locale; readonly code: string },
): Promise<void> => sendAwaitedSms(sql, { to, text: texts[locale].sms(code) }, phoneCodeSeconds);

/** Tells a member what changed about their access to a company, and who changed it. */
export function sendPersonEvent(
  sql: Sql,
  letter: {
    readonly contact: Contact;
    readonly event: PersonEvent;
    readonly company: string;
    /** The person who did it, if it was someone else. */
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
