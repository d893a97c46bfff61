/** Adds the authenticator app: scan (or type) its secret, name it, prove it with a code that it shows. */
import { ApiProblem, type TotpEnrolment } from '@calmly/contract';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { useProblemText } from '../../../session/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { OtpBoxes, otpLength } from '../../../ui/otp-boxes.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { showSnackbar } from '../../../ui/snackbar.tsx';
import { Notice } from '../../../ui/surface.tsx';
import classes from './factors.module.css';
import { nameLength } from './name.ts';
import { addTotpMutation } from './queries.ts';

interface AddTotpProps {
  enrolment: TotpEnrolment;
  onCancel: () => void;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}

export function AddTotp({ enrolment, onCancel, onAdded }: AddTotpProps) {
  const t = useTranslations();
  const id = useId();
  const problemText = useProblemText();
  const addition = useMutation(addTotpMutation);
  const [name, setName] = useState(t('factors.totp'));
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<'name' | 'code' | 'digits'>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (addition.isPending) return;
    if (name.trim() === '') return setMissing('name');
    if (code.length < otpLength) return setMissing('code');
    setMissing(undefined);
    const sent = { enrolmentId: enrolment.id, name: name.trim(), code };
    addition.mutate(sent, {
      onSuccess: ({ recoveryCodes }) => {
        showSnackbar(t('factors.added', { name: sent.name }));
        onAdded(recoveryCodes);
      },
    });
  };
  const refusal = addition.isError ? refusalOf(addition.error, problemText) : undefined;
  const problem =
    missing === 'code' ? t('otp.required') : missing === 'digits' ? t('otp.digitsOnly') : refusal;
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={onCancel}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div>
          <div className={dialog.icon}>
            <IconDeviceMobile aria-hidden="true" />
          </div>
          <h2 id={`${id}-title`} className={dialog.title}>
            {t('factors.addTotpTitle')}
          </h2>
        </div>
        <div className={classes.scan}>
          <QrCode text={enrolment.uri} label={t('factors.qrAlt')} />
          <div>
            <p id={`${id}-text`}>{t('factors.addTotpText')}</p>
            <p className={classes.secretLabel}>{t('factors.secret')}</p>
            <p className={classes.secret}>
              <code>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton value={enrolment.secret} what={t('factors.secretName')} />
            </p>
          </div>
        </div>
        <TextField
          label={t('factors.name')}
          value={name}
          maxLength={nameLength}
          error={missing === 'name' ? t('factors.nameRequired') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <p className={classes.codeLabel}>{t('factors.totpCode')}</p>
          {problem && <Notice tone="refusal">{problem}</Notice>}
          <div className={classes.codeBoxes}>
            <OtpBoxes
              value={code}
              invalid={Boolean(problem)}
              onChange={(next) => {
                setCode(next);
                setMissing(undefined);
              }}
              onRejected={() => setMissing('digits')}
            />
          </div>
        </div>
        <div className={dialog.actions}>
          <Button size="l" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button size="l" type="submit" variant="accent" busy={addition.isPending}>
            {t('ui.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The field's own sentence where the code was refused. */
function refusalOf(error: unknown, problemText: (error: unknown) => string): string {
  const field = error instanceof ApiProblem ? error.fields.code : undefined;
  return field ?? problemText(error);
}
