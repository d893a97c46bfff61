/** Names a new passkey and has the device create it. Browsers require the click before they ask for a fingerprint. */
import { ApiProblem, type PasskeyEnrolment } from '@calmly/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { useProblemText } from '../../../session/problem-text.ts';
import { makePasskey } from '../../../session/two-factor/passkey.ts';
import { missingTexts } from '../../../shared/form/faults.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import dialog from '../../../ui/layers/dialog.module.css';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { Notice } from '../../../ui/surface.tsx';
import classes from './factors.module.css';
import { nameLength } from './name.ts';
import { addPasskeyMutation } from './queries.ts';

/** The person closed the browser's own dialog. */
const dismissed = new Error('passkey dismissed');

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
  const form = useForm({
    start: { name: '' },
    read: ({ name }) => {
      const faults = missingTexts({ name }, { name: t('factors.nameRequired') });
      return faults ? { faults } : { body: name.trim() };
    },
    mutation: {
      mutationFn: async (name: string) => {
        const attestation = await makePasskey(enrolment.options);
        if (!attestation) throw dismissed;
        return addition.mutateAsync({ enrolmentId: enrolment.id, name, attestation });
      },
    },
    onSent: ({ recoveryCodes }, name) => {
      showSnackbar(t('factors.added', { name }));
      onAdded(recoveryCodes);
    },
  });
  const problem = form.error && problemOf(form.error);
  function problemOf(error: Error) {
    if (error === dismissed) return t('factors.passkeyDismissed');
    return error instanceof ApiProblem ? problemText(error) : t('factors.passkeyFailed');
  }
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={onCancel}>
      <form {...form.props} className={classes.form}>
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
          {...form.text('name')}
          label={t('factors.name')}
          help={t('factors.passkeyNameHelp')}
          maxLength={nameLength}
          data-autofocus
          autoComplete="off"
        />
        <div className={dialog.actions}>
          <Button size="l" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button size="l" type="submit" variant="accent" busy={form.busy}>
            {t('ui.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
