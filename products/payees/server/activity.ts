/** What the activity log says about the actions that this module records. */
import type { ActivityTexts } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'payee.added': {
    kind: 'payees',
    en: 'Payee {name} added, {accounts}',
    ru: 'Добавлен получатель {name}, {accounts}',
  },
  'payees.added': {
    kind: 'payees',
    en: '{count, plural, one {# payee} other {# payees}} added from a payout',
    ru: '{count, plural, one {Добавлен # получатель} few {Добавлено # получателя} many {Добавлено # получателей} other {Добавлено # получателя}} из выплаты',
  },
  'payee.changed': {
    kind: 'payees',
    en: 'Account of payee {name} changed to {accounts}',
    ru: 'Счёт получателя {name} изменён на {accounts}',
  },
  'payee.document_added': {
    kind: 'payees',
    en: 'Document about payee {name} added',
    ru: 'Добавлен документ о получателе {name}',
  },
  'payee.party_changed': {
    kind: 'payees',
    en: 'Details of payee {name} changed',
    ru: 'Изменены данные получателя {name}',
  },
  'payee.trusted': {
    kind: 'payees',
    en: '{trusted, select, true {Small payments to {name} no longer need a code} other {All payments to {name} need a code again}}',
    ru: '{trusted, select, true {Небольшие суммы получателю {name} — без кода} other {Платежи получателю {name} снова с кодом}}',
  },
  'payee.deleted': {
    kind: 'payees',
    en: 'Payee {name} deleted',
    ru: 'Получатель {name} удалён',
  },
};
