/** Files by name, each with a button to download it, and one to remove it if allowed. `wrap` can replace it with a locked button. */
import { IconDownload, IconFile, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import classes from './file-list.module.css';

interface ListedFile {
  readonly id: string;
  readonly fileName: string;
}

interface FileListProps<F extends ListedFile> {
  files: readonly F[];
  label?: string;
  busyId: string | undefined;
  onSave: (id: string) => void;
  onRemove?: (file: F) => void;
  wrap?: (button: ReactNode) => ReactNode;
}

export function FileList<F extends ListedFile>(props: FileListProps<F>) {
  const { files, label, busyId, onSave, onRemove, wrap = (button) => button } = props;
  const t = useTranslations('ui');
  return (
    <ul className={classes.files} aria-label={label}>
      {files.map((file) => {
        const { id, fileName } = file;
        return (
          <li key={id}>
            <IconFile aria-hidden="true" />
            <span title={fileName}>{fileName}</span>
            {wrap(
              <Button
                size="s"
                variant="quiet"
                icon={<IconDownload aria-hidden="true" />}
                aria-label={t('download', { name: fileName })}
                busy={busyId === id}
                onClick={() => onSave(id)}
              />,
            )}
            {onRemove && (
              <Button
                size="s"
                variant="quiet"
                icon={<IconTrash aria-hidden="true" />}
                aria-label={t('remove', { name: fileName })}
                onClick={() => onRemove(file)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
