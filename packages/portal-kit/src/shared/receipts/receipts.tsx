/** The receipts of a transaction in its drawer: files to download and remove, and a place to drop, paste, choose or photograph one. */
import { type Document, documentTypes, type Receipts as Facts, receiptsMost } from '@calmly/contract';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { FileList } from '@calmly/ui/facts/file-list.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { PhotoButton } from '@calmly/ui/fields/photo-button.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { usePastedFiles } from '@calmly/ui/fields/use-pasted-files.ts';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconReceipt } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dayAsDate } from '../days/days.ts';
import { useUploads } from '../files/use-uploads.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import {
  attachTo,
  receiptsQuery,
  removeReceiptMutation,
  rereadReceipts,
  saveReceiptMutation,
} from './queries.ts';

export function Receipts({ id }: { id: string }) {
  const t = useTranslations('receipts');
  const { data } = useQuery(receiptsQuery(id));
  const save = useMutation(saveReceiptMutation(id));
  const [removing, setRemoving] = useState<Document>();
  if (!data) return null;
  const { status, dueOn, isOverdue, items, canChange } = data;
  if (status === 'NOT_NEEDED' && !canChange) return null;
  const room = receiptsMost - items.length;
  return (
    <SheetSection title={t('title')}>
      <Grid gap={12}>
        {status === 'MISSING' && <Missing dueOn={dueOn} isOverdue={isOverdue} />}
        {items.length > 0 && (
          <FileList
            label={t('title')}
            files={items}
            busyId={save.isPending ? save.variables : undefined}
            onSave={(documentId) => save.mutate(documentId)}
            {...(canChange && { onRemove: setRemoving })}
          />
        )}
        <ProblemNotice error={save.error} />
        {canChange && room > 0 && <Adding id={id} />}
      </Grid>
      {removing && <RemoveDialog id={id} file={removing} onClose={() => setRemoving(undefined)} />}
    </SheetSection>
  );
}

function Missing({ dueOn, isOverdue }: Pick<Facts, 'dueOn' | 'isOverdue'>) {
  const t = useTranslations('receipts');
  const format = useFormatter();
  const date = dueOn && format.dateTime(dayAsDate(dueOn), { day: 'numeric', month: 'long' });
  return (
    <Notice tone="warning" title={t('missing')}>
      {date ? t(isOverdue ? 'overdue' : 'due', { date }) : t('wanted')}
    </Notice>
  );
}

function Adding({ id }: { id: string }) {
  const t = useTranslations('receipts');
  const client = useQueryClient();
  // Attached files are in the list above: only pending and refused ones are shown here.
  const uploads = useUploads([], () => void rereadReceipts(client, id), attachTo(id));
  const place = useRef<HTMLDivElement>(null);
  usePastedFiles(place, uploads.add);
  return (
    <Grid ref={place} gap={12}>
      <UploadArea
        compact
        label={t('add')}
        hint={t('hint')}
        accept={documentTypes}
        files={uploads.shown}
        onFiles={uploads.add}
        onRemove={uploads.remove}
        removeLabel={(name) => t('drop', { name })}
      />
      <PhotoButton label={t('photo')} onPhoto={(file) => uploads.add([file])} />
    </Grid>
  );
}

function RemoveDialog({ id, file, onClose }: { id: string; file: Document; onClose: () => void }) {
  const t = useTranslations('receipts');
  const remove = useMutation({ ...removeReceiptMutation(id), onSuccess: onClose });
  return (
    <ConfirmDialog
      icon={<IconReceipt aria-hidden="true" />}
      title={t('removeTitle')}
      text={t('removeText', { name: file.fileName })}
      problem={<ProblemNotice error={remove.error} />}
      keep={t('keep')}
      confirm={t('remove')}
      variant="danger"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(file.id)}
      onCancel={onClose}
    />
  );
}
