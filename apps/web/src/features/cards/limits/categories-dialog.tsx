/** At which kinds of merchants a card may be used. */
import { merchantCategories } from '@calmly/domain';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslations } from '../../../i18n/index.tsx';
import { FormMessage } from '../../../shared/form/form-message.tsx';
import { useForm } from '../../../shared/form/use-form.ts';
import { CheckboxField } from '../../../ui/fields/field.tsx';
import { FieldGroup } from '../../../ui/fields/field-group.tsx';
import { FormDialog } from '../../../ui/layers/form-dialog.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { controlsMutation } from '../queries.ts';
import { changed } from './controls.ts';
import classes from './limits.module.css';
import type { ControlsDialogProps } from './limits-dialog.tsx';
import { ModeField } from './restriction-fields.tsx';

export function CategoriesDialog({ card, onClose }: ControlsDialogProps) {
  const t = useTranslations('cards.limits');
  const names = useTranslations('cardPayments.categories');
  const form = useForm({
    start: () => ({ ...card.controls.categories }),
    read: ({ mode, items }) => {
      if (mode !== 'ALL' && items.length === 0) return { faults: { items: t('categoriesMissing') } };
      return { body: changed(card, { categories: { mode, items: mode === 'ALL' ? [] : items } }) };
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
      icon={<IconBuildingStore aria-hidden="true" />}
      title={t('categoriesTitle')}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <ModeField list="categories" value={mode} onChange={(next) => form.change({ mode: next })} />
      {mode !== 'ALL' && (
        <FieldGroup label={t(`categoriesList.${mode}`)} error={form.faults.items}>
          <div className={classes.items}>
            {merchantCategories.map((category) => (
              <CheckboxField
                key={category}
                label={names(category)}
                checked={items.includes(category)}
                onChange={({ currentTarget: { checked } }) =>
                  form.change((before) => ({
                    items: checked
                      ? [...before.items, category]
                      : before.items.filter((each) => each !== category),
                  }))
                }
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <FormMessage form={form} />
    </FormDialog>
  );
}
