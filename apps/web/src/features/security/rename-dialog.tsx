/** Another name for a thing of the security tab: a browser, a passkey, an app. */
import { IconPencil } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { nameLength } from './factors/name.ts';
import classes from './security.module.css';

interface RenameDialogProps {
  title: string;
  name: string;
  rename: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
  onDone: () => void;
}

export function RenameDialog({ title, name: current, rename, onDone }: RenameDialogProps) {
  const t = useTranslations();
  const id = useId();
  const problemText = useProblemText();
  const [name, setName] = useState(current);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending) return;
    setMissing(name.trim() === '');
    if (name.trim() !== '') rename.mutate(name.trim(), { onSuccess: onDone });
  };
  const refused = rename.error ? problemText(rename.error) : undefined;
  return (
    <Dialog labelledBy={id} onCancel={onDone}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div>
          <div className={dialog.icon}>
            <IconPencil aria-hidden="true" />
          </div>
          <h2 id={id} className={dialog.title}>
            {title}
          </h2>
        </div>
        <TextField
          label={t('security.name')}
          value={name}
          maxLength={nameLength}
          data-autofocus
          error={missing ? t('security.nameRequired') : refused}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={dialog.actions}>
          <Button size="l" onClick={onDone}>
            {t('ui.cancel')}
          </Button>
          <Button size="l" type="submit" variant="accent" busy={rename.isPending}>
            {t('security.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
