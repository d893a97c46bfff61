/** Registration, terms and identity check. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const onboardingProblems = {
  terms_outdated: {
    status: 422,
    en: 'There’s a newer version of these terms. Read and accept it.',
    ru: 'У этих условий есть новая версия. Прочитайте и примите её.',
  },
  terms_not_accepted: {
    status: 403,
    en: 'Read and accept our terms first.',
    ru: 'Сначала прочитайте и примите наши условия.',
  },
  state_moved: {
    status: 409,
    en: 'This step is already done or not available yet. Reload the page to continue.',
    ru: 'Этот шаг уже пройден или пока недоступен. Обновите страницу, чтобы продолжить.',
  },
  verification_unavailable: {
    status: 503,
    en: 'The identity check isn’t available right now. Try again in a few minutes.',
    ru: 'Проверка личности сейчас недоступна. Попробуйте через несколько минут.',
  },
  webhook_refused: {
    status: 403,
    en: 'The signature of this message isn’t valid.',
    ru: 'Неверная подпись сообщения.',
  },
} as const satisfies Problems;

export const onboardingFieldProblems = {
  under_age: {
    en: 'You must be at least 18 to open an account.',
    ru: 'Открыть счёт можно с 18 лет.',
  },
  country_unsupported: {
    en: 'Calmly isn’t available in this country yet.',
    ru: 'Calmly пока не работает в этой стране.',
  },
  date_of_birth: { en: 'This date isn’t valid.', ru: 'Неверная дата.' },
} as const satisfies FieldProblems;
