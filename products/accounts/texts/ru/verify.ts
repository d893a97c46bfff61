import type { Translated } from '@calmly/texts/translated.ts';
import type { verify as english } from '../en/verify.ts';

export const verify: Translated<typeof english> = {
  title: 'Проверка документа',
  lead: 'На выписках, подтверждениях и реквизитах Calmly указан код. Здесь можно проверить, что документ выдан нами.',
  byCode: 'По коду',
  code: 'Код на документе',
  codeRequired: 'Введите код.',
  codeFormat: 'В коде 16 латинских букв и цифр, буквы U в нём нет. Сверьте его с документом.',
  checkCode: 'Проверить код',
  codeIssued: 'Выдан Calmly',
  codeIssuedText:
    'Код можно перенести на другой документ. Чтобы убедиться, что ничего не изменено, проверьте и сам файл.',
  replaced: 'У этого документа есть более новая версия',
  replacedText: 'Мы выдали его, а позже заменили исправленной версией. Попросите самую новую.',
  codeUnknown: 'Calmly не выдавал документ с таким кодом',
  codeUnknownText: 'Проверьте, нет ли опечатки. Если код верный, документ выдан не нами.',
  byFile: 'По файлу',
  file: 'Выберите или перетащите PDF',
  fileHint: 'Файл остаётся на вашем устройстве, отправляется только его контрольная сумма.',
  checking: 'Проверяем {name}…',
  fileIssued: 'Выдан Calmly, без изменений',
  fileUnknown: 'Этот файл выдан не Calmly либо изменён',
};
