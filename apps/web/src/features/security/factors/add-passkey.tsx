/** Names a new passkey and has the device make it. The click is what browsers want before they ask for a finger. */
import { ApiProblem, type PasskeyEnrolment } from '@calmly/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { makePasskey } from '../../../session/passkey.ts';
import { useProblemText } from '../../../session/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { showSnackbar } from '../../../ui/snackbar.tsx';
import { Notice } from '../../../ui/surface.tsx';
import classes from './factors.module.css';
import { nameLength } from './name.ts';
import { addPasskeyMutation } from './queries.ts';

interface AddPasskeyProps {
  enrolment: PasskeyEnrolment;
  onCancel: () => void;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}

export function AddPasskey({ enrolment, onCancel, onAdded }: AddPasskeyProps) {
  const t = useTranslations();
  const id = useId();
  const problemText = useProblemText();
  const addition = useMutation(addPasskeyMutation);
  const [name, setName] = useState('');
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState(false);
  const make = async () => {
    setAsking(true);
    setProblem(undefined);
    try {
      const attestation = await makePasskey(enrolment.options);
      if (!attestation) return setProblem(t('factors.passkeyDismissed'));
      const { recoveryCodes } = await addition.mutateAsync({
        enrolmentId: enrolment.id,
        name: name.trim(),
        attestation,
      });
      showSnackbar(t('factors.added', { name: name.trim() }));
      onAdded(recoveryCodes);
    } catch (error) {
      setProblem(error instanceof ApiProblem ? problemText(error) : t('factors.passkeyFailed'));
    } finally {
      setAsking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asking) return;
    setMissing(name.trim() === '');
    if (name.trim() !== '') void make();
  };
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={onCancel}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div>
          <div className={dialog.icon}>
            <IconFingerprint aria-hidden="true" />
          </div>
          <h2 id={`${id}-title`} className={dialog.title}>
            {t('factors.addPasskeyTitle')}
          </h2>
          <p id={`${id}-text`} className={dialog.text}>
            {t('factors.addPasskeyText')}
          </p>
        </div>
        {problem && <Notice tone="refusal">{problem}</Notice>}
        <TextField
          label={t('factors.name')}
          help={t('factors.passkeyNameHelp')}
          value={name}
          maxLength={nameLength}
          data-autofocus
          error={missing ? t('factors.nameRequired') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={dialog.actions}>
          <Button size="l" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button size="l" type="submit" variant="accent" busy={asking}>
            {t('ui.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
