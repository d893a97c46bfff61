/** The browsers that sign in without a code: listed by name, and forgotten after a confirmation. */
import type { Device } from '@calmly/contract';
import { PlaceIcon, useAgo, usePlaceName } from '@calmly/portal-kit/shared/browsers/place.tsx';
import { RenameDialog } from '@calmly/portal-kit/shared/form/rename-dialog.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MoreRows, Own, Row, Rows, RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameLength } from './factors/name.ts';
import { ForgetDevice } from './forget-device.tsx';
import { devicesQuery, renameDeviceMutation } from './queries.ts';

export function DeviceList() {
  const t = useTranslations('security');
  const query = useInfiniteQuery(devicesQuery);
  const [open, setOpen] = useState<{ dialog: 'rename' | 'forget'; device: Device }>();
  const placeName = usePlaceName();
  const close = () => setOpen(undefined);
  const devices = query.data;
  return (
    <Card flush title={t('devices')}>
      <RowsText>{devices?.length === 0 ? t('noDevices') : t('devicesText')}</RowsText>
      {query.isError && !devices && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsShape label={t('devices')} />}
      {devices && devices.length > 0 && (
        <Rows>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onOpen={(dialog) => setOpen({ dialog, device })} />
          ))}
        </Rows>
      )}
      <MoreRows query={query} />
      {open?.dialog === 'rename' && (
        <RenameDialog
          title={t('renameTitle')}
          label={t('name')}
          maxLength={nameLength}
          required={t('nameRequired')}
          confirm={t('save')}
          name={open.device.name ?? placeName(open.device)}
          mutation={renameDeviceMutation(open.device.id)}
          onDone={close}
        />
      )}
      {open?.dialog === 'forget' && <ForgetDevice device={open.device} onDone={close} />}
    </Card>
  );
}

interface DeviceRowProps {
  device: Device;
  onOpen: (dialog: 'rename' | 'forget') => void;
}

function DeviceRow({ device, onOpen }: DeviceRowProps) {
  const t = useTranslations('security');
  const ago = useAgo()(device.lastUsedAt);
  const place = usePlaceName()(device);
  const name = device.name ?? place;
  const facts = [device.name && place, ago ? t('lastUsed', { when: ago }) : t('lastUsedNow'), device.ip];
  return (
    <Row
      icon={<PlaceIcon system={device.system} />}
      title={
        <>
          {name}
          {device.current && <Own>{t('thisBrowser')}</Own>}
        </>
      }
      actions={
        <>
          <Button
            size="s"
            variant="quiet"
            icon={<IconPencil aria-hidden="true" />}
            aria-label={t('renameOf', { name })}
            onClick={() => onOpen('rename')}
          />
          <Button
            size="s"
            variant="quiet"
            icon={<IconTrash aria-hidden="true" />}
            aria-label={t('forgetOf', { name })}
            onClick={() => onOpen('forget')}
          />
        </>
      }
    >
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </Row>
  );
}
