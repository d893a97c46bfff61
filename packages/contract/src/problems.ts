/**
 * Every error the server can answer, in one table: code to HTTP status and message in both languages (ICU syntax).
 * On the wire it is RFC 9457 `application/problem+json`; `detail` is the message in the caller's language or, for
 * bad fields, a list of `{field, message}`.
 */
import { z } from 'zod';

interface ProblemSpec {
  readonly status: number;
  readonly en: string;
  readonly ru: string;
}

export const problems = {
  // request
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
  // identity
  bad_credentials: {
    status: 400,
    en: 'The e-mail or the password is not right.',
    ru: 'Неверная почта или пароль.',
  },
  credentials_required: {
    status: 400,
    en: 'Enter your e-mail and password.',
    ru: 'Введите почту и пароль.',
  },
  admin_not_allowed: {
    status: 400,
    en: 'You are trying to log in as a admin. Please, go to the admin panel in order to log in',
    ru: 'Вы пытаетесь войти как администратор. Для входа перейдите в панель администратора',
  },
  sign_in_locked: {
    status: 429,
    en: 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Слишком много попыток. Попробуйте через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
  access_frozen: {
    status: 403,
    en: 'You froze the access to your accounts. We have sent you an e-mail: its link opens it again.',
    ru: 'Вы заморозили доступ к своим счетам. Мы отправили вам письмо: по ссылке в нём доступ можно вернуть.',
  },
  reset_link_expired: {
    status: 422,
    en: 'This link was already used or has expired. Ask for a new one.',
    ru: 'Эта ссылка уже использована или устарела. Запросите новую.',
  },
  unfreeze_link_expired: {
    status: 422,
    en: 'This link was already used or has expired, or it belongs to somebody else. Sign in, and we will send you another.',
    ru: 'Эта ссылка уже использована, устарела или не ваша. Попробуйте войти, и мы отправим новую.',
  },
  unauthenticated: { status: 401, en: 'Please sign in.', ru: 'Войдите в систему.' },
  session_expired: {
    status: 401,
    en: 'Your session has ended. Please sign in again.',
    ru: 'Сеанс завершён. Войдите снова.',
  },
  proof_refused: {
    status: 401,
    en: 'This browser could not prove that the session is its own. Check the time of your device and sign in again.',
    ru: 'Браузер не смог подтвердить, что сеанс открыт в нём. Проверьте время на устройстве и войдите снова.',
  },
  code_wrong: {
    status: 401,
    en: 'That code is not right. {left, plural, one {# try is left} other {# tries are left}}.',
    ru: 'Неверный код. {left, plural, one {Осталась # попытка} few {Осталось # попытки} many {Осталось # попыток} other {Осталось # попытки}}.',
  },
  code_expired: {
    status: 401,
    en: 'This code no longer works. Ask for a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  codes_locked: {
    status: 429,
    en: 'Too many wrong codes. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Слишком много неверных кодов. Попробуйте через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
  code_used: {
    status: 401,
    en: 'This code was already used. Wait until your app shows the next one.',
    ru: 'Этот код уже использован. Дождитесь следующего в приложении.',
  },
  codes_blocked: {
    status: 403,
    en: 'Confirmations are blocked after too many wrong codes. Please write to us: we unblock them once we know it is you.',
    ru: 'Подтверждения заблокированы: слишком много неверных кодов. Напишите нам, и мы снимем блокировку, убедившись, что это вы.',
  },
  resend_too_soon: {
    status: 429,
    en: 'Wait {seconds, plural, one {# second} other {# seconds}} before asking for another code.',
    ru: 'Новый код можно запросить через {seconds, plural, one {# секунду} few {# секунды} many {# секунд} other {# секунды}}.',
  },
  client_not_active: { status: 403, en: 'Your user is not active', ru: 'Ваш пользователь не активен' },
  // rights
  boss_needed: {
    status: 403,
    en: 'Only the company’s management may do this.',
    ru: 'Это может сделать только руководитель компании.',
  },
  payment_right_missing: {
    status: 403,
    en: 'You are not allowed to request payments',
    ru: 'У вас нет права создавать платежи',
  },
  beneficiary_right_missing: {
    status: 403,
    en: 'You are not allowed to create and edit beneficiaries',
    ru: 'У вас нет права добавлять и изменять получателей',
  },
  card_view_right_missing: {
    status: 403,
    en: 'You are not allowed to view cards',
    ru: 'У вас нет права просматривать карты',
  },
  card_right_missing: {
    status: 403,
    en: 'You are not allowed to create and edit cards',
    ru: 'У вас нет права выпускать и изменять карты',
  },
  document_right_missing: {
    status: 403,
    en: 'You are not allowed to view documents',
    ru: 'У вас нет права просматривать документы',
  },
  statement_right_missing: {
    status: 403,
    en: 'You are not allowed to view statements',
    ru: 'У вас нет права просматривать выписки',
  },
  last_boss: {
    status: 409,
    en: 'A company needs at least one boss without an end date. Make somebody else a boss first.',
    ru: 'В компании должен остаться хотя бы один руководитель с бессрочными правами. Сначала назначьте другого.',
  },
  already_member: {
    status: 409,
    en: 'This person already works for the company.',
    ru: 'Этот человек уже работает в компании.',
  },
  phone_needed: {
    status: 409,
    en: 'Who requests payments or is a boss needs a confirmed telephone. It is added in the own profile, under Personal data.',
    ru: 'Чтобы создавать платежи или быть руководителем, нужен подтверждённый телефон. Его добавляют в своём профиле, в разделе «Личные данные».',
  },
  invitation_limit: {
    status: 409,
    en: '{most, plural, one {# invitation is} other {# invitations are}} open already. Take one back first.',
    ru: '{most, plural, one {Уже открыто # приглашение} few {Уже открыто # приглашения} many {Уже открыто # приглашений} other {Уже открыто # приглашения}}. Сначала отзовите одно из них.',
  },
  invitation_dead: {
    status: 422,
    en: 'This invitation was already used, taken back or has expired. Ask for another one.',
    ru: 'Это приглашение уже использовано, отозвано или устарело. Попросите прислать новое.',
  },
  invitation_for_other: {
    status: 409,
    en: 'This invitation is for another e-mail than yours. Sign in with that one, or ask to be invited with yours.',
    ru: 'Это приглашение выписано на другую почту. Войдите с ней или попросите пригласить вас по вашей.',
  },
  already_client: {
    status: 409,
    en: 'You already have a profile with this e-mail. Sign in and accept the invitation.',
    ru: 'У вас уже есть профиль с этой почтой. Войдите и примите приглашение.',
  },
  insufficient_scope: {
    status: 403,
    en: 'This application was not allowed to do that.',
    ru: 'Этому приложению такое действие не разрешено.',
  },
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
  // A code that is typed into a form and not into the two-factor popup: 401 would end the session.
  contact_code_wrong: {
    status: 422,
    en: 'That code is not right. {left, plural, one {# try is left} other {# tries are left}}.',
    ru: 'Неверный код. {left, plural, one {Осталась # попытка} few {Осталось # попытки} many {Осталось # попыток} other {Осталось # попытки}}.',
  },
  contact_code_expired: {
    status: 422,
    en: 'This code no longer works. Ask for a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  link_expired: {
    status: 422,
    en: 'This link no longer works. Sign in and ask for a new one.',
    ru: 'Эта ссылка больше не действует. Войдите и запросите новую.',
  },
  // companies
  own_profile_needed: {
    status: 409,
    en: 'This is done from your own profile. Switch back to it first.',
    ru: 'Это делается из вашего личного профиля. Сначала переключитесь на него.',
  },
  too_many_companies: {
    status: 409,
    en: 'You have added as many companies as one person can. Write to us if you need more.',
    ru: 'Вы уже добавили столько компаний, сколько можно одному человеку. Если нужно больше, напишите нам.',
  },
  // profile
  address_change_open: {
    status: 409,
    en: 'You have already asked for another address. Wait for the decision or take the request back.',
    ru: 'Вы уже подали заявку на смену адреса. Дождитесь решения или отзовите её.',
  },
  address_change_decided: {
    status: 409,
    en: 'This request has already been decided or taken back.',
    ru: 'По этой заявке уже принято решение, или она отозвана.',
  },
  undo_expired: {
    status: 422,
    en: 'This link was already used or has expired. If something is wrong, write to us at once.',
    ru: 'Эта ссылка уже использована или устарела. Если что-то не так, сразу напишите нам.',
  },
  // documents
  too_many_documents: {
    status: 429,
    en: 'Too many documents were uploaded without being sent. Try again tomorrow.',
    ru: 'Загружено слишком много неотправленных документов. Попробуйте завтра.',
  },
  // second factors
  passkey_refused: {
    status: 422,
    en: 'This passkey was not accepted. Try again or choose another way.',
    ru: 'Ключ доступа не принят. Попробуйте ещё раз или выберите другой способ.',
  },
  enrolment_expired: {
    status: 409,
    en: 'This took too long. Please start again.',
    ru: 'Прошло слишком много времени. Начните заново.',
  },
  factor_limit: {
    status: 409,
    en: 'You have {most} passkeys already. Remove one first.',
    ru: 'У вас уже {most, plural, one {# ключ} few {# ключа} many {# ключей} other {# ключа}} доступа. Сначала удалите один из них.',
  },
  last_factor: {
    status: 409,
    en: 'This is your last way to confirm, or the only one you could still reach after losing your device. Add another first.',
    ru: 'Это последний способ подтверждения или единственный, который останется у вас при потере устройства. Сначала добавьте другой.',
  },
  cooling_off: {
    status: 409,
    en: 'Your way in has changed today, and no way to confirm is older than that. New beneficiaries can be paid larger amounts in {hours, plural, one {# hour} other {# hours}}.',
    ru: 'Сегодня изменился ваш доступ, а способа подтверждения старше этого нет. Крупные суммы новым получателям можно будет отправить через {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}.',
  },
  phone_unconfirmed: {
    status: 409,
    en: 'Codes by SMS need a confirmed telephone number.',
    ru: 'Для кодов по SMS нужен подтверждённый номер телефона.',
  },
  // verification
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
  // beneficiaries
  beneficiary_deleted: {
    status: 422,
    en: 'This beneficiary was deleted. Choose or add another.',
    ru: 'Этот получатель удалён. Выберите или добавьте другого.',
  },
  // approvals
  approval_changed: {
    status: 409,
    en: 'What was asked for has changed meanwhile. Look at it again before you decide.',
    ru: 'За это время запрос изменился. Посмотрите его ещё раз, прежде чем решать.',
  },
  approval_closed: {
    status: 409,
    en: 'This no longer waits for a decision.',
    ru: 'Решение по этому запросу больше не требуется.',
  },
  approval_own_request: {
    status: 403,
    en: 'You asked for this yourself, so somebody else has to decide.',
    ru: 'Вы сами отправили этот запрос, поэтому решать должен кто-то другой.',
  },
  approval_not_yours: {
    status: 403,
    en: 'The policy names other people for this decision.',
    ru: 'По правилам компании это решение принимают другие люди.',
  },
  approval_not_your_turn: {
    status: 409,
    en: 'Somebody else has to decide before you.',
    ru: 'Сначала должен решить другой человек.',
  },
  approval_already_decided: {
    status: 409,
    en: 'You have already approved this.',
    ru: 'Вы уже одобрили этот запрос.',
  },
  approval_waiting: {
    status: 409,
    en: 'Such a change already waits for approval. Take it back first.',
    ru: 'Такое изменение уже ждёт одобрения. Сначала отзовите его.',
  },
  company_not_active: {
    status: 403,
    en: 'This company is not active, so nothing can be approved for it.',
    ru: 'Компания не активна, поэтому одобрить запрос нельзя.',
  },
  policy_changed: {
    status: 409,
    en: 'The policy was changed meanwhile. Look at it again before you change it.',
    ru: 'За это время правила изменили. Посмотрите их ещё раз, прежде чем менять.',
  },
  // payments
  insufficient_funds: {
    status: 422,
    en: 'Not enough money: {needed} is needed with the fee, {available} is available.',
    ru: 'Недостаточно средств: с комиссией нужно {needed}, доступно {available}.',
  },
  payment_state: {
    status: 409,
    en: 'The payment has moved on and this is no longer possible.',
    ru: 'Состояние платежа изменилось, действие больше недоступно.',
  },
  confirmation_not_ready: {
    status: 409,
    en: 'The confirmation can be downloaded once the payment is completed.',
    ru: 'Подтверждение можно скачать после исполнения платежа.',
  },
} as const satisfies Record<string, ProblemSpec>;
export type ProblemCode = keyof typeof problems;

/**
 * Why a single field was refused; goes into `detail` as `{field, message}`. Messages in both languages.
 */
export const fieldProblems = {
  required: { en: 'Please fill this in.', ru: 'Заполните это поле.' },
  invalid: { en: 'This is not valid.', ru: 'Неверное значение.' },
  unknown_field: { en: 'This field is not known.', ru: 'Неизвестное поле.' },
  too_long: { en: 'This is too long.', ru: 'Слишком длинное значение.' },
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
  currency_unknown: { en: 'This currency is not offered.', ru: 'Эта валюта не поддерживается.' },
  currency_mismatch: {
    en: 'The account is in {account}, the payee expects {payee}.',
    ru: 'Счёт в {account}, а получатель ждёт {payee}.',
  },
  amount_precision: {
    en: '{currency} has {digits, plural, =0 {no decimals} one {# decimal} other {# decimals}}.',
    ru: 'У валюты {currency} {digits, plural, =0 {нет дробной части} one {# знак после точки} few {# знака после точки} many {# знаков после точки} other {# знака после точки}}.',
  },
  amount_zero: { en: 'Enter an amount above zero.', ru: 'Введите сумму больше нуля.' },
  amount_too_large: { en: 'The amount is above the limit.', ru: 'Сумма превышает лимит.' },
  account_unknown: { en: 'There is no such account.', ru: 'Такого счёта нет.' },
  same_account: {
    en: 'Choose two different accounts.',
    ru: 'Выберите два разных счёта.',
  },
  payee_missing: { en: 'Choose who to pay.', ru: 'Выберите получателя.' },
  own_account: {
    en: 'This is your own account. Use a transfer between accounts.',
    ru: 'Это ваш собственный счёт. Используйте перевод между счетами.',
  },
  duplicate_payee: {
    en: 'You already have a beneficiary with this account.',
    ru: 'Получатель с этим счётом уже есть.',
  },
  sepa_characters: {
    en: "Euro payments take Latin letters, digits and / - ? : ( ) . , ' + only. Not allowed here: {characters}",
    ru: "В платежах SEPA допустимы латинские буквы, цифры и / - ? : ( ) . , ' +. Недопустимо: {characters}",
  },
  reserved_text: {
    en: 'This text has a reserved sequence.',
    ru: 'Текст содержит служебную последовательность.',
  },
  under_age: {
    en: 'You must be 18 or older to open an account.',
    ru: 'Открыть счёт можно с 18 лет.',
  },
  country_unsupported: {
    en: 'We do not serve this country yet.',
    ru: 'Мы пока не обслуживаем эту страну.',
  },
  password_short: {
    en: 'Use at least 12 characters. A short sentence is a good password.',
    ru: 'Нужно не меньше 12 символов. Хороший пароль — короткая фраза.',
  },
  password_common: {
    en: 'This password is among the first that are tried: it is made of common words, your name or ours. Choose another.',
    ru: 'Такой пароль подберут одним из первых: он состоит из частых слов, вашего имени или нашего названия. Придумайте другой.',
  },
  password_wrong: { en: 'This is not your current password.', ru: 'Это не текущий пароль.' },
  password_same: {
    en: 'This is the password you have now. Choose another.',
    ru: 'Это ваш нынешний пароль. Придумайте другой.',
  },
  totp_code: {
    en: 'This code does not fit. Check that the clock of your telephone is right and enter the code it shows now.',
    ru: 'Код не подходит. Проверьте, верно ли идут часы телефона, и введите код, который приложение показывает сейчас.',
  },
  date_of_birth: { en: 'This date is not valid.', ru: 'Неверная дата.' },
  day_not_past: {
    en: 'This day is not valid or still to come.',
    ru: 'Такой даты нет, или она ещё не наступила.',
  },
  company_known: {
    en: 'You have already added a company with this number.',
    ru: 'Вы уже добавили компанию с таким номером.',
  },
  director_missing: {
    en: 'Name at least one person who directs the company.',
    ru: 'Укажите хотя бы одного руководителя компании.',
  },
  part_missing: {
    en: 'Say what this person is: a director, an owner or both.',
    ru: 'Укажите роль этого человека: руководитель, владелец или и то и другое.',
  },
  share_range: {
    en: 'A share is more than 0 % and at most 100 %.',
    ru: 'Доля должна быть больше 0 % и не больше 100 %.',
  },
  shares_above_whole: {
    en: 'Together the shares are more than 100 %.',
    ru: 'Вместе доли превышают 100 %.',
  },
  owners_unnamed: {
    en: 'Name everybody who owns more than 25 %, or confirm that nobody else does.',
    ru: 'Укажите всех, кому принадлежит больше 25 %, или подтвердите, что таких владельцев больше нет.',
  },
  already_member: {
    en: 'This person already works for the company.',
    ru: 'Этот человек уже работает в компании.',
  },
  already_invited: {
    en: 'This address is invited already. You can send that invitation again.',
    ru: 'На эту почту уже отправлено приглашение. Его можно отправить ещё раз.',
  },
  end_in_past: { en: 'Choose a day in the future.', ru: 'Выберите день в будущем.' },
  end_too_far: {
    en: 'Choose a day within the next five years, or no end at all.',
    ru: 'Выберите день в ближайшие пять лет или оставьте без срока.',
  },
  phone_invalid: {
    en: 'Enter the number with its country code, like +371 20001234.',
    ru: 'Введите номер с кодом страны, например +371 20001234.',
  },
  same_contact: { en: 'This is what we have already.', ru: 'Это уже указано.' },
  notification_fixed: {
    en: 'The safety of your account depends on these messages; they cannot be switched off.',
    ru: 'От этих сообщений зависит безопасность вашего счёта, отключить их нельзя.',
  },
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
  not_a_boss: {
    en: 'Only a boss of the company can approve.',
    ru: 'Одобрять могут только руководители компании.',
  },
  not_a_member: {
    en: 'This person does not work for the company.',
    ru: 'Этот человек не работает в компании.',
  },
  nobody_to_approve: {
    en: 'What {name} asks for could never be approved: nobody else would be left.',
    ru: 'Запросы, которые отправляет {name}, было бы некому одобрить.',
  },
  last_day_first: {
    en: 'The last day cannot be before the first.',
    ru: 'Последний день не может быть раньше первого.',
  },
  document_unknown: {
    en: 'This document is gone. Please upload it again.',
    ru: 'Документ не найден. Загрузите его ещё раз.',
  },
} as const satisfies Record<string, { en: string; ru: string }>;
export type FieldProblemCode = keyof typeof fieldProblems;

/** RFC 9457 with the specification's three kinds of `detail`. */
export const zProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.union([
    z.string(),
    z.object({ error: z.string() }),
    z.array(z.object({ field: z.string(), message: z.string() })),
  ]),
  requestId: z.string().optional(),
  /** Where the person can go instead. */
  link: z.url({ protocol: /^https?$/ }).optional(),
});
export type ProblemBody = z.output<typeof zProblem>;
