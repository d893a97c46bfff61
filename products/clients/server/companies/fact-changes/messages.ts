/** Texts about a change of a company's details: the summary of the code and the emails to its administrators. */
import type { CompanyPart } from '@calmly/contract';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import type { Reader } from '@calmly/providers/outbox/store.ts';
import type { Contact } from '../../../../identity/server/index.ts';

export type ChangeEvent = 'asked' | 'approved' | 'rejected';

interface Letter {
  readonly subject: (company: string) => string;
  readonly text: (facts: { readonly parts: string; readonly by: string }) => string;
  readonly closing?: string;
}

const texts = {
  en: {
    summary: (company: string, parts: string) => `Change the details of ${company}: ${parts}`,
    parts: {
      name: 'name',
      registrationNumber: 'registration number',
      country: 'country of registration',
      legalForm: 'legal form',
      foundedOn: 'date of foundation',
      activity: 'business activity',
      address: 'address',
      owners: 'directors and owners',
    },
    reason: (reason: string) => `Reason: ${reason}`,
    open: 'View in your profile',
    letters: {
      asked: {
        subject: (company) => `We’re reviewing a change of ${company}`,
        text: ({ parts, by }) =>
          `${by} asked us to change: ${parts}. We’ll check the documents and write to you, usually within two working days. Nothing changes until then.`,
        closing:
          'If you weren’t expecting this, withdraw the change in the profile and write to us straight away.',
      },
      approved: {
        subject: (company) => `The details of ${company} have changed`,
        text: ({ parts, by }) => `As ${by} requested, we’ve changed: ${parts}. The new details are in force.`,
        closing: 'If you weren’t expecting this, write to us straight away.',
      },
      rejected: {
        subject: (company) => `We couldn’t change the details of ${company}`,
        text: ({ parts, by }) =>
          `${by} asked us to change: ${parts}. We couldn’t make this change. You can submit it again at any time.`,
      },
    },
  },
  ru: {
    summary: (company: string, parts: string) => `Изменить данные компании ${company}: ${parts}`,
    parts: {
      name: 'название',
      registrationNumber: 'регистрационный номер',
      country: 'страна регистрации',
      legalForm: 'правовая форма',
      foundedOn: 'дата основания',
      activity: 'деятельность',
      address: 'адрес',
      owners: 'руководители и владельцы',
    },
    reason: (reason: string) => `Причина: ${reason}`,
    open: 'Посмотреть в профиле',
    letters: {
      asked: {
        subject: (company) => `Мы получили заявку на изменение данных компании ${company}`,
        text: ({ parts, by }) =>
          `Что просят изменить: ${parts}. Автор заявки: ${by}. Мы проверим документы и напишем вам, обычно в течение двух рабочих дней. До этого ничего не изменится.`,
        closing: 'Если вы об этом не знаете, отзовите заявку в профиле и сразу напишите нам.',
      },
      approved: {
        subject: (company) => `Данные компании ${company} изменены`,
        text: ({ parts, by }) => `Мы изменили: ${parts}. Автор заявки: ${by}. Новые данные уже действуют.`,
        closing: 'Если вы об этом не знаете, сразу напишите нам.',
      },
      rejected: {
        subject: (company) => `Мы не смогли изменить данные компании ${company}`,
        text: ({ parts, by }) =>
          `Что просили изменить: ${parts}. Автор заявки: ${by}. Мы не смогли её выполнить. Новую заявку можно подать в любой момент.`,
      },
    },
  },
} as const satisfies Record<
  Locale,
  { parts: Record<CompanyPart, string>; letters: Record<ChangeEvent, Letter> } & Record<string, unknown>
>;

/** `name, address`. */
const partsIn = (parts: readonly CompanyPart[], locale: Locale): string =>
  parts.map((part) => texts[locale].parts[part]).join(', ');

/** The summary of what the code confirms. */
export const changeSummary = (company: string, parts: readonly CompanyPart[]) => ({
  en: texts.en.summary(company, partsIn(parts, 'en')),
  ru: texts.ru.summary(company, partsIn(parts, 'ru')),
});

/** The email to one administrator. */
export function sendChangeLetter(
  sql: Sql,
  letter: {
    readonly contact: Contact;
    readonly reader: Reader;
    readonly event: ChangeEvent;
    readonly company: string;
    readonly parts: readonly CompanyPart[];
    readonly by: string;
    readonly reason: string | undefined;
    readonly url: string;
  },
): Promise<void> {
  const { event, company, by, reason, url } = letter;
  const { email: to, locale } = letter.contact;
  const { letters, reason: because, open } = texts[locale];
  const { subject, text, closing }: Letter = letters[event];
  const facts = { parts: partsIn(letter.parts, locale), by };
  const email = {
    to,
    locale,
    subject: subject(company),
    paragraphs: [text(facts), ...(event === 'rejected' && reason ? [because(reason)] : [])],
    link: { label: open, url },
    ...(closing !== undefined && { closing }),
  };
  return sendEmail(sql, email, letter.reader);
}
