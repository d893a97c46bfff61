/** Emails about the outcome of a person's or company's check, in the reader's language. */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';

/** The result of the check. */
export type Outcome = 'approved' | 'retry' | 'declined';

/** The company that was checked. */
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
        'Your identity is confirmed and your euro account is open. You’ll find its IBAN in the portal and can send and receive money now.',
      ],
      label: 'Open my account',
      path: '/dashboard',
    },
    retry: {
      subject: 'We need clearer photos',
      paragraphs: [
        'We couldn’t read your documents. Take the photos again: show the whole document in good light, without reflections.',
        'Everything else is saved.',
      ],
      label: 'Try again',
      path: '/create-account',
    },
    declined: {
      subject: 'We couldn’t confirm your identity',
      paragraphs: [
        'Your identity check was unsuccessful, so we can’t open an account for you at the moment.',
        'If you think this is a mistake, sign in to try the check again, or write to us.',
      ],
      label: 'Sign in',
      path: '/login',
    },
  },
  ru: {
    approved: {
      subject: 'Ваш счёт открыт',
      paragraphs: [
        'Ваша личность подтверждена, счёт в евро открыт. IBAN указан в портале: теперь вы можете получать деньги и платить.',
      ],
      label: 'Перейти к счёту',
      path: '/dashboard',
    },
    retry: {
      subject: 'Нужны более чёткие снимки документов',
      paragraphs: [
        'Не удалось прочитать ваши документы. Сфотографируйте их ещё раз: целиком, при хорошем свете, без бликов.',
        'Всё остальное сохранено.',
      ],
      label: 'Попробовать снова',
      path: '/create-account',
    },
    declined: {
      subject: 'Не удалось подтвердить вашу личность',
      paragraphs: [
        'Проверка личности не пройдена, и сейчас мы не можем открыть вам счёт.',
        'Если вы считаете, что это ошибка, войдите и пройдите проверку ещё раз или напишите нам.',
      ],
      label: 'Войти',
      path: '/login',
    },
  },
} as const satisfies Record<Locale, Record<Outcome, Message>>;

const companyTexts: Record<Locale, Record<Outcome, (company: CompanyCheck) => Message>> = {
  en: {
    approved: ({ name }) => ({
      subject: `${name}’s account is open`,
      paragraphs: [
        `${name} is confirmed and its euro account is open. Switch to the company in the portal to see the IBAN and invite colleagues.`,
      ],
      label: 'Open the portal',
      path: '/dashboard',
    }),
    retry: ({ id, name }) => ({
      subject: `We need clearer documents for ${name}`,
      paragraphs: [
        'We couldn’t read the documents. Take the photos again: show the whole document in good light, without reflections.',
        `The other details of ${name} are saved.`,
      ],
      label: 'Try again',
      path: pathOf(id),
    }),
    declined: ({ id, name }) => ({
      subject: `We couldn’t confirm ${name}`,
      paragraphs: [
        `The check of ${name} was unsuccessful, so we can’t open an account for it at the moment.`,
        'If you think this is a mistake, sign in to try the check again, or write to us.',
      ],
      label: 'Sign in',
      path: pathOf(id),
    }),
  },
  ru: {
    approved: ({ name }) => ({
      subject: `Счёт компании ${name} открыт`,
      paragraphs: [
        `Компания ${name} прошла проверку, счёт в евро открыт. Переключитесь на неё в портале: там указан IBAN и можно пригласить коллег.`,
      ],
      label: 'Перейти на портал',
      path: '/dashboard',
    }),
    retry: ({ id, name }) => ({
      subject: `Нужны более чёткие документы компании ${name}`,
      paragraphs: [
        'Не удалось прочитать документы. Сфотографируйте их ещё раз: целиком, при хорошем свете, без бликов.',
        `Остальные данные компании ${name} сохранены.`,
      ],
      label: 'Попробовать снова',
      path: pathOf(id),
    }),
    declined: ({ id, name }) => ({
      subject: `Не удалось подтвердить компанию ${name}`,
      paragraphs: [
        `Проверка компании ${name} не пройдена, и сейчас мы не можем открыть ей счёт.`,
        'Если вы считаете, что это ошибка, войдите и пройдите проверку ещё раз или напишите нам.',
      ],
      label: 'Войти',
      path: pathOf(id),
    }),
  },
};

const pathOf = (companyId: string) => `/companies/add?company=${companyId}`;

/** Tells a person the outcome of their own check, or of a company they act for. */
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
