/**
 * Another e-mail or telephone: the new one, the popup's code by the means in force, then the code that went to the new one.
 */
import type { ContactChange } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { useFaults } from '../../shared/form/use-faults.ts';
import { PhoneField } from '../../shared/person/phone-field.tsx';
import { type PhoneDraft, readPhone } from '../../shared/person/phone-number.ts';
import { Button } from '../../ui/button.tsx';
import { CodeForm } from '../../ui/code-form.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './profile.module.css';
import { confirmContactMutation, requestContactMutation, sendContactCode } from './queries.ts';

interface ContactDialogProps {
  kind: 'email' | 'phone';
  /** Whose dial code a new number begins with. */
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
  const { locale } = useLocaleControl();
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState<PhoneDraft>({ country, text: '' });
  const [fault, setFault] = useState<string>();
  const asking = useMutation(requestContactMutation);
  const { fields, message } = useFaults(asking.error);
  const error = fault ?? fields.value;
  const read = async (): Promise<string | undefined> => {
    if (kind === 'email') {
      if (/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim())) return email.trim();
      setFault(t('profile.contact.emailInvalid'));
      return undefined;
    }
    const number = await readPhone(phone);
    if (number) return number.e164;
    setFault(t('profile.contact.phoneInvalid', { country: countryName(phone.country, locale) }));
    return undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (asking.isPending) return;
    const value = await read();
    if (value !== undefined) asking.mutate({ kind, value }, { onSuccess: onSent });
  };
  const typed = () => {
    setFault(undefined);
    if (asking.isError) asking.reset();
  };
  return (
    <form className={classes.dialogForm} onSubmit={(event) => void submit(event)} noValidate>
      {kind === 'email' ? (
        <TextField
          label={t('profile.contact.email')}
          type="email"
          autoComplete="email"
          data-autofocus
          maxLength={254}
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            typed();
          }}
        />
      ) : (
        <PhoneField
          value={phone}
          error={error}
          onChange={(next) => {
            setPhone(next);
            typed();
          }}
        />
      )}
      {message && <Notice tone="refusal">{message}</Notice>}
      <div className={dialog.actions}>
        <Button size="l" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="l" type="submit" variant="accent" busy={asking.isPending}>
          {t('ui.continue')}
        </Button>
      </div>
    </form>
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
