/** Changes the email address or phone: the new one, a code sent to the current one, then a code sent to the new one. */
import type { ContactChange } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { emailPattern } from '@calmly/portal-kit/shared/person/email-pattern.ts';
import { PhoneField } from '@calmly/portal-kit/shared/person/phone-field.tsx';
import { readPhone } from '@calmly/portal-kit/shared/person/phone-number.ts';
import { usePhoneFault } from '@calmly/portal-kit/shared/person/use-phone-fault.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CodeForm } from '@calmly/ui/fields/codes/code-form.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { confirmContactMutation, requestContactMutation, sendContactCode } from './queries.ts';

interface ContactDialogProps {
  kind: 'email' | 'phone';
  /** The country whose dial code a new number starts with. */
  country: string;
  onClose: () => void;
}

export function ContactDialog({ kind, country, onClose }: ContactDialogProps) {
  const t = useTranslations('profile.contact');
  const id = useId();
  const [sent, setSent] = useState<ContactChange>();
  const Icon = kind === 'email' ? IconMail : IconPhone;
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={onClose}>
      <div className={dialog.icon}>
        <Icon aria-hidden="true" />
      </div>
      <h2 id={`${id}-title`} className={dialog.title}>
        {t(sent ? 'codeTitle' : `title.${kind}`)}
      </h2>
      <p id={`${id}-text`} className={dialog.text}>
        {sent ? t('codeText', { to: sent.sentTo }) : t(`text.${kind}`)}
      </p>
      {sent ? (
        <ConfirmForm sent={sent} onSent={setSent} onClose={onClose} />
      ) : (
        <ValueForm kind={kind} country={country} onSent={setSent} onClose={onClose} />
      )}
    </Dialog>
  );
}

type ValueFormProps = ContactDialogProps & { onSent: (sent: ContactChange) => void };

function ValueForm({ kind, country, onSent, onClose }: ValueFormProps) {
  const t = useTranslations();
  const phoneFault = usePhoneFault();
  const form = useForm({
    start: { email: '', phone: { country, text: '' } },
    read: async ({ email, phone }) => {
      if (kind === 'email')
        return emailPattern.test(email.trim())
          ? { body: { kind, value: email.trim() } }
          : { faults: { email: t('profile.contact.emailInvalid') } };
      const number = await readPhone(phone);
      return number ? { body: { kind, value: number.e164 } } : { faults: { phone: phoneFault(phone) } };
    },
    mutation: requestContactMutation,
    onSent,
  });
  const error = form.faults[kind] ?? form.faults.value;
  return (
    <Stack as="form" {...form.props} gap={24} above={24}>
      {kind === 'email' ? (
        <TextField
          {...form.text('email')}
          label={t('profile.contact.email')}
          type="email"
          autoComplete="email"
          data-autofocus
          maxLength={254}
          error={error}
        />
      ) : (
        <PhoneField value={form.values.phone} error={error} onChange={(phone) => form.change({ phone })} />
      )}
      <FormMessage form={form} />
      <div className={dialog.actions}>
        <Button size="l" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="l" type="submit" variant="accent" busy={form.busy}>
          {t('ui.continue')}
        </Button>
      </div>
    </Stack>
  );
}

interface ConfirmFormProps {
  sent: ContactChange;
  onSent: (sent: ContactChange) => void;
  onClose: () => void;
}

function ConfirmForm({ sent, onSent, onClose }: ConfirmFormProps) {
  const t = useTranslations('profile.contact');
  const problemText = useProblemText();
  const confirming = useMutation(confirmContactMutation);
  const [resendProblem, setResendProblem] = useState<unknown>();
  const problem = resendProblem ?? confirming.error;
  const submit = (code: string) => {
    setResendProblem(undefined);
    confirming.mutate(
      { id: sent.id, code },
      {
        onSuccess: () => {
          showSnackbar(t(`changed.${sent.kind}`));
          onClose();
        },
      },
    );
  };
  const onResend = async () => {
    try {
      const again = await sendContactCode(sent.id);
      confirming.reset();
      setResendProblem(undefined);
      onSent(again);
      return again.resendIn;
    } catch (error) {
      setResendProblem(error);
      return sent.resendIn;
    }
  };
  return (
    <CodeForm
      key={sent.code}
      prefilled={sent.code}
      busy={confirming.isPending}
      error={problem ? problemText(problem) : undefined}
      onSubmit={submit}
      onCancel={onClose}
      resend={{ seconds: sent.resendIn, onResend }}
    />
  );
}
