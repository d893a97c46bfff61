/** Asks before a browser is forgotten; forgetting the current one signs out. */
import type { Device } from '@calmly/contract';
import { usePlaceName } from '@calmly/portal-kit/shared/browsers/place.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetDeviceMutation } from './queries.ts';

export function ForgetDevice({ device, onDone }: { device: Device; onDone: () => void }) {
  const t = useTranslations('security');
  const navigate = useNavigate();
  const placeName = usePlaceName();
  const name = device.name ?? placeName(device);
  const forgetting = useMutation(forgetDeviceMutation(device.id));
  const done = () => {
    if (device.current) return void navigate({ to: '/logout' });
    showSnackbar(t('forgotten'));
    onDone();
  };
  return (
    <ConfirmDialog
      icon={<IconTrash aria-hidden="true" />}
      title={t('forgetTitle', { name })}
      text={t(device.current ? 'forgetOwnText' : 'forgetText')}
      problem={<ProblemNotice error={forgetting.error} />}
      onCancel={onDone}
      keep={t('keep')}
      confirm={t('forget')}
      busy={forgetting.isPending}
      onConfirm={() => forgetting.mutate(undefined, { onSuccess: done })}
    />
  );
}
