/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, crypto, staffOnly } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'crypto.started': crypto('Crypto started', 'Криптовалюта подключена'),
  'crypto.address_created': crypto(
    'Deposit address for {currency} created',
    'Создан адрес для пополнения {currency}',
  ),
  'crypto.payee_added': crypto(
    '{label} ({currency}) added to the address book',
    'В адресную книгу добавлен адрес {label} ({currency})',
  ),
  'crypto.payee_deleted': crypto(
    '{label} ({currency}) deleted from the address book',
    'Из адресной книги удалён адрес {label} ({currency})',
  ),
  'crypto.moved_in': crypto(
    'Money moved from an account to the EPI wallet',
    'Деньги со счёта переведены на кошелёк EPI',
  ),
  'crypto.moved_out': crypto(
    'Money moved from the EPI wallet to an account',
    'Деньги с кошелька EPI переведены на счёт',
  ),
  'crypto.withdrawal_ordered': crypto('Withdrawal to {address} ordered', 'Заказан вывод на адрес {address}'),
  'crypto.withdrawal_canceled': crypto('Withdrawal of {currency} cancelled', 'Вывод {currency} отменён'),
  'crypto.deposit_lost': crypto(
    'The network undid a credited deposit of {currency}; the wallet is locked',
    'Сеть отменила зачисленное поступление {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.deposit_returned': crypto(
    'The deposit of {currency} that the network undid is back',
    'Отменённое сетью поступление {currency} снова подтверждено',
  ),
  'crypto.withdrawal_paid_late': crypto(
    'The network paid a failed withdrawal of {currency} after all; the wallet is locked',
    'Сеть всё же исполнила неудавшийся вывод {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.withdrawal_undone': crypto(
    'The network undid a confirmed withdrawal of {currency}; the wallet is locked',
    'Сеть отменила подтверждённый вывод {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.withdrawal_returned': crypto(
    'A withdrawal of {currency} has its first outcome again',
    'У вывода {currency} снова прежний результат',
  ),
  'crypto.incident_settled': crypto(
    'We corrected the balance of {currency} after the network changed a transfer',
    'Мы исправили остаток {currency}: сеть изменила результат перевода',
  ),
  'crypto.incident_written_off': crypto(
    'We closed the case of {currency}; the balance stays as it is',
    'Мы закрыли обращение по {currency}; остаток не изменился',
  ),
  'crypto.fee_raise_ordered': staffOnly,
};
