/** Chooses the design of a card by its picture. */
import { type CardDesign, type CardKind, cardDesigns } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { useId } from 'react';
import { Plastic } from '../face/plastic.tsx';
import classes from './actions.module.css';

interface DesignFieldProps {
  value: CardDesign;
  kind: CardKind;
  onChange: (design: CardDesign) => void;
}

export function DesignField({ value, kind, onChange }: DesignFieldProps) {
  const t = useTranslations('cardOrder.form');
  const name = useId();
  return (
    <FieldGroup label={t('design')}>
      <Grid gap={12} className={classes.designs}>
        {cardDesigns.map((design) => (
          <label key={design}>
            <Plastic design={design} kind={kind} lastFour="" nameOnCard="" expiry="" />
            <input type="radio" name={name} checked={design === value} onChange={() => onChange(design)} />
            {t(`designs.${design}`)}
          </label>
        ))}
      </Grid>
    </FieldGroup>
  );
}
