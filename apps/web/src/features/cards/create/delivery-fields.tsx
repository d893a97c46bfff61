/** Where a plastic card is sent. */
import { useTranslations } from '../../../i18n/index.tsx';
import type { Form } from '../../../shared/form/use-form.ts';
import { CountryPicker } from '../../../shared/person/country-picker.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { FieldGroup } from '../../../ui/fields/field-group.tsx';
import classes from './create.module.css';
import type { CardDraft } from './draft.ts';

export function DeliveryFields({ form }: { form: Form<CardDraft> }) {
  const t = useTranslations('cardOrder.form');
  const { values, faults, change, text } = form;
  return (
    <FieldGroup label={t('address')}>
      <div className={classes.address}>
        <CountryPicker
          label={t('country')}
          name="country"
          value={values.country}
          error={faults.country}
          onChange={(country) => change({ country })}
        />
        <TextField {...text('line')} label={t('line')} maxLength={70} autoComplete="address-line1" />
        <div className={classes.narrowWide}>
          <TextField {...text('postCode')} label={t('postCode')} maxLength={16} autoComplete="postal-code" />
          <TextField {...text('city')} label={t('city')} maxLength={35} autoComplete="address-level2" />
        </div>
      </div>
    </FieldGroup>
  );
}
