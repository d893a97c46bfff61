/** A name by which the client knows the browser. */
import type { Device } from '@calmly/contract';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { usePlaceName } from './place.tsx';
import { renameDeviceMutation } from './queries.ts';
import classes from './security.module.css';

const longestName = 40;

export function RenameDevice({ device, onDone }: { device: Device; onDone: () => void }) {
  const t = useTranslations();
  const id = useId();
  const problemText = useProblemText();
  const place = usePlaceName()(device);
  const rename = useMutation(renameDeviceMutation(device.id));
  const [name, setName] = useState(device.name ?? place);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending) return;
    setMissing(name.trim() === '');
    if (name.trim() !== '') rename.mutate(name.trim(), { onSuccess: onDone });
  };
  const error = missing ? t('security.nameRequired') : rename.isError ? problemText(rename.error) : undefined;
  return (
    <Dialog labelledBy={id} onCancel={onDone}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div>
          <div className={dialog.icon}>
            <IconPencil aria-hidden="true" />
          </div>
          <h2 id={id} className={dialog.title}>
            {t('security.renameTitle')}
          </h2>
        </div>
        <TextField
          label={t('security.name')}
          value={name}
          maxLength={longestName}
          data-autofocus
          error={error}
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
