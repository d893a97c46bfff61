/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, profile } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'account.opened': profile('Account {name} opened in {currency}', 'Открыт счёт {name} в валюте {currency}'),
  'account.renamed': profile('Account {before} renamed to {name}', 'Счёт {before} переименован в {name}'),
  'account.closed': profile('Account {name} closed, {number}', 'Закрыт счёт {name}, {number}'),
  'iban.requested': profile('IBAN in {currency} requested', 'Запрошен IBAN в валюте {currency}'),
  'iban.issued': profile('IBAN {iban} issued', 'Выпущен IBAN {iban}'),
  'iban.refused': profile('IBAN in {currency} not issued', 'IBAN в валюте {currency} не выпущен'),
};
