/** Names a new passkey and has the device create it. Browsers require the click before they ask for a fingerprint. */
import { ApiProblem, type PasskeyEnrolment } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { makePasskey } from '@calmly/portal-kit/session/two-factor/passkey.ts';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
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
    <FormDialog
      icon={<IconFingerprint aria-hidden="true" />}
      title={t('factors.addPasskeyTitle')}
      text={t('factors.addPasskeyText')}
      confirm={t('ui.continue')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      {problem && <Notice tone="refusal">{problem}</Notice>}
      <TextField
        {...form.text('name')}
        label={t('factors.name')}
        help={t('factors.passkeyNameHelp')}
        maxLength={nameLength}
        data-autofocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
