/** Files by name, each with a button that downloads it. `wrap` can put a locked button in its place. */
import { IconDownload, IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import classes from './file-list.module.css';

interface FileListProps {
  files: readonly { readonly id: string; readonly fileName: string }[];
  label?: string;
  busyId: string | undefined;
  onSave: (id: string) => void;
  wrap?: (button: ReactNode) => ReactNode;
}

export function FileList({ files, label, busyId, onSave, wrap = (button) => button }: FileListProps) {
  const t = useTranslations('ui');
  return (
    <ul className={classes.files} aria-label={label}>
      {files.map(({ id, fileName }) => (
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
        </li>
      ))}
    </ul>
  );
}
