/** Texts of the sandbox's identity widget. A real provider's widget brings its own. */
import { useLocaleControl } from '@calmly/texts/index.tsx';
import type { Translated } from '@calmly/texts/translated.ts';

const en = {
  steps: ['Document', 'Selfie', 'Liveness', 'Answer'],
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
    missing: 'Take or choose a photo, or use the sample.',
  },
  picture: {
    take: 'Take a photo or choose a file',
    sample: 'Use a sample',
    formats: 'JPEG, PNG or PDF, up to 10 MB. In the sandbox, the file never leaves your device.',
    again: 'Choose another file',
    tooLarge: 'This file is larger than 10 MB.',
    wrongType: 'Choose a JPEG, PNG or PDF file.',
    chosen: 'Chosen:',
    sampleName: 'sample',
  },
  selfie: {
    title: 'Take a selfie',
    text: 'Look straight at the camera in good light, without glasses.',
    label: 'Photo of your face',
  },
  liveness: {
    title: 'Liveness check',
    text: 'This shows that you’re a real person, not a photo. The sandbox doesn’t check it.',
    moves: {
      straight: 'Look straight ahead',
      left: 'Turn your head to the left',
      right: 'Turn your head to the right',
    },
    done: 'Done',
  },
  answer: {
    title: 'Choose the provider’s answer',
    text: 'Only the sandbox asks this. A real provider reviews the photos and decides.',
    companyText:
      'Only the sandbox asks this. A real provider checks the company against the register and decides. You’re already verified, so no photos are needed.',
    options: {
      GREEN: ['Approve', 'The account opens.'],
      OTHER: [
        'Someone else’s document',
        'It shows another name, so the bank’s staff decide: npm run ops list.',
      ],
      RETRY: ['Reject, allow another try', 'The document is unreadable. The client can submit it again.'],
      RED: ['Reject permanently', 'The identity isn’t confirmed.'],
      NONE: ['No answer', 'The check stays under review.'],
    },
    submit: 'Submit',
    failed: 'Something went wrong. Please try again.',
  },
  end: {
    pending: ['Under review', 'We’re reviewing your details. You can leave this page.'],
    approved: ['Approved', 'Thank you, that’s everything.'],
    retry: [
      'Please try again',
      'We couldn’t read your document. Take the photo in good light, with all four corners visible.',
    ],
    declined: ['Declined', 'We couldn’t confirm your identity with these documents.'],
    restart: 'Submit again',
  },
  lostTitle: 'The check didn’t load',
} as const;

type Text = Translated<typeof en>;

const ru: Text = {
  steps: ['Документ', 'Селфи', 'Движение', 'Ответ'],
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
    missing: 'Сделайте или выберите фото либо используйте образец.',
  },
  picture: {
    take: 'Сфотографировать или выбрать файл',
    sample: 'Использовать образец',
    formats: 'JPEG, PNG или PDF, до 10 МБ. В песочнице файл не покидает ваше устройство.',
    again: 'Выбрать другой файл',
    tooLarge: 'Файл больше 10 МБ.',
    wrongType: 'Выберите файл JPEG, PNG или PDF.',
    chosen: 'Выбрано:',
    sampleName: 'образец',
  },
  selfie: {
    title: 'Сделайте селфи',
    text: 'Смотрите прямо в камеру при хорошем освещении, без очков.',
    label: 'Фото лица',
  },
  liveness: {
    title: 'Проверка движением',
    text: 'Так видно, что перед камерой вы, а не фотография. Песочница этого не проверяет.',
    moves: { straight: 'Посмотрите прямо', left: 'Поверните голову влево', right: 'Поверните голову вправо' },
    done: 'Готово',
  },
  answer: {
    title: 'Выберите ответ провайдера',
    text: 'Этот вопрос задаёт только песочница. Настоящий провайдер изучает фотографии и решает сам.',
    companyText:
      'Этот вопрос задаёт только песочница. Настоящий провайдер сверяет данные компании с реестром и решает сам. Ваша личность уже подтверждена, поэтому фотографии не нужны.',
    options: {
      GREEN: ['Одобрить', 'Счёт откроется.'],
      OTHER: ['Чужой документ', 'Имя в нём другое, поэтому решают сотрудники банка: npm run ops list.'],
      RETRY: ['Отказать с правом повтора', 'Документ не читается, его можно отправить ещё раз.'],
      RED: ['Отказать окончательно', 'Личность не подтверждена.'],
      NONE: ['Не отвечать', 'Проверка останется на рассмотрении.'],
    },
    submit: 'Отправить',
    failed: 'Что-то пошло не так. Попробуйте ещё раз.',
  },
  end: {
    pending: ['На проверке', 'Мы проверяем ваши данные. Эту страницу можно закрыть.'],
    approved: ['Одобрено', 'Спасибо, это всё.'],
    retry: [
      'Попробуйте ещё раз',
      'Документ не удалось прочитать. Снимите его при хорошем освещении, чтобы были видны все четыре угла.',
    ],
    declined: ['Отказано', 'Не удалось подтвердить вашу личность по этим документам.'],
    restart: 'Отправить ещё раз',
  },
  lostTitle: 'Проверка не загрузилась',
};

/** The widget's texts in the language of the surrounding page. */
export function useText(): Text {
  return useLocaleControl().locale === 'ru' ? ru : en;
}
