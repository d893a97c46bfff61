/** Uploaded files. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const documentsProblems = {
  too_many_documents: {
    status: 429,
    en: 'You’ve uploaded too many documents without submitting them. Try again tomorrow.',
    ru: 'Загружено слишком много неотправленных документов. Попробуйте завтра.',
  },
} as const satisfies Problems;

export const documentsFieldProblems = {
  file_type: { en: 'Choose a PDF, PNG or JPEG.', ru: 'Выберите файл PDF, PNG или JPEG.' },
  file_size: { en: 'A file can be up to 10 MB.', ru: 'Размер файла не должен превышать 10 МБ.' },
  file_damaged: {
    en: 'We can’t read this file. Save it again or take a new picture.',
    ru: 'Файл не читается. Сохраните его заново или сделайте новый снимок.',
  },
  file_pixels: {
    en: 'A picture can have up to 25 megapixels. Take it at a lower resolution or save it as a PDF.',
    ru: 'Снимок не должен превышать 25 мегапикселей. Сделайте его с меньшим разрешением или сохраните в PDF.',
  },
  file_protected: {
    en: 'This PDF is protected, so we can’t check it. Print it to a new PDF or take a picture.',
    ru: 'Этот PDF защищён, и мы не можем его проверить. Распечатайте его в новый PDF или сфотографируйте.',
  },
  file_active: {
    en: 'This file contains scripts or attachments. Print it to a new PDF or take a picture.',
    ru: 'В файле есть скрипты или вложения. Распечатайте его в новый PDF или сфотографируйте.',
  },
  document_unknown: {
    en: 'We can’t find this document. Upload it again.',
    ru: 'Документ не найден. Загрузите его ещё раз.',
  },
} as const satisfies FieldProblems;
