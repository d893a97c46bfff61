/** In which countries a card may be used. */
import { countryName } from '@calmly/domain';
import { IconWorld, IconX } from '@tabler/icons-react';
import { useLocaleControl, useTranslations } from '../../../i18n/index.tsx';
import { FormMessage } from '../../../shared/form/form-message.tsx';
import { useForm } from '../../../shared/form/use-form.ts';
import { CountryPicker } from '../../../shared/person/country-picker.tsx';
import { Flag } from '../../../ui/facts/flag.tsx';
import { FormDialog } from '../../../ui/layers/form-dialog.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { controlsMutation } from '../queries.ts';
import { changed } from './controls.ts';
import classes from './limits.module.css';
import type { ControlsDialogProps } from './limits-dialog.tsx';
import { ModeField } from './restriction-fields.tsx';

export function CountriesDialog({ card, onClose }: ControlsDialogProps) {
  const t = useTranslations('cards.limits');
  const { locale } = useLocaleControl();
  const form = useForm({
    start: () => ({ ...card.controls.countries }),
    read: ({ mode, items }) => {
      if (mode !== 'ALL' && items.length === 0) return { faults: { items: t('countriesMissing') } };
      return { body: changed(card, { countries: { mode, items: mode === 'ALL' ? [] : items } }) };
    },
    mutation: controlsMutation(card.id),
    onSent: () => {
      showSnackbar(t('saved', { name: card.name }));
      onClose();
    },
  });
  const { mode, items } = form.values;
  return (
    <FormDialog
      icon={<IconWorld aria-hidden="true" />}
      title={t('countriesTitle')}
      text={t('countriesText')}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <ModeField list="countries" value={mode} onChange={(next) => form.change({ mode: next })} />
      {mode !== 'ALL' && (
        <div>
          <CountryPicker
            label={t(`countriesList.${mode}`)}
            name="items"
            value=""
            error={form.faults.items}
            onChange={(code) => form.change((before) => ({ items: [...new Set([...before.items, code])] }))}
          />
          <ul className={classes.chosen}>
            {items.map((code) => (
              <li key={code}>
                <Flag country={code} size={16} />
                {countryName(code, locale)}
                <button
                  type="button"
                  aria-label={t('removeCountry', { name: countryName(code, locale) })}
                  onClick={() =>
                    form.change((before) => ({ items: before.items.filter((each) => each !== code) }))
                  }
                >
                  <IconX aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormMessage form={form} />
    </FormDialog>
  );
}
