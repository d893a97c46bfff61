/** Another name for a passkey or the app. */
import type { Factor } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../../i18n/index.tsx';
import { RenameDialog } from '../rename-dialog.tsx';
import { renameMutation } from './queries.ts';

export function RenameFactor({ factor, onDone }: { factor: Factor; onDone: () => void }) {
  const t = useTranslations('factors');
  const rename = useMutation(renameMutation(factor.id));
  return <RenameDialog title={t('renameTitle')} name={factor.name} rename={rename} onDone={onDone} />;
}
