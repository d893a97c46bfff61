/** Problems of the HTTP request itself, or of the bank as a whole. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const requestProblems = {
  invalid_request: { status: 400, en: 'Check the highlighted fields.', ru: 'Проверьте выделенные поля.' },
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
    en: 'This server doesn’t use that name. Use {address}.',
    ru: 'Сервер не отвечает под этим именем. Используйте адрес {address}.',
  },
  too_slow: {
    status: 408,
    en: 'The request took too long to arrive. Check your connection and try again.',
    ru: 'Запрос передавался слишком долго. Проверьте соединение и повторите попытку.',
  },
  method_not_allowed: {
    status: 405,
    en: 'This address doesn’t support that method.',
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
    en: 'We’re busy right now. Try again in a moment.',
    ru: 'Сервис перегружен. Попробуйте через минуту.',
  },
  unavailable: {
    status: 503,
    en: 'The bank can’t be reached right now. Try again in a moment.',
    ru: 'Банк сейчас недоступен. Попробуйте через минуту.',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side.',
    ru: 'Произошёл сбой на нашей стороне.',
  },
} as const satisfies Problems;

export const requestFieldProblems = {
  required: { en: 'Fill in this field.', ru: 'Заполните это поле.' },
  invalid: { en: 'This value isn’t valid.', ru: 'Неверное значение.' },
  unknown_field: { en: 'Unknown field.', ru: 'Неизвестное поле.' },
  too_long: { en: 'This value is too long.', ru: 'Слишком длинное значение.' },
  post_code_invalid: {
    en: 'Enter a postcode like {example}.',
    ru: 'Введите индекс в таком виде: {example}.',
  },
} as const satisfies FieldProblems;
