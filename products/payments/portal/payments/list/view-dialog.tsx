/** Names a view: a new one of the current filters, or an existing one, which can take the current filters or be deleted. */
import type { SavedView } from '@calmly/contract';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField, TextField } from '@calmly/ui/fields/field.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { isFiltered, type PaymentFilters, sameFilters } from '../model/filters.ts';
import { deleteViewMutation, saveViewMutation } from './queries.ts';

interface ViewDialogProps {
  /** Undefined: a new one. */
  view: SavedView | undefined;
  filters: PaymentFilters;
  onClose: () => void;
}

const longestName = 40;

export function ViewDialog({ view, filters, onClose }: ViewDialogProps) {
  const t = useTranslations('paymentsList.views');
  const titleId = useId();
  const done = (text: string) => {
    showSnackbar(text);
    onClose();
  };
  const remove = useMutation(deleteViewMutation);
  const form = useForm({
    start: { name: view?.name ?? '', isDefault: view?.isDefault ?? false, takesFilters: false },
    live: true,
    read: ({ name, isDefault, takesFilters }) => {
      const faults = missingTexts({ name }, { name: t('nameMissing') });
      const filter = view && !takesFilters ? view.filter : filters;
      return faults ? { faults } : { body: { id: view?.id, name: name.trim(), filter, isDefault } };
    },
    mutation: saveViewMutation,
    onSent: (_view, { name }) => done(t('saved', { name })),
  });
  const { isDefault, takesFilters } = form.values;
  return (
    <Dialog labelledBy={titleId} onCancel={onClose}>
      <Stack as="form" {...form.props} gap={16}>
        <h2 id={titleId}>{view ? t('editTitle') : t('newTitle')}</h2>
        <TextField
          {...form.text('name')}
          label={t('name')}
          maxLength={longestName}
          data-autofocus
          autoComplete="off"
        />
        <CheckboxField
          label={t('makeDefault')}
          checked={isDefault}
          onChange={(event) => form.change({ isDefault: event.target.checked })}
        />
        {view && isFiltered(filters) && !sameFilters(view.filter, filters) && (
          <CheckboxField
            label={t('takeFilters')}
            checked={takesFilters}
            onChange={(event) => form.change({ takesFilters: event.target.checked })}
          />
        )}
        {!form.faults.name && <ProblemNotice error={form.error ?? remove.error} />}
        <Inline wrap gap={12} justify="end" above={8}>
          {view && (
            <Button
              size="l"
              variant="danger"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(view.id, { onSuccess: () => done(t('deleted', { name: view.name })) })
              }
            >
              {t('delete')}
            </Button>
          )}
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="l" variant="accent" type="submit" busy={form.busy}>
            {t('keep')}
          </Button>
        </Inline>
      </Stack>
    </Dialog>
  );
}
