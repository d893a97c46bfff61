/** Names a view: a new one of the filters in use, or one kept before, which can take the filters in use or be deleted. */
import { ApiProblem, type SavedView } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { ProblemNotice } from '../../../shared/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import { showSnackbar } from '../../../ui/snackbar.tsx';
import { isFiltered, type PaymentFilters, sameFilters } from '../model/filters.ts';
import classes from './list-menus.module.css';
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
  const [name, setName] = useState(view?.name ?? '');
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const [takesFilters, setTakesFilters] = useState(false);
  const [missing, setMissing] = useState(false);
  const done = (text: string) => {
    showSnackbar(text);
    onClose();
  };
  const save = useMutation(saveViewMutation);
  const remove = useMutation(deleteViewMutation);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setMissing(true);
    const filter = view && !takesFilters ? view.filter : filters;
    save.mutate(
      { id: view?.id, name: name.trim(), filter, isDefault },
      { onSuccess: () => done(t('saved', { name: name.trim() })) },
    );
  };
  const fieldError = save.error instanceof ApiProblem ? save.error.fields?.name : undefined;
  const error = save.error ?? remove.error;
  return (
    <Dialog labelledBy={titleId} onCancel={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <h2 id={titleId}>{view ? t('editTitle') : t('newTitle')}</h2>
        <TextField
          label={t('name')}
          value={name}
          maxLength={longestName}
          data-autofocus
          error={missing && name.trim() === '' ? t('nameMissing') : fieldError}
          onChange={(event) => setName(event.target.value)}
        />
        <CheckboxField
          label={t('makeDefault')}
          checked={isDefault}
          onChange={(event) => setDefault(event.target.checked)}
        />
        {view && isFiltered(filters) && !sameFilters(view.filter, filters) && (
          <CheckboxField
            label={t('takeFilters')}
            checked={takesFilters}
            onChange={(event) => setTakesFilters(event.target.checked)}
          />
        )}
        {!fieldError && <ProblemNotice error={error} />}
        <div className={classes.actions}>
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
          <Button size="l" variant="accent" type="submit" busy={save.isPending}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
