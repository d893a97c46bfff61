/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, own, profile } from '@calmly/platform/activity.ts';

const factorWords = {
  en: '{kind, select, email {email} phone {phone} other {contact}}',
  ru: '{kind, select, email {адрес почты} phone {номер телефона} other {контакт}}',
};

export const activity: ActivityTexts = {
  'address_change.requested': profile('Change of address submitted', 'Подана заявка на смену адреса'),
  'address_change.withdrawn': profile('Change of address withdrawn', 'Заявка на смену адреса отозвана'),
  'address_change.approved': profile('Address changed', 'Адрес изменён'),
  'address_change.rejected': profile('Change of address rejected', 'Заявка на смену адреса отклонена'),
  'contact_change.confirmed': own(`New ${factorWords.en} confirmed`, `Подтверждён новый ${factorWords.ru}`),
  'contact_change.requested': own(
    `Change of ${factorWords.en} requested`,
    `Запрошен новый ${factorWords.ru}`,
  ),
  'contact_change.undone': own(`Change of ${factorWords.en} undone`, `Отменена смена: ${factorWords.ru}`),
  'preferences.changed': own('Language or theme changed', 'Изменён язык или тема'),
};
