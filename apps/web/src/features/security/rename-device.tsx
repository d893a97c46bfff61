/** A name by which the client knows the browser. */
import type { Device } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { usePlaceName } from './place.tsx';
import { renameDeviceMutation } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';

export function RenameDevice({ device, onDone }: { device: Device; onDone: () => void }) {
  const t = useTranslations('security');
  const place = usePlaceName()(device);
  const rename = useMutation(renameDeviceMutation(device.id));
  return (
    <RenameDialog title={t('renameTitle')} name={device.name ?? place} rename={rename} onDone={onDone} />
  );
}
