/**
 * The client's confirmation methods: passkeys, the authenticator app, codes by SMS and email, recovery codes. Every change is confirmed
 * in the two-factor popup first; a cancelled popup leaves everything as it was.
 */
import type { Factors as FactorsResource, PasskeyEnrolment, TotpEnrolment } from '@calmly/contract';
import { isFailure } from '@calmly/portal-kit/session/problem-text.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddPasskey } from './add-passkey.tsx';
import { AddTotp } from './add-totp.tsx';
import { DeviceFactors } from './device-factors.tsx';
import classes from './factors.module.css';
import { MessageFactors } from './message-factors.tsx';
import { Preferred } from './preferred.tsx';
import { factorsQuery, recoveryCodesMutation, startPasskeyMutation, startTotpMutation } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoverySection } from './recovery-section.tsx';

type Open =
  | { readonly dialog: 'totp'; readonly enrolment: TotpEnrolment }
  | { readonly dialog: 'passkey'; readonly enrolment: PasskeyEnrolment }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] };

export function Factors() {
  const t = useTranslations('factors');
  const query = useQuery(factorsQuery);
  if (query.isError && !query.data)
    return (
      <Card>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    );
  return (
    <Card flush title={t('title')}>
      {query.data ? <Sections factors={query.data} /> : <RowsShape label={t('title')} />}
    </Card>
  );
}

function Sections({ factors }: { factors: FactorsResource }) {
  const t = useTranslations('factors');
  const [open, setOpen] = useState<Open>();
  const totp = useMutation(startTotpMutation);
  const passkey = useMutation(startPasskeyMutation);
  const recovery = useMutation(recoveryCodesMutation);
  const problem = [totp, passkey, recovery].map(({ error }) => error).find(isFailure);
  const close = () => setOpen(undefined);
  /** The recovery codes that come with the first device are shown only now. */
  const added = (codes: readonly string[] | null) => setOpen(codes ? { dialog: 'codes', codes } : undefined);
  return (
    <>
      <RowsText>{t('lead')}</RowsText>
      {problem && (
        <div className={classes.problem}>
          <ProblemNotice error={problem} />
        </div>
      )}
      <DeviceFactors
        factors={factors}
        addingPasskey={passkey.isPending}
        addingTotp={totp.isPending}
        onAddPasskey={() =>
          passkey.mutate(undefined, { onSuccess: (enrolment) => setOpen({ dialog: 'passkey', enrolment }) })
        }
        onAddTotp={() =>
          totp.mutate(undefined, { onSuccess: (enrolment) => setOpen({ dialog: 'totp', enrolment }) })
        }
      />
      <MessageFactors factors={factors} />
      <RecoverySection
        factors={factors}
        making={recovery.isPending}
        onMake={() => recovery.mutate(undefined, { onSuccess: ({ recoveryCodes }) => added(recoveryCodes) })}
      />
      <Preferred factors={factors} />
      {open?.dialog === 'totp' && <AddTotp enrolment={open.enrolment} onCancel={close} onAdded={added} />}
      {open?.dialog === 'passkey' && (
        <AddPasskey enrolment={open.enrolment} onCancel={close} onAdded={added} />
      )}
      {open?.dialog === 'codes' && <RecoveryCodes codes={open.codes} onDone={close} />}
    </>
  );
}
