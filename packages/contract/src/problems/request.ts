/** What is wrong with the request itself, or with the bank as a whole, whichever call it was. */
import type { FieldProblems, Problems } from './table.ts';

export const requestProblems = {
  invalid_request: { status: 400, en: 'Please check the marked fields.', ru: 'Проверьте отмеченные поля.' },
  idempotency_key_required: {
    status: 400,
    en: 'This call needs an Idempotency-Key header.',
    ru: 'Для этого запроса нужен заголовок Idempotency-Key.',
  },
  idempotency_key_reused: {
    status: 422,
    en: 'This key was already used for another request.',
    ru: 'Этот ключ уже использован для другого запроса.',
  },
  cross_site: {
    status: 403,
    en: 'This request came from another site and was refused.',
    ru: 'Запрос пришёл с другого сайта и отклонён.',
  },
  misdirected: {
    status: 421,
    en: 'This server does not answer under that name. Use {address}.',
    ru: 'Сервер не отвечает под этим именем. Используйте адрес {address}.',
  },
  too_slow: {
    status: 408,
    en: 'The request took too long to arrive. Check your connection and try again.',
    ru: 'Запрос передавался слишком долго. Проверьте соединение и повторите попытку.',
  },
  method_not_allowed: {
    status: 405,
    en: 'This address does not take that method.',
    ru: 'Этот адрес не поддерживает такой метод.',
  },
  not_found: { status: 404, en: 'Not found.', ru: 'Не найдено.' },
  too_large: { status: 413, en: 'The request is too large.', ru: 'Слишком большой запрос.' },
  unsupported_media_type: {
    status: 415,
    en: 'Send the request as JSON.',
    ru: 'Отправьте запрос в формате JSON.',
  },
  too_many_requests: {
    status: 429,
    en: 'Too many requests. Try again in a moment.',
    ru: 'Слишком много запросов. Попробуйте чуть позже.',
  },
  overloaded: {
    status: 503,
    en: 'We are busy. Nothing was done; try again in a moment.',
    ru: 'Сервис перегружен. Ничего не выполнено, попробуйте через минуту.',
  },
  unavailable: {
    status: 503,
    en: 'The bank cannot be reached right now. Try again in a moment.',
    ru: 'Банк сейчас недоступен. Попробуйте через минуту.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side.',
    ru: 'Что-то пошло не так на нашей стороне.',
  },
} as const satisfies Problems;

export const requestFieldProblems = {
  required: { en: 'Please fill this in.', ru: 'Заполните это поле.' },
  invalid: { en: 'This is not valid.', ru: 'Неверное значение.' },
  unknown_field: { en: 'This field is not known.', ru: 'Неизвестное поле.' },
  too_long: { en: 'This is too long.', ru: 'Слишком длинное значение.' },
  post_code_invalid: {
    en: 'Check the postcode: in this country it looks like {example}.',
    ru: 'Проверьте почтовый индекс: в этой стране он выглядит так: {example}.',
  },
} as const satisfies FieldProblems;
