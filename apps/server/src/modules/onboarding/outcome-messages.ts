/** Messages about the end of a check, a person's or a company's: welcome, once more please, or no. In the reader's own language. */
import type { Locale, Sql } from '../../platform/work.ts';
import { sendEmail } from '../../providers/email/index.ts';

/** How the check ended. */
export type Outcome = 'approved' | 'retry' | 'declined';

/** A company whose check it was. */
export interface CompanyCheck {
  readonly id: string;
  readonly name: string;
  readonly creatorId: string;
}

interface Message {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
  readonly path: string;
}

const texts = {
  en: {
    approved: {
      subject: 'Your account is open',
      paragraphs: [
        'Your identity is confirmed, and your euro account is open. Its IBAN is waiting for you in the portal: from now on you can be paid to it and pay from it.',
      ],
      label: 'Open my account',
      path: '/dashboard',
    },
    retry: {
      subject: 'One more picture, please',
      paragraphs: [
        'We could not read your documents well enough. Please take the pictures again: the whole document, in good light, without reflections.',
        'Everything else you have entered is kept.',
      ],
      label: 'Try again',
      path: '/create-account',
    },
    declined: {
      subject: 'We could not confirm your identity',
      paragraphs: [
        'Unfortunately the check of your identity did not succeed, so we cannot open an account for you at the moment.',
        'If you think that this is a mistake, sign in: you can go through the check once more or write to us.',
      ],
      label: 'Sign in',
      path: '/login',
    },
  },
  ru: {
    approved: {
      subject: 'Ваш счёт открыт',
      paragraphs: [
        'Ваша личность подтверждена, счёт в евро открыт. IBAN уже ждёт вас на портале: теперь вы можете получать деньги и платить.',
      ],
      label: 'Перейти к счёту',
      path: '/dashboard',
    },
    retry: {
      subject: 'Нужны ещё снимки документов',
      paragraphs: [
        'Нам не удалось разобрать ваши документы. Сфотографируйте их ещё раз: целиком, при хорошем свете, без бликов.',
        'Всё остальное, что вы ввели, сохранено.',
      ],
      label: 'Попробовать снова',
      path: '/create-account',
    },
    declined: {
      subject: 'Не удалось подтвердить вашу личность',
      paragraphs: [
        'К сожалению, проверка личности не пройдена, и сейчас мы не можем открыть вам счёт.',
        'Если вы считаете, что это ошибка, войдите в банк: проверку можно пройти ещё раз или написать нам.',
      ],
      label: 'Войти',
      path: '/login',
    },
  },
} as const satisfies Record<Locale, Record<Outcome, Message>>;

const companyTexts: Record<Locale, Record<Outcome, (company: CompanyCheck) => Message>> = {
  en: {
    approved: ({ name }) => ({
      subject: `The account of ${name} is open`,
      paragraphs: [
        `${name} is confirmed, and its euro account is open. Switch to the company in the portal: you will find the IBAN there, and you can invite your colleagues.`,
      ],
      label: 'Open the portal',
      path: '/dashboard',
    }),
    retry: ({ id, name }) => ({
      subject: `One more picture for ${name}, please`,
      paragraphs: [
        `We could not read the documents well enough. Please take the pictures again: the whole document, in good light, without reflections.`,
        `Everything else you have entered about ${name} is kept.`,
      ],
      label: 'Try again',
      path: pathOf(id),
    }),
    declined: ({ id, name }) => ({
      subject: `We could not confirm ${name}`,
      paragraphs: [
        `Unfortunately the check of ${name} did not succeed, so we cannot open an account for it at the moment.`,
        'If you think that this is a mistake, sign in: you can go through the check once more or write to us.',
      ],
      label: 'Sign in',
      path: pathOf(id),
    }),
  },
  ru: {
    approved: ({ name }) => ({
      subject: `Счёт компании ${name} открыт`,
      paragraphs: [
        `Компания ${name} прошла проверку, счёт в евро открыт. Переключитесь на неё на портале: там указан IBAN и можно пригласить коллег.`,
      ],
      label: 'Перейти на портал',
      path: '/dashboard',
    }),
    retry: ({ id, name }) => ({
      subject: `Нужны ещё снимки для компании ${name}`,
      paragraphs: [
        'Нам не удалось разобрать документы. Сфотографируйте их ещё раз: целиком, при хорошем свете, без бликов.',
        `Всё остальное, что вы указали о компании ${name}, сохранено.`,
      ],
      label: 'Попробовать снова',
      path: pathOf(id),
    }),
    declined: ({ id, name }) => ({
      subject: `Не удалось подтвердить компанию ${name}`,
      paragraphs: [
        `К сожалению, проверка компании ${name} не пройдена, и сейчас мы не можем открыть ей счёт.`,
        'Если вы считаете, что это ошибка, войдите в банк: проверку можно пройти ещё раз или написать нам.',
      ],
      label: 'Войти',
      path: pathOf(id),
    }),
  },
};

const pathOf = (companyId: string) => `/companies/add?company=${companyId}`;

/** Tells a person how the check ended, their own or that of a company they act for. */
export function sendOutcome(
  sql: Sql,
  outcome: Outcome,
  {
    to,
    locale,
    portalUrl,
    company,
  }: {
    readonly to: string;
    readonly locale: Locale;
    readonly portalUrl: string;
    readonly company: CompanyCheck | undefined;
  },
): Promise<void> {
  const message = company ? companyTexts[locale][outcome](company) : texts[locale][outcome];
  const { subject, paragraphs, label, path } = message;
  return sendEmail(sql, { to, locale, subject, paragraphs, link: { label, url: portalUrl + path } });
}
