/** What the sandbox's widget says, in both languages. A provider's own widget brings its own words. */
import { useLocaleControl } from '../i18n/index.tsx';
import type { Translated } from '../i18n/translated.ts';

const en = {
  steps: ['Document', 'Face', 'Movement', 'Answer'],
  step: 'Step',
  of: 'of',
  back: 'Back',
  next: 'Continue',
  document: {
    title: 'Your document',
    country: 'Issued in',
    kind: 'Document',
    kinds: { ID_CARD: 'ID card', PASSPORT: 'Passport', DRIVERS: 'Driving licence' },
    sides: { ID_CARD: 'Front and back', PASSPORT: 'The photo page', DRIVERS: 'Front and back' },
    fronts: {
      ID_CARD: 'Front of the ID card',
      PASSPORT: 'Photo page of the passport',
      DRIVERS: 'Front of the licence',
    },
    backs: { ID_CARD: 'Back of the ID card', PASSPORT: '', DRIVERS: 'Back of the licence' },
    missing: 'Take or choose a picture, or use the sample.',
  },
  picture: {
    take: 'Take a photo or choose a file',
    sample: 'Use a sample',
    formats: 'JPEG, PNG or PDF, up to 10 MB. In the sandbox it does not leave your device.',
    again: 'Choose another',
    tooLarge: 'This file is larger than 10 MB.',
    wrongType: 'Choose a JPEG, PNG or PDF.',
    chosen: 'Chosen:',
    sampleName: 'a sample',
  },
  selfie: {
    title: 'Your face',
    text: 'Look straight at the camera, in good light, without glasses.',
    label: 'Photo of your face',
  },
  liveness: {
    title: 'A movement',
    text: 'So that a photograph cannot pass for you. The sandbox takes your word for it.',
    moves: {
      straight: 'Look straight ahead',
      left: 'Turn your head to the left',
      right: 'Turn your head to the right',
    },
    done: 'Done',
  },
  answer: {
    title: 'What shall the provider answer?',
    text: 'Only the sandbox asks this. A real provider looks at the pictures and decides.',
    companyText:
      'Only the sandbox asks this. A real provider compares the company with the register and decides. You have been verified already, so no photos are needed.',
    options: {
      GREEN: ['Approve', 'The account opens.'],
      RETRY: ['Refuse, try again', 'The document could not be read; it may be handed in again.'],
      RED: ['Refuse for good', 'The identity is declined.'],
      NONE: ['No answer', 'The check stays in review.'],
    },
    submit: 'Hand in',
    failed: 'That did not work. Please try again.',
  },
  end: {
    pending: ['In review', 'Your document and your face are being compared. You need not wait here.'],
    approved: ['Approved', 'Thank you, that was all.'],
    retry: [
      'Please try again',
      'Your document could not be read. Take the picture in good light, with all four corners in it.',
    ],
    declined: ['Declined', 'Your identity could not be confirmed with what was handed in.'],
    restart: 'Hand in again',
  },
  lostTitle: 'The check did not load',
} as const;

type Text = Translated<typeof en>;

const ru: Text = {
  steps: ['Документ', 'Лицо', 'Движение', 'Ответ'],
  step: 'Шаг',
  of: 'из',
  back: 'Назад',
  next: 'Продолжить',
  document: {
    title: 'Ваш документ',
    country: 'Страна выдачи',
    kind: 'Документ',
    kinds: { ID_CARD: 'Удостоверение личности', PASSPORT: 'Паспорт', DRIVERS: 'Водительские права' },
    sides: {
      ID_CARD: 'Лицевая и обратная стороны',
      PASSPORT: 'Страница с фотографией',
      DRIVERS: 'Лицевая и обратная стороны',
    },
    fronts: {
      ID_CARD: 'Лицевая сторона удостоверения',
      PASSPORT: 'Страница паспорта с фотографией',
      DRIVERS: 'Лицевая сторона прав',
    },
    backs: { ID_CARD: 'Обратная сторона удостоверения', PASSPORT: '', DRIVERS: 'Обратная сторона прав' },
    missing: 'Сделайте или выберите снимок либо возьмите образец.',
  },
  picture: {
    take: 'Сфотографировать или выбрать файл',
    sample: 'Взять образец',
    formats: 'JPEG, PNG или PDF, до 10 МБ. В песочнице файл не покидает ваше устройство.',
    again: 'Выбрать другой',
    tooLarge: 'Файл больше 10 МБ.',
    wrongType: 'Выберите JPEG, PNG или PDF.',
    chosen: 'Выбрано:',
    sampleName: 'образец',
  },
  selfie: {
    title: 'Ваше лицо',
    text: 'Посмотрите прямо в камеру, при хорошем свете и без очков.',
    label: 'Снимок лица',
  },
  liveness: {
    title: 'Движение',
    text: 'Чтобы за вас нельзя было выдать фотографию. Песочница верит на слово.',
    moves: { straight: 'Посмотрите прямо', left: 'Поверните голову влево', right: 'Поверните голову вправо' },
    done: 'Готово',
  },
  answer: {
    title: 'Что ответит проверяющий?',
    text: 'Об этом спрашивает только песочница. Настоящий проверяющий смотрит на снимки и решает сам.',
    companyText:
      'Об этом спрашивает только песочница. Настоящий проверяющий сверяет компанию с реестром и решает сам. Ваша личность уже подтверждена, фотографии не нужны.',
    options: {
      GREEN: ['Одобрить', 'Счёт откроется.'],
      RETRY: ['Отказать с повтором', 'Документ не читается, его можно подать ещё раз.'],
      RED: ['Отказать окончательно', 'Личность не подтверждена.'],
      NONE: ['Не отвечать', 'Проверка так и останется на рассмотрении.'],
    },
    submit: 'Отправить',
    failed: 'Не получилось. Попробуйте ещё раз.',
  },
  end: {
    pending: ['На проверке', 'Сверяем ваш документ и лицо. Ждать здесь не обязательно.'],
    approved: ['Одобрено', 'Спасибо, это всё.'],
    retry: [
      'Попробуйте ещё раз',
      'Документ не удалось прочитать. Снимите его при хорошем свете, чтобы были видны все четыре угла.',
    ],
    declined: ['Отказано', 'По присланным документам личность подтвердить не удалось.'],
    restart: 'Подать ещё раз',
  },
  lostTitle: 'Проверка не загрузилась',
};

/** The widget's words in the language that the page around it asked for. */
export function useText(): Text {
  return useLocaleControl().locale === 'ru' ? ru : en;
}
