/** Emails about statements, in both languages: made, corrected, prepared. They name no amount. */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

type Params = Readonly<Record<string, string>>;
type StatementKind = Extract<NotificationKind, `statement${string}`>;

interface Facts {
  /** `October 2026`; in Russian in the case needed for "за октябрь 2026 г.". */
  readonly month: string;
  readonly account: string;
  /** The days of a prepared file. */
  readonly days: string;
}

interface Text {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type Texts = Readonly<Record<StatementKind, (facts: Facts) => Text>> & { readonly open: string };

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open statements',
    statements_ready: ({ month }) => ({
      subject: `Your statement for ${month} is ready`,
      paragraphs: [
        `Your official statements for ${month} are ready. You can download them in the portal at any time.`,
      ],
    }),
    statement_restated: ({ month, account }) => ({
      subject: `We’ve corrected your statement for ${month}`,
      paragraphs: [
        `The official statement of ${account} for ${month} has a new version. It says what it replaces and why. The earlier version remains available.`,
      ],
    }),
    statement_file_ready: ({ days, account }) => ({
      subject: 'Your file is ready',
      paragraphs: [
        `The file you asked for is ready: ${account || 'all accounts'}, ${days}. We keep it for seven days.`,
      ],
    }),
    statement_file_failed: ({ days, account }) => ({
      subject: 'We couldn’t prepare your file',
      paragraphs: [
        `We couldn’t prepare the file you asked for: ${account || 'all accounts'}, ${days}. Open your statements to see why, and try again.`,
      ],
    }),
  },
  ru: {
    open: 'Открыть выписки',
    statements_ready: ({ month }) => ({
      subject: `Выписка за ${month} готова`,
      paragraphs: [`Официальные выписки за ${month} готовы. Скачать их можно в портале в любое время.`],
    }),
    statement_restated: ({ month, account }) => ({
      subject: `Выписка за ${month} исправлена`,
      paragraphs: [
        `У официальной выписки «${account}» за ${month} появилась новая версия. В ней указано, что она заменяет и почему. Прежняя версия остаётся доступной.`,
      ],
    }),
    statement_file_ready: ({ days, account }) => ({
      subject: 'Файл готов',
      paragraphs: [
        `Файл, который вы запросили, готов: ${account || 'все счета'}, ${days}. Мы храним его семь дней.`,
      ],
    }),
    statement_file_failed: ({ days, account }) => ({
      subject: 'Не удалось подготовить файл',
      paragraphs: [
        `Не удалось подготовить файл, который вы запросили: ${account || 'все счета'}, ${days}. Причина указана в разделе «Выписки», там же можно повторить попытку.`,
      ],
    }),
  },
};

const isAboutStatements = (kind: NotificationKind): kind is StatementKind => kind.startsWith('statement');

/** The email's text and its link's label; undefined for other kinds. */
export function statementTextOf(kind: NotificationKind, params: Params, locale: Locale) {
  if (!isAboutStatements(kind)) return undefined;
  const { open, [kind]: textOf } = texts[locale];
  const { month = '', account = '', from = '', to = '' } = params;
  return {
    ...textOf({ month: month && monthText(month, locale), account, days: daysText(from, to, locale) }),
    open,
  };
}

/** The path in the portal, from the root; the subject is an account, without which the page shows all. */
export const statementPathOf = (subjectId: string | null): string =>
  `/statements${subjectId === null ? '' : `?account=${subjectId}`}`;

const languageOf = (locale: Locale): string => (locale === 'ru' ? 'ru-RU' : 'en-GB');

/** Of `2026-10`. */
const monthText = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(languageOf(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );

function daysText(from: string, to: string, locale: Locale): string {
  if (from === '' || to === '') return '';
  const format = new Intl.DateTimeFormat(languageOf(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  return format.formatRange(new Date(from), new Date(to));
}
