/** Problems of statements. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const statementProblems = {
  too_many_prepared_files: {
    status: 409,
    en: 'You already have {most} prepared files. Delete one, or wait until one is no longer kept.',
    ru: 'У вас уже {most, plural, one {# подготовленный файл} few {# подготовленных файла} many {# подготовленных файлов} other {# подготовленных файла}}. Удалите один из них или дождитесь, пока истечёт срок его хранения.',
  },
  prepared_files_full: {
    status: 503,
    en: 'We can’t prepare more files at the moment. Try again tomorrow, or choose a shorter period.',
    ru: 'Сейчас мы не можем подготовить больше файлов. Попробуйте завтра или выберите период короче.',
  },
  prepared_file_not_ready: {
    status: 409,
    en: 'This file isn’t ready. Wait until it is, or prepare it again.',
    ru: 'Этот файл не готов. Дождитесь готовности или подготовьте его заново.',
  },
  prepared_file_expired: {
    status: 410,
    en: 'This file is no longer kept. Prepare it again.',
    ru: 'Срок хранения этого файла истёк. Подготовьте его заново.',
  },
  prepared_file_rights: {
    status: 403,
    en: 'Your rights have changed since this file was made, so you can’t download it. Prepare it again.',
    ru: 'С момента подготовки файла ваши права изменились, поэтому скачать его нельзя. Подготовьте его заново.',
  },
} as const satisfies Problems;

export const statementFieldProblems = {
  period_future: {
    en: 'A statement can end today at the latest.',
    ru: 'Выписка может заканчиваться не позже сегодняшнего дня.',
  },
  period_reversed: {
    en: 'The period ends before it begins.',
    ru: 'Период заканчивается раньше, чем начинается.',
  },
  day_future: { en: 'Choose today or an earlier day.', ru: 'Выберите сегодняшний или более ранний день.' },
  format_decimals: {
    en: 'Amounts in this currency have too many decimals for this format. Choose PDF, CSV or XLSX.',
    ru: 'В этой валюте слишком много знаков после запятой для этого формата. Выберите PDF, CSV или XLSX.',
  },
  period_too_early: { en: 'Choose a day in the last 50 years.', ru: 'Выберите день за последние 50 лет.' },
} as const satisfies FieldProblems;
