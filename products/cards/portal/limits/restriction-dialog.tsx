/** A list of categories or countries that a card is restricted to, or excluded from: first the mode (all, only some, all but some), then the list. */
import { type CardControls, type CardDetails, restrictionModes } from '@calmly/contract';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import type { ReactNode } from 'react';
import { controlsMutation } from '../queries.ts';
import { changed } from './controls.ts';
import type { ControlsDialogProps } from './limits-dialog.tsx';
import { useControlsSaved } from './use-controls-saved.ts';

type List = 'categories' | 'countries';
type Item<L extends List> = CardControls[L]['items'][number];

interface RestrictionDialogProps<L extends List> extends ControlsDialogProps {
  list: L;
  icon: ReactNode;
  text?: string;
  /** Renders the list to choose from. */
  children: (chosen: {
    readonly label: string;
    readonly error: string | undefined;
    readonly items: readonly Item<L>[];
    readonly add: (item: Item<L>) => void;
    readonly remove: (item: Item<L>) => void;
  }) => ReactNode;
}

export function RestrictionDialog<L extends List>(props: RestrictionDialogProps<L>) {
  const { card, list, icon, text, onClose, children } = props;
  const t = useTranslations('cards.limits');
  const tellSaved = useControlsSaved();
  const named: List = list;
  const { base, restart } = useEditBase(card);
  const startOf = ({ controls }: CardDetails) => ({
    mode: controls[list].mode,
    items: [...controls[list].items] as Item<L>[],
  });
  const form = useForm({
    start: () => startOf(base),
    read: ({ mode, items }) => {
      if (mode !== 'ALL' && items.length === 0) return { faults: { items: t(`${named}Missing`) } };
      return { body: changed(base, { [list]: { mode, items: mode === 'ALL' ? [] : items } }) };
    },
    mutation: controlsMutation(card.id),
    onSent: (answer) => {
      tellSaved(answer);
      onClose();
    },
  });
  const { mode, items } = form.values;
  return (
    <FormDialog
      icon={icon}
      title={t(`${named}Title`)}
      {...(text !== undefined && { text })}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <FieldGroup label={t(`${named}Label`)}>
        <Grid gap={8}>
          {restrictionModes.map((each) => (
            <RadioRow
              key={each}
              name="mode"
              title={t(`${named}Modes.${each}`)}
              checked={each === mode}
              onChange={() => form.change({ mode: each })}
            />
          ))}
        </Grid>
      </FieldGroup>
      {mode !== 'ALL' &&
        children({
          label: t(`${named}List.${mode}`),
          error: form.faults.items,
          items,
          add: (item) => form.change((before) => ({ items: [...new Set([...before.items, item])] })),
          remove: (item) =>
            form.change((before) => ({ items: before.items.filter((each) => each !== item) })),
        })}
      <FormMessage form={form} />
      <EditConflict error={form.error} onRestart={() => restart((newest) => form.change(startOf(newest)))}>
        {t(`restricted.${card.controls[list].mode}`, { count: String(card.controls[list].items.length) })}
      </EditConflict>
    </FormDialog>
  );
}
