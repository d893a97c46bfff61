/** The way from a stranger to an active client: registration, terms, verification. */
import type { FieldProblems, Problems } from './table.ts';

export const onboardingProblems = {
  terms_outdated: {
    status: 422,
    en: 'These terms have a newer version. Please read and accept it.',
    ru: 'У этих условий есть новая версия. Прочитайте и примите её.',
  },
  terms_not_accepted: {
    status: 403,
    en: 'Please read and accept our terms first.',
    ru: 'Сначала прочитайте и примите наши условия.',
  },
  state_moved: {
    status: 409,
    en: 'This step is already done or is not due yet. Reload the page to see where you are.',
    ru: 'Этот шаг уже пройден, или его время ещё не пришло. Обновите страницу, чтобы продолжить.',
  },
  verification_unavailable: {
    status: 503,
    en: 'The identity check cannot be reached right now. Try again in a few minutes.',
    ru: 'Проверка личности сейчас недоступна. Попробуйте через несколько минут.',
  },
  webhook_refused: {
    status: 403,
    en: 'The signature of this message is not right.',
    ru: 'Неверная подпись сообщения.',
  },
} as const satisfies Problems;

export const onboardingFieldProblems = {
  under_age: {
    en: 'You must be 18 or older to open an account.',
    ru: 'Открыть счёт можно с 18 лет.',
  },
  country_unsupported: {
    en: 'We do not serve this country yet.',
    ru: 'Мы пока не обслуживаем эту страну.',
  },
  date_of_birth: { en: 'This date is not valid.', ru: 'Неверная дата.' },
} as const satisfies FieldProblems;
