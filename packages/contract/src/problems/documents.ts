/** Files a client sends. */
import type { FieldProblems, Problems } from './table.ts';

export const documentsProblems = {
  too_many_documents: {
    status: 429,
    en: 'Too many documents were uploaded without being sent. Try again tomorrow.',
    ru: 'Загружено слишком много неотправленных документов. Попробуйте завтра.',
  },
} as const satisfies Problems;

export const documentsFieldProblems = {
  file_type: { en: 'Choose a PDF, PNG or JPEG.', ru: 'Выберите файл PDF, PNG или JPEG.' },
  file_size: { en: 'A file may have 10 MB at most.', ru: 'Размер файла не должен превышать 10 МБ.' },
  file_damaged: {
    en: 'This file cannot be read. Save it again or take a new picture.',
    ru: 'Файл не читается. Сохраните его заново или сделайте новый снимок.',
  },
  file_pixels: {
    en: 'A picture may have 25 megapixels at most. Take it again with a lower setting or save it as a PDF.',
    ru: 'Снимок не должен превышать 25 мегапикселей. Сделайте его с меньшим разрешением или сохраните в PDF.',
  },
  file_protected: {
    en: 'This PDF is protected, so we cannot check it. Print it to a new PDF or take a picture.',
    ru: 'Этот PDF защищён, и мы не можем его проверить. Сохраните его через печать в новый PDF или сфотографируйте.',
  },
  file_active: {
    en: 'This file has scripts or attachments in it. Print it to a new PDF or take a picture.',
    ru: 'В файле есть скрипты или вложения. Сохраните его через печать в новый PDF или сфотографируйте.',
  },
  document_unknown: {
    en: 'This document is gone. Please upload it again.',
    ru: 'Документ не найден. Загрузите его ещё раз.',
  },
} as const satisfies FieldProblems;
