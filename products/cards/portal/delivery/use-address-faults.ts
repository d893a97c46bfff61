/** Errors of a plastic card's address, by field. */
import { checkPostCode } from '@calmly/domain';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import type { DeliveryAddress } from './delivery-fields.tsx';

/** Fields without an error are undefined. */
export function useAddressFaults(): (address: DeliveryAddress) => Faults {
  const t = useTranslations('cardOrder.form');
  const ui = useTranslations('ui');
  return ({ country, postCode, line, city }) => {
    const post = checkPostCode(country, postCode);
    return {
      country: country ? undefined : t('countryMissing'),
      line: line.trim() ? undefined : t('lineMissing'),
      city: city.trim() ? undefined : t('cityMissing'),
      postCode: post.ok ? undefined : ui('postCode', { example: post.example }),
    };
  };
}
