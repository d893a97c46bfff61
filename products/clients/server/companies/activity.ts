/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, people, profile } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'company_change.requested': profile(
    'Change of company details submitted',
    'Подана заявка на изменение данных компании',
  ),
  'company_change.withdrawn': profile(
    'Change of company details withdrawn',
    'Заявка на изменение данных компании отозвана',
  ),
  'company_change.approved': profile('Company details changed', 'Данные компании изменены'),
  'company_change.rejected': profile(
    'Change of company details rejected',
    'Заявка на изменение данных компании отклонена',
  ),
  'company.facts_entered': profile('Company details entered', 'Введены сведения о компании'),
  'handover.accepted': people(
    'Administrator role taken over from {from}',
    'Роль администратора принята от: {from}',
    ['from'],
  ),
  'handover.ended': people(
    'Offer of the administrator role ended',
    'Предложение роли администратора отозвано',
  ),
  'handover.offered': people('Administrator role offered to {to}', 'Роль администратора предложена: {to}', [
    'to',
  ]),
  'invitation.accepted': people('Invitation accepted', 'Приглашение принято'),
  'invitation.declined': people('Invitation declined by {email}', 'Приглашение отклонено: {email}'),
  'invitation.sent': people('{email} invited', 'Приглашение отправлено на {email}'),
  'invitation.sent_again': people('{email} invited again', 'Приглашение отправлено на {email} ещё раз'),
  'invitation.withdrawn': people('Invitation to {email} withdrawn', 'Приглашение для {email} отозвано'),
};
