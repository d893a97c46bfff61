/** Drafts and templates: each opens the form of a new payment as it was typed; a template has a name and can be changed. */
import { type KeptForm, listKeptForms } from '@calmly/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useRight } from '../../session/rights.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/surface.tsx';
import { deleteKeptMutation, keptFormsQuery } from './kept-queries.ts';
import classes from './orders.module.css';
import { ProblemNotice } from './problem-notice.tsx';
import { TemplateDialog } from './template-dialog.tsx';

export function KeptForms() {
  const t = useTranslations('orders.kept');
  const navigate = useNavigate();
  const { held } = useRight(listKeptForms);
  const kept = useQuery({ ...keptFormsQuery, enabled: held }).data ?? [];
  const remove = useMutation(deleteKeptMutation);
  const [editing, setEditing] = useState<KeptForm>();
  const [deleting, setDeleting] = useState<KeptForm>();
  if (kept.length === 0) return null;
  const nameOf = ({ name, payee }: KeptForm) => name || payee?.name || t('unnamed');
  return (
    <Card flush title={t('title')}>
      <ul className={classes.kept}>
        {kept.map((each) => {
          const { id, kind, form, payee } = each;
          const called = nameOf(each);
          const whom = payee && payee.name !== called ? payee.name : undefined;
          const notes = [t(kind), whom, form.amount, form.reference, payee?.deleted && t('deleted')];
          return (
            <li key={id} className={classes.keptRow}>
              <span className={classes.who}>
                {called}
                <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
              </span>
              <span className={classes.keptActions}>
                <Button
                  size="s"
                  aria-label={t(kind === 'DRAFT' ? 'continueOf' : 'useOf', { name: called })}
                  onClick={() =>
                    void navigate({
                      to: '/payments/create/{-$direction}',
                      params: { direction: 'outgoing' },
                      search: { kept: id },
                    })
                  }
                >
                  {t(kind === 'DRAFT' ? 'continue' : 'use')}
                </Button>
                {kind === 'TEMPLATE' && (
                  <Button
                    size="s"
                    variant="quiet"
                    icon={<IconPencil aria-hidden="true" />}
                    aria-label={t('editOf', { name: called })}
                    onClick={() => setEditing(each)}
                  />
                )}
                <Button
                  size="s"
                  variant="quiet"
                  icon={<IconTrash aria-hidden="true" />}
                  aria-label={t('removeOf', { name: called })}
                  onClick={() => setDeleting(each)}
                />
              </span>
            </li>
          );
        })}
      </ul>
      {editing && (
        <TemplateDialog
          id={editing.id}
          name={editing.name}
          form={editing.form}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          icon={<IconTrash aria-hidden="true" />}
          title={t(`deleteTitle.${deleting.kind}`)}
          text={
            <>
              {t('deleteText', { name: nameOf(deleting) })}
              <ProblemNotice error={remove.error} />
            </>
          }
          actions={
            <>
              <Button size="l" onClick={() => setDeleting(undefined)}>
                {t('keep')}
              </Button>
              <Button
                size="l"
                variant="danger"
                busy={remove.isPending}
                onClick={() => remove.mutate(deleting.id, { onSuccess: () => setDeleting(undefined) })}
              >
                {t('remove')}
              </Button>
            </>
          }
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </Card>
  );
}
