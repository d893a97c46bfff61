/** Who is paid, and the bank details they are paid by. */
import type { FieldProblems, Problems } from './table.ts';

export const beneficiariesProblems = {
  beneficiary_deleted: {
    status: 422,
    en: 'This beneficiary was deleted. Choose or add another.',
    ru: 'Этот получатель удалён. Выберите или добавьте другого.',
  },
  beneficiary_incoming: {
    status: 422,
    en: 'This beneficiary pays you. To pay it, add it again as someone you pay.',
    ru: 'Этот получатель платит вам. Чтобы заплатить ему, добавьте его ещё раз как того, кому платите вы.',
  },
  beneficiary_changed: {
    status: 409,
    en: 'Somebody has changed this beneficiary meanwhile. Look at it again.',
    ru: 'Получателя тем временем изменили. Посмотрите на него ещё раз.',
  },
  beneficiary_address_needed: {
    status: 422,
    en: 'A payment to this account carries the street and city of the beneficiary. Add the address first.',
    ru: 'С платежом на такой счёт передаются улица и город получателя. Сначала добавьте адрес.',
  },
  too_many_name_checks: {
    status: 429,
    en: 'Too many names were checked. You can go on without a check, or try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Проверено слишком много имён. Можно продолжить без проверки или попробовать через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
} as const satisfies Problems;

export const beneficiariesFieldProblems = {
  iban_checksum: {
    en: 'The check digits do not fit. Please compare the IBAN with the original.',
    ru: 'Контрольные цифры не сходятся. Сверьте IBAN с оригиналом.',
  },
  iban_length: {
    en: 'An IBAN of this country has {expected} characters, this one has {actual}.',
    ru: 'В IBAN этой страны {expected} знаков, а здесь {actual}.',
  },
  iban_country: { en: 'This country has no IBAN.', ru: 'В этой стране нет IBAN.' },
  iban_structure: {
    en: 'This IBAN has letters or digits where its country does not allow them.',
    ru: 'Буквы и цифры в этом IBAN стоят не так, как принято в его стране.',
  },
  iban_required: {
    en: 'A payment to this country needs an IBAN.',
    ru: 'Для платежа в эту страну нужен IBAN.',
  },
  bic_invalid: {
    en: 'A BIC has 8 or 11 letters and digits, like HASPDEHHXXX.',
    ru: 'BIC состоит из 8 или 11 букв и цифр, например HASPDEHHXXX.',
  },
  bic_country: {
    en: 'The BIC and the account are of different countries.',
    ru: 'BIC и счёт относятся к разным странам.',
  },
  sort_code_invalid: { en: 'A sort code has six digits.', ru: 'Сорт-код состоит из шести цифр.' },
  account_number_invalid: { en: 'This account number is not valid.', ru: 'Неверный номер счёта.' },
  routing_invalid: {
    en: 'This routing number is not valid.',
    ru: 'Неверный номер маршрутизации.',
  },
  own_account: {
    en: 'This is your own account. Use a transfer between accounts.',
    ru: 'Это ваш собственный счёт. Используйте перевод между счетами.',
  },
  iban_not_here: {
    en: 'This IBAN is of our bank, but there is no account with it. Please compare it with the original.',
    ru: 'Это IBAN нашего банка, но такого счёта у нас нет. Сверьте IBAN с оригиналом.',
  },
  duplicate_payee: {
    en: 'You already have this beneficiary with this account.',
    ru: 'Такой получатель с этим счётом уже есть.',
  },
  street_needed: {
    en: 'A payment by SWIFT carries the street of the beneficiary.',
    ru: 'С платежом SWIFT передаётся улица получателя.',
  },
  town_needed: {
    en: 'Banks take an address only with its city.',
    ru: 'Банки принимают адрес только с городом.',
  },
  payee_street_missing: {
    en: "This payee's address has no street. Add it before you pay.",
    ru: 'В адресе получателя не указана улица. Добавьте её перед платежом.',
  },
  payee_town_missing: {
    en: "This payee's address has no city. Add it before you pay.",
    ru: 'В адресе получателя не указан город. Добавьте его перед платежом.',
  },
  payee_characters: {
    en: "This payee's name or address has letters that banks can't read. Update the payee before you pay.",
    ru: 'В имени или адресе получателя есть буквы, которые банки не прочитают. Обновите данные получателя перед платежом.',
  },
  payee_name_too_long: {
    en: "This payee's name has more than {most} letters. Shorten it before you pay.",
    ru: 'В имени получателя больше {most} букв. Сократите его перед платежом.',
  },
  latin_needed: {
    en: 'We cannot write this in Latin letters: {characters}. Please enter it as the bank of the beneficiary knows it.',
    ru: 'Мы не можем записать это латиницей: {characters}. Введите так, как это знает банк получателя.',
  },
  latin_too_long: {
    en: 'The name travels in {most} letters at most. Please shorten it.',
    ru: 'С платежом передаётся не более {most} букв имени. Сократите его.',
  },
} as const satisfies FieldProblems;
