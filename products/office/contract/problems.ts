/** What the bank's people are told. */
import type { Problems } from '@calmly/contract-kit/problem-table.ts';

export const officeProblems = {
  staff_sign_in_failed: {
    status: 401,
    en: 'Email, password or code is wrong.',
    ru: 'Неверный адрес, пароль или код.',
  },
  staff_session_over: {
    status: 401,
    en: 'Your session has ended. Sign in again.',
    ru: 'Сеанс завершён. Войдите снова.',
  },
  staff_sign_in_over: {
    status: 409,
    en: 'This sign-in has expired. Start again.',
    ru: 'Время этого входа истекло. Начните сначала.',
  },
  invitation_over: {
    status: 409,
    en: 'This invitation has expired or was used. Ask for a new one.',
    ru: 'Приглашение истекло или уже использовано. Попросите новое.',
  },
  staff_role_needed: {
    status: 403,
    en: 'Your role does not allow this.',
    ru: 'Ваша роль этого не позволяет.',
  },
  staff_factor_needed: {
    status: 403,
    en: 'Enter a code from your authenticator app first.',
    ru: 'Сначала введите код из приложения-аутентификатора.',
  },
  own_case: {
    status: 403,
    en: 'This is about you or a relative. A colleague decides it.',
    ru: 'Это касается вас или вашего родственника. Решает коллега.',
  },
  proposal_own: {
    status: 403,
    en: 'You made this proposal. Another person decides it.',
    ru: 'Это ваше предложение. Решает другой человек.',
  },
  proposal_over: {
    status: 409,
    en: 'This proposal was already decided, withdrawn or has expired.',
    ru: 'Предложение уже решено, отозвано или истекло.',
  },
  proposal_void: {
    status: 409,
    en: 'What this proposal is about has changed. It is void: make a new one.',
    ru: 'То, о чём предложение, изменилось. Оно недействительно: создайте новое.',
  },
  proposal_waits: {
    status: 409,
    en: 'Another proposal about this is waiting.',
    ru: 'Другое предложение об этом ещё ждёт решения.',
  },
  staff_exists: {
    status: 409,
    en: 'One of the bank’s people already has this email.',
    ru: 'У одного из сотрудников уже есть этот адрес.',
  },
  staff_state_wrong: {
    status: 409,
    en: 'This is not possible in the person’s present state.',
    ru: 'В нынешнем состоянии сотрудника это невозможно.',
  },
  last_supers: {
    status: 409,
    en: 'At least two people with the role SUPER must remain.',
    ru: 'Должно остаться не менее двух сотрудников с ролью SUPER.',
  },
  item_changed: {
    status: 409,
    en: 'This item has changed since you opened it. Look at it again.',
    ru: 'Запись изменилась с тех пор, как вы её открыли. Посмотрите ещё раз.',
  },
  item_taken: {
    status: 409,
    en: '{name} has taken this item.',
    ru: 'Запись уже у сотрудника: {name}.',
  },
  desk_refused: {
    status: 409,
    en: '{reason}',
    ru: '{reason}',
  },
  reason_needed: {
    status: 422,
    en: 'Write a reason for the decision.',
    ru: 'Напишите причину решения.',
  },
} as const satisfies Problems;
