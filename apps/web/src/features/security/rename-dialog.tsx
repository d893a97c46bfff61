/** Another name for a thing of the security tab: a browser, a passkey, an app. */
import { IconPencil } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { nameLength } from './factors/name.ts';

interface RenameDialogProps {
  title: string;
  name: string;
  rename: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
  onDone: () => void;
}

export function RenameDialog({ title, name: current, rename, onDone }: RenameDialogProps) {
  const t = useTranslations('security');
  const problemText = useProblemText();
  const [name, setName] = useState(current);
  const [missing, setMissing] = useState(false);
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '') rename.mutate(name.trim(), { onSuccess: onDone });
  };
  const refused = rename.error ? problemText(rename.error) : undefined;
  return (
    <FormDialog
      icon={<IconPencil aria-hidden="true" />}
      title={title}
      confirm={t('save')}
      busy={rename.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      <TextField
        label={t('name')}
        value={name}
        maxLength={nameLength}
        data-autofocus
        error={missing ? t('nameRequired') : refused}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
