/** Drafts and templates: each opens the form of a new payment as it was typed. */
import { listKeptForms } from '@calmly/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { useRight } from '../../session/rights.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import classes from './orders.module.css';
import { deleteKeptMutation, keptFormsQuery } from './queries.ts';

export function KeptForms() {
  const t = useTranslations('orders.kept');
  const navigate = useNavigate();
  const problemText = useProblemText();
  const allowed = useRight(listKeptForms).reason === undefined;
  const kept = useQuery({ ...keptFormsQuery, enabled: allowed }).data ?? [];
  const remove = useMutation(deleteKeptMutation);
  if (kept.length === 0) return null;
  return (
    <Card title={t('title')}>
      {remove.isError && <Notice tone="refusal">{problemText(remove.error)}</Notice>}
      <ul className={classes.dates}>
        {kept.map(({ id, kind, name, form, payee }) => {
          const called = name || payee?.name || t('unnamed');
          const notes = [t(kind), form.amount, form.reference, payee?.deleted && t('deleted')];
          return (
            <li key={id}>
              <span className={classes.who}>
                {called}
                <span className={classes.note}>{notes.filter(Boolean).join(' · ')}</span>
              </span>
              <Button
                size="s"
                aria-label={t('useOf', { name: called })}
                onClick={() =>
                  void navigate({
                    to: '/payments/create/{-$direction}',
                    params: { direction: 'outgoing' },
                    search: { kept: id },
                  })
                }
              >
                {t('use')}
              </Button>
              <Button
                size="s"
                variant="quiet"
                icon={<IconTrash aria-hidden="true" />}
                aria-label={t('removeOf', { name: called })}
                busy={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id)}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
