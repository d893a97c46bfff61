/** Selects the kinds of merchants where a card may be used. */
import { merchantCategories } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { IconBuildingStore } from '@tabler/icons-react';
import classes from './limits.module.css';
import type { ControlsDialogProps } from './limits-dialog.tsx';
import { RestrictionDialog } from './restriction-dialog.tsx';

export function CategoriesDialog(props: ControlsDialogProps) {
  const names = useTranslations('cardPayments.categories');
  return (
    <RestrictionDialog {...props} list="categories" icon={<IconBuildingStore aria-hidden="true" />}>
      {({ label, error, items, add, remove }) => (
        <FieldGroup label={label} error={error}>
          <Grid gap={16} rowGap={12} className={classes.items}>
            {merchantCategories.map((category) => (
              <CheckboxField
                key={category}
                label={names(category)}
                checked={items.includes(category)}
                onChange={({ currentTarget: { checked } }) => (checked ? add : remove)(category)}
              />
            ))}
          </Grid>
        </FieldGroup>
      )}
    </RestrictionDialog>
  );
}
