/** All, only some, or all but some: the choice above a list of categories or countries. */
import { type CardControls, restrictionModes } from '@calmly/contract';
import { useTranslations } from '../../../i18n/index.tsx';
import { RadioRow } from '../../../ui/fields/field.tsx';
import { FieldGroup } from '../../../ui/fields/field-group.tsx';
import classes from './limits.module.css';

type Mode = CardControls['countries']['mode'];

interface ModeFieldProps {
  list: 'categories' | 'countries';
  value: Mode;
  onChange: (mode: Mode) => void;
}

export function ModeField({ list, value, onChange }: ModeFieldProps) {
  const t = useTranslations('cards.limits');
  return (
    <FieldGroup label={t(`${list}Label`)}>
      <div className={classes.modes}>
        {restrictionModes.map((mode) => (
          <RadioRow
            key={mode}
            name="mode"
            title={t(`${list}Modes.${mode}`)}
            checked={mode === value}
            onChange={() => onChange(mode)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
