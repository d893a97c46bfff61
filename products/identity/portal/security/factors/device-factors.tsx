/** Passkeys and the authenticator app, each with its name; rows to add missing ones. */
import type { Factor, Factors } from '@calmly/contract';
import { canUsePasskeys } from '@calmly/portal-kit/session/two-factor/passkey.ts';
import { RenameDialog } from '@calmly/portal-kit/shared/form/rename-dialog.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { IconDeviceMobile, IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { nameLength } from './name.ts';
import { renameMutation } from './queries.ts';
import { RemoveFactor } from './remove-factor.tsx';

interface DeviceFactorsProps {
  factors: Factors;
  addingPasskey: boolean;
  addingTotp: boolean;
  onAddPasskey: () => void;
  onAddTotp: () => void;
}

export function DeviceFactors(props: DeviceFactorsProps) {
  const t = useTranslations('factors');
  const security = useTranslations('security');
  const { factors } = props.factors;
  const [renaming, setRenaming] = useState<Factor>();
  const [removing, setRemoving] = useState<Factor>();
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey');
  const hasTotp = factors.some(({ kind }) => kind === 'totp');
  return (
    <>
      <Rows>
        {factors.map((factor) => (
          <DeviceRow
            key={factor.id}
            factor={factor}
            onRename={() => setRenaming(factor)}
            onRemove={() => setRemoving(factor)}
          />
        ))}
        <Row
          icon={<IconFingerprint aria-hidden="true" />}
          title={t(hasPasskey ? 'passkeyAnother' : 'passkey')}
          actions={
            canUsePasskeys() && (
              <Button
                size="s"
                icon={<IconPlus aria-hidden="true" />}
                busy={props.addingPasskey}
                onClick={props.onAddPasskey}
              >
                {t('addPasskey')}
              </Button>
            )
          }
        >
          <p>{t(canUsePasskeys() ? 'passkeyText' : 'passkeyUnavailable')}</p>
        </Row>
        {!hasTotp && (
          <Row
            icon={<IconDeviceMobile aria-hidden="true" />}
            title={t('totp')}
            actions={
              <Button
                size="s"
                icon={<IconPlus aria-hidden="true" />}
                busy={props.addingTotp}
                onClick={props.onAddTotp}
              >
                {t('addTotp')}
              </Button>
            }
          >
            <p>{t('totpText')}</p>
          </Row>
        )}
      </Rows>
      {renaming && (
        <RenameDialog
          title={t('renameTitle')}
          label={security('name')}
          maxLength={nameLength}
          required={security('nameRequired')}
          confirm={security('save')}
          name={renaming.name}
          mutation={renameMutation(renaming.id)}
          onDone={() => setRenaming(undefined)}
        />
      )}
      {removing && (
        <RemoveFactor
          factor={removing}
          isLastDevice={factors.length === 1}
          onDone={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

interface DeviceRowProps {
  factor: Factor;
  onRename: () => void;
  onRemove: () => void;
}

function DeviceRow({ factor, onRename, onRemove }: DeviceRowProps) {
  const t = useTranslations('factors');
  const format = useFormatter();
  const Icon = factor.kind === 'passkey' ? IconFingerprint : IconDeviceMobile;
  const day = (time: string) => format.dateTime(new Date(time), { dateStyle: 'medium' });
  const used = factor.lastUsedAt ? t('lastUsed', { date: day(factor.lastUsedAt) }) : t('neverUsed');
  return (
    <Row
      icon={<Icon aria-hidden="true" />}
      title={factor.name}
      actions={
        <>
          <Button
            variant="quiet"
            size="s"
            icon={<IconPencil aria-hidden="true" />}
            aria-label={t('renameOf', { name: factor.name })}
            onClick={onRename}
          />
          <Button
            variant="quiet"
            size="s"
            icon={<IconTrash aria-hidden="true" />}
            aria-label={t('removeOf', { name: factor.name })}
            onClick={onRemove}
          />
        </>
      }
    >
      <p>{`${t(factor.kind)} · ${t('addedOn', { date: day(factor.createdAt) })} · ${used}`}</p>
    </Row>
  );
}
