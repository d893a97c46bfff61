/** The price list; transfer fees are in the account currency selected here. */
import { fiatCurrencies } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useState } from 'react';
import { PriceList } from '../terms/index.ts';
import classes from './profile.module.css';

export function Fees() {
  const t = useTranslations('profile');
  const [currency, setCurrency] = useState('EUR');
  return (
    <Card>
      <Grid gap={24}>
        <div className={classes.feesCurrency}>
          <SelectField
            size="m"
            label={t('feesCurrency')}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          >
            {fiatCurrencies.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        </div>
        <PriceList currency={currency} />
      </Grid>
    </Card>
  );
}
