/** Shows a picture in a dialog. */
import type { ListedDocument } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, Spinner } from '@calmly/ui/button.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import classes from './documents.module.css';
import { pictureQuery } from './queries.ts';

export function Preview({ document, onClose }: { document: ListedDocument; onClose: () => void }) {
  const t = useTranslations('documents');
  const picture = useQuery(pictureQuery(document.id));
  const address = useMemo(() => picture.data && URL.createObjectURL(picture.data), [picture.data]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return (
    <Dialog labelledBy="preview-title" onCancel={onClose}>
      <Text as="h2" id="preview-title" wrap="anywhere">
        {document.fileName}
      </Text>
      <div className={classes.picture}>
        {picture.isPending && <Spinner />}
        {picture.isError && (
          <ErrorState error={picture.error} onRetry={() => void picture.refetch()} compact />
        )}
        {address && <img src={address} alt={document.fileName} />}
      </div>
      <Button size="l" block onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  );
}
