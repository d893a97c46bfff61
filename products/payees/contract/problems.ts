/** Payees and their bank details. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const beneficiariesProblems = {
  beneficiary_deleted: {
    status: 422,
    en: 'This payee was deleted. Choose or add another.',
    ru: 'Этот получатель удалён. Выберите или добавьте другого.',
  },
  beneficiary_documents_full: {
    status: 409,
    en: 'A payee can have up to {most} documents. We can’t add another.',
    ru: 'У получателя может быть не более {most} документов. Ещё один добавить нельзя.',
  },
  beneficiary_incoming: {
    status: 422,
    en: 'This counterparty pays you. To pay them, add them again as a payee.',
    ru: 'Этот контрагент платит вам. Чтобы платить ему, добавьте его ещё раз как получателя.',
  },
  beneficiary_confidential: {
    status: 409,
    en: 'This payee is confidential. You can pay them in a confidential payout, or delete them.',
    ru: 'Этот получатель конфиденциален. Ему можно платить только конфиденциальной выплатой; его также можно удалить.',
  },
  beneficiary_changed: {
    status: 409,
    en: 'This payee was changed in the meantime. Check the details again.',
    ru: 'Данные получателя тем временем изменили. Проверьте их ещё раз.',
  },
  beneficiary_address_needed: {
    status: 422,
    en: 'Payments to this account must include the payee’s street and city. Add the address first.',
    ru: 'В платеже на этот счёт нужно указать улицу и город получателя. Сначала добавьте адрес.',
  },
  too_many_name_checks: {
    status: 429,
    en: 'You’ve checked too many names. Continue without a check, or try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Вы проверили слишком много имён. Продолжите без проверки или попробуйте через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
} as const satisfies Problems;

export const beneficiariesFieldProblems = {
  iban_checksum: {
    en: 'The check digits don’t match. Compare the IBAN with the original.',
    ru: 'Контрольные цифры не сходятся. Сверьте IBAN с оригиналом.',
  },
  iban_length: {
    en: 'An IBAN in this country has {expected} characters. This one has {actual}.',
    ru: 'В IBAN этой страны {expected, plural, one {# знак} few {# знака} many {# знаков} other {# знака}}, а здесь {actual}.',
  },
  iban_country: { en: 'This country doesn’t use IBANs.', ru: 'В этой стране не используют IBAN.' },
  iban_structure: {
    en: 'This IBAN has a letter or digit in the wrong place for its country.',
    ru: 'В этом IBAN буква или цифра стоит не там, где положено в его стране.',
  },
  iban_required: {
    en: 'Payments to this country need an IBAN.',
    ru: 'Для платежа в эту страну нужен IBAN.',
  },
  bic_invalid: {
    en: 'A BIC has 8 or 11 letters and digits, for example HASPDEHHXXX.',
    ru: 'BIC состоит из 8 или 11 букв и цифр, например HASPDEHHXXX.',
  },
  bic_country: {
    en: 'The BIC and the account belong to different countries.',
    ru: 'BIC и счёт относятся к разным странам.',
  },
  sort_code_invalid: { en: 'A sort code has six digits.', ru: 'Сорт-код состоит из шести цифр.' },
  account_number_invalid: { en: 'This account number isn’t valid.', ru: 'Неверный номер счёта.' },
  routing_invalid: {
    en: 'This routing number isn’t valid.',
    ru: 'Неверный номер маршрутизации.',
  },
  own_account: {
    en: 'This is your own account. Use a payment between accounts.',
    ru: 'Это ваш собственный счёт. Выберите перевод между счетами.',
  },
  iban_not_here: {
    en: 'This IBAN belongs to Calmly, but the account doesn’t exist. Compare the IBAN with the original.',
    ru: 'Это IBAN банка Calmly, но такого счёта у нас нет. Сверьте IBAN с оригиналом.',
  },
  duplicate_payee: {
    en: 'You already have this payee with this account.',
    ru: 'Получатель с этим счётом у вас уже есть.',
  },
  street_needed: {
    en: 'SWIFT payments must include the payee’s street.',
    ru: 'В платеже SWIFT нужно указать улицу получателя.',
  },
  town_needed: {
    en: 'The address must include the town.',
    ru: 'В адресе нужно указать город.',
  },
  payee_street_missing: {
    en: 'This payee’s address has no street. Add it before you pay.',
    ru: 'В адресе получателя не указана улица. Добавьте её перед платежом.',
  },
  payee_town_missing: {
    en: 'This payee’s address has no city. Add it before you pay.',
    ru: 'В адресе получателя не указан город. Добавьте его перед платежом.',
  },
  payee_characters: {
    en: 'This payee’s name or address has letters that banks can’t read. Update the payee before you pay.',
    ru: 'В имени или адресе получателя есть буквы, которые банки не прочитают. Обновите данные получателя перед платежом.',
  },
  payee_name_too_long: {
    en: 'This payee’s name has more than {most} letters. Shorten it before you pay.',
    ru: 'В имени получателя больше {most} букв. Сократите его перед платежом.',
  },
  latin_needed: {
    en: 'We can’t convert this to Latin letters: {characters}. Enter it the way the payee’s bank does.',
    ru: 'Не удалось записать латиницей: {characters}. Введите так, как записано в банке получателя.',
  },
  latin_too_long: {
    en: 'In Latin letters, a payment carries up to {most} characters of this. Shorten it.',
    ru: 'Латиницей в платеже помещается не больше {most} знаков. Сократите текст.',
  },
} as const satisfies FieldProblems;
