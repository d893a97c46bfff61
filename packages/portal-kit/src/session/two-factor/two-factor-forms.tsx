/** The two-factor popup's other methods: a passkey, which the browser requests from the device, or a recovery code. */
import { type Challenge, provePasskey } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { bank } from '../bank.ts';
import { signWithPasskey } from './passkey.ts';
import classes from './two-factor.module.css';

interface FormProps {
  error: string | undefined;
  /** The entry has been sent to the bank. */
  busy: boolean;
  onSubmit: (proof: string) => void;
  onCancel: () => void;
}

interface PasskeyFormProps extends FormProps {
  challenge: Challenge;
  onProblem: (problem: unknown) => void;
}

export function PasskeyForm({ challenge, error, busy, onSubmit, onCancel, onProblem }: PasskeyFormProps) {
  const t = useTranslations();
  const [asking, setAsking] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const start = useFocused<HTMLButtonElement>();
  const problem = dismissed ? t('otp.passkeyDismissed') : error;
  const confirm = async () => {
    setAsking(true);
    setDismissed(false);
    onProblem(undefined);
    try {
      const assertion = challenge.passkey && (await signWithPasskey(challenge.passkey));
      if (!assertion) return setDismissed(true);
      const body = { challenge_id: challenge.challenge_id, assertion };
      onSubmit((await bank.call(provePasskey, { body })).proof);
    } catch (failure) {
      onProblem(failure);
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      {problem && (
        <div className={dialog.alert}>
          <Notice tone="refusal">{problem}</Notice>
        </div>
      )}
      <div className={`${dialog.actions} ${classes.actions}`}>
        <Button size="l" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button
          size="l"
          variant="accent"
          ref={start}
          icon={<IconFingerprint aria-hidden="true" />}
          busy={asking || busy}
          onClick={() => void confirm()}
        >
          {t('otp.usePasskey')}
        </Button>
      </div>
    </>
  );
}

/** Sixteen letters and digits; the bank reads them with or without dashes. */
export function RecoveryForm({ error, busy, onSubmit, onCancel }: FormProps) {
  const t = useTranslations();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useFocused<HTMLInputElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const typed = code.replace(/\s/g, '');
    setMissing(typed === '');
    if (typed !== '') onSubmit(typed);
  };
  return (
    <Stack as="form" onSubmit={submit} noValidate gap={24} above={24}>
      {error && <Notice tone="refusal">{error}</Notice>}
      <TextField
        label={t('otp.recoveryCode')}
        value={code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        ref={field}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        error={missing ? t('otp.recoveryCodeRequired') : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className={dialog.actions}>
        <Button size="l" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="l" type="submit" variant="accent" busy={busy}>
          {busy ? t('otp.checking') : t('ui.continue')}
        </Button>
      </div>
    </Stack>
  );
}

/** Gets the focus when it appears, even if the dialog around it was already open. */
function useFocused<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
