import { countryInSentence } from '@calmly/domain';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import type { PhoneDraft } from './phone-number.ts';

/** The fault of an unreadable phone number, as a sentence for its field. */
export function usePhoneFault(): (phone: PhoneDraft) => string {
  const t = useTranslations('onboarding.register');
  const { locale } = useLocaleControl();
  return ({ country, text }) =>
    text.trim() === ''
      ? t('phoneRequired')
      : t('phoneInvalid', { country: countryInSentence(country, locale) });
}
