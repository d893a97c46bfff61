/** Drafts and templates: each opens the form of a new payment as it was typed; a template has a name and can be changed. */
import { type KeptForm, listKeptForms } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconBookmark, IconFilePencil, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteKeptMutation, keptFormsQuery } from './kept-queries.ts';
import { TemplateDialog } from './template-dialog.tsx';

export function KeptForms() {
  const t = useTranslations('orders.kept');
  const navigate = useNavigate();
  const { held } = useRight(listKeptForms);
  const kept = useQuery({ ...keptFormsQuery, enabled: held }).data ?? [];
  const remove = useMutation(deleteKeptMutation);
  const [editingId, setEditingId] = useState<string>();
  const [deleting, setDeleting] = useState<KeptForm>();
  const editing = kept.find(({ id }) => id === editingId);
  if (kept.length === 0) return null;
  const nameOf = ({ name, payee }: KeptForm) => name || payee?.name || t('unnamed');
  return (
    <Card flush title={t('title')}>
      <Rows>
        {kept.map((each) => {
          const { id, kind, form, payee } = each;
          const isDraft = kind === 'DRAFT';
          const called = nameOf(each);
          const whom = payee && payee.name !== called ? payee.name : undefined;
          const notes = [t(kind), whom, form.amount, form.reference, payee?.deleted && t('deleted')];
          return (
            <Row
              key={id}
              icon={isDraft ? <IconFilePencil aria-hidden="true" /> : <IconBookmark aria-hidden="true" />}
              title={called}
              actions={
                <>
                  <Button
                    size="s"
                    aria-label={t(isDraft ? 'continueOf' : 'useOf', { name: called })}
                    onClick={() =>
                      void navigate({
                        to: '/payments/create/{-$direction}',
                        params: { direction: 'outgoing' },
                        search: { kept: id },
                      })
                    }
                  >
                    {t(isDraft ? 'continue' : 'use')}
                  </Button>
                  {!isDraft && (
                    <Button
                      size="s"
                      variant="quiet"
                      icon={<IconPencil aria-hidden="true" />}
                      aria-label={t('editOf', { name: called })}
                      onClick={() => setEditingId(id)}
                    />
                  )}
                  <Button
                    size="s"
                    variant="quiet"
                    icon={<IconTrash aria-hidden="true" />}
                    aria-label={t('removeOf', { name: called })}
                    onClick={() => setDeleting(each)}
                  />
                </>
              }
            >
              {notes.filter(Boolean).join(' · ')}
            </Row>
          );
        })}
      </Rows>
      {editing && (
        <TemplateDialog
          kept={editing}
          name={editing.name}
          form={editing.form}
          onClose={() => setEditingId(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          icon={<IconTrash aria-hidden="true" />}
          title={t(`deleteTitle.${deleting.kind}`)}
          text={t('deleteText', { name: nameOf(deleting) })}
          problem={<ProblemNotice error={remove.error} />}
          keep={t('keep')}
          confirm={t('remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(deleting.id, { onSuccess: () => setDeleting(undefined) })}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </Card>
  );
}
