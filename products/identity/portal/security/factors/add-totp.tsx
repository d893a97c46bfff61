/** Adds the authenticator app: scan (or type) its secret, name it, confirm it with a code. */
import type { TotpEnrolment } from '@calmly/contract';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { QrCode } from '@calmly/ui/facts/qr-code.tsx';
import { OtpBoxes, otpLength } from '@calmly/ui/fields/codes/otp-boxes.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useId, useState } from 'react';
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
  const form = useForm({
    start: { name: t('factors.totp'), code: '' },
    read: ({ name, code }) => {
      const faults =
        missingTexts({ name }, { name: t('factors.nameRequired') }) ??
        (code.length < otpLength ? { code: t('otp.required') } : undefined);
      return faults ? { faults } : { body: { enrolmentId: enrolment.id, name: name.trim(), code } };
    },
    mutation: addTotpMutation,
    onSent: ({ recoveryCodes }, { name }) => {
      showSnackbar(t('factors.added', { name }));
      onAdded(recoveryCodes);
    },
  });
  const [notDigits, setNotDigits] = useState(false);
  const problem = notDigits ? t('otp.digitsOnly') : (form.faults.code ?? form.message);
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={onCancel}>
      <form {...form.props} className={classes.form}>
        <div>
          <div className={dialog.icon}>
            <IconDeviceMobile aria-hidden="true" />
          </div>
          <h2 id={`${id}-title`} className={dialog.title}>
            {t('factors.addTotpTitle')}
          </h2>
        </div>
        <Grid gap={24} align="center" className={classes.scan}>
          <QrCode text={enrolment.uri} label={t('factors.qrAlt')} />
          <div>
            <p id={`${id}-text`}>{t('factors.addTotpText')}</p>
            <Text size={13} tone="soft" above={16}>
              {t('factors.secret')}
            </Text>
            <Inline as="p" gap={4} align="center" className={classes.secret}>
              <code>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton value={enrolment.secret} what={t('factors.secretName')} />
            </Inline>
          </div>
        </Grid>
        <TextField
          {...form.text('name')}
          label={t('factors.name')}
          maxLength={nameLength}
          autoComplete="off"
        />
        <div>
          <p className={classes.codeLabel}>{t('factors.totpCode')}</p>
          {problem && <Notice tone="refusal">{problem}</Notice>}
          <div className={classes.codeBoxes}>
            <OtpBoxes
              value={form.values.code}
              invalid={Boolean(problem)}
              onChange={(code) => {
                form.change({ code });
                setNotDigits(false);
              }}
              onRejected={() => setNotDigits(true)}
            />
          </div>
        </div>
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
