/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, profile, suspicion } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'verification.reported': profile(
    'Identity check: {outcome, select, in_review {under review} approved {passed} declined {declined} retry {clearer photos needed} other {updated}}',
    'Проверка личности: {outcome, select, in_review {документы на проверке} approved {пройдена} declined {не пройдена} retry {нужны более чёткие снимки} other {обновлена}}',
  ),
  'verification.started': profile('Identity check started', 'Начата проверка личности'),
  'verification.contradicted': suspicion,
  'verification.kept': suspicion,
  'verification.let_in': suspicion,
  'verification.refused': suspicion,
  'verification.unconfirmed': suspicion,
  'verification.withdrawn': suspicion,
};
