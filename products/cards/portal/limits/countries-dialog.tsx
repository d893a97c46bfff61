/** Selects the countries where a card may be used. */
import { countryName } from '@calmly/domain';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { IconWorld, IconX } from '@tabler/icons-react';
import classes from './limits.module.css';
import type { ControlsDialogProps } from './limits-dialog.tsx';
import { RestrictionDialog } from './restriction-dialog.tsx';

export function CountriesDialog(props: ControlsDialogProps) {
  const t = useTranslations('cards.limits');
  const { locale } = useLocaleControl();
  return (
    <RestrictionDialog
      {...props}
      list="countries"
      icon={<IconWorld aria-hidden="true" />}
      text={t('countriesText')}
    >
      {({ label, error, items, add, remove }) => (
        <div>
          <CountryPicker label={label} name="items" value="" error={error} onChange={add} />
          <Inline as="ul" wrap gap={8} above={12} className={classes.chosen}>
            {items.map((code) => (
              <li key={code}>
                <Flag country={code} size={16} />
                {countryName(code, locale)}
                <button
                  type="button"
                  aria-label={t('removeCountry', { name: countryName(code, locale) })}
                  onClick={() => remove(code)}
                >
                  <IconX aria-hidden="true" />
                </button>
              </li>
            ))}
          </Inline>
        </div>
      )}
    </RestrictionDialog>
  );
}
