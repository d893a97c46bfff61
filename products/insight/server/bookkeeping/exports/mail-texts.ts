/** The mail of a monthly export, in both languages. */
import type { Locale } from '@calmly/platform/work.ts';
import type { Email } from '@calmly/providers/email/index.ts';

interface Facts {
  /** Of the profile. */
  readonly name: string;
  /** `YYYY-MM`. */
  readonly month: string;
  /** The client's name. */
  readonly holder: string;
}

type Text = Pick<Email, 'subject' | 'paragraphs' | 'closing'> & { readonly label: string };

const texts: Readonly<Record<Locale, (facts: Facts) => Text>> = {
  en: ({ name, month, holder }) => ({
    subject: `Your export “${name}” for ${monthIn('en', month)} is ready`,
    paragraphs: [
      `Your monthly payments export “${name}” of ${holder} for ${monthIn('en', month)} is ready.`,
      'Sign in to download it. It shows categories, notes and receipts as they are when you open it.',
    ],
    label: 'Download the export',
    closing:
      'You asked for this email each month. To stop it, change the export under Payments, Bookkeeping.',
  }),
  ru: ({ name, month, holder }) => ({
    subject: `Готова выгрузка «${name}» за ${monthIn('ru', month)}`,
    paragraphs: [
      `Готова ежемесячная выгрузка платежей «${name}» (${holder}) за ${monthIn('ru', month)}.`,
      'Войдите в портал, чтобы её скачать. Категории, заметки и чеки будут такими, какими они окажутся в момент открытия.',
    ],
    label: 'Скачать выгрузку',
    closing:
      'Вы просили присылать это письмо каждый месяц. Чтобы отказаться, измените выгрузку в разделе «Платежи», «Учёт».',
  }),
};

const monthIn = (locale: Locale, month: string): string =>
  new Date(`${month}-01T00:00:00Z`)
    .toLocaleDateString(locale === 'en' ? 'en-GB' : 'ru', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .replace(/ г\.$/, ' года');

export const mailText = (locale: Locale, facts: Facts): Text => texts[locale](facts);
