/** A drop zone for one file, with upload progress. A file that was used before is uploaded again only if the client confirms it. */
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { ProgressLine } from '../../../shared/files/progress-line.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/fields/field.tsx';
import { UploadArea } from '../../../ui/fields/upload-area.tsx';
import { breakpoints, useMedia } from '../../../ui/media.ts';
import { Notice } from '../../../ui/surface.tsx';
import type { PaidBefore, Upload } from '../upload.ts';
import classes from './create.module.css';

const accepted = [
  '.csv',
  '.tsv',
  '.txt',
  '.xlsx',
  '.xml',
  'text/csv',
  'text/plain',
  'text/xml',
  'application/xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

export function DropZone({ upload }: { upload: Upload }) {
  const t = useTranslations('payouts.create');
  const hasPointer = useMedia(breakpoints.mouse);
  useDropAnywhere(upload.send);
  if (upload.file) return <OnItsWay upload={upload} file={upload.file} />;
  return (
    <div className={classes.zone}>
      <UploadArea
        large
        label={hasPointer ? t('drop') : t('choose')}
        hint={t('formats')}
        accept={accepted}
        error={upload.refusal}
        onFiles={upload.send}
      />
      {upload.paidBefore && <AlreadyPaid paidBefore={upload.paidBefore} />}
    </div>
  );
}

function AlreadyPaid({ paidBefore: { text, payoutId, send } }: { paidBefore: PaidBefore }) {
  const t = useTranslations('payouts.create');
  const [isMeant, setMeant] = useState(false);
  return (
    <Notice tone="warning" title={text}>
      <div className={classes.again}>
        <Link className="link" to="/payments/payouts/$id" params={{ id: payoutId }}>
          {t('openPaid')}
        </Link>
        <CheckboxField
          label={t('payTwice')}
          checked={isMeant}
          onChange={(event) => setMeant(event.currentTarget.checked)}
        />
        <Button disabled={!isMeant} onClick={send}>
          {t('uploadAnyway')}
        </Button>
      </div>
    </Notice>
  );
}

/** A file that misses the zone is taken too: otherwise the browser opens it in place of the page. */
function useDropAnywhere(onFiles: (files: readonly File[]) => void) {
  const onDrop = useEffectEvent((event: DragEvent) => {
    // The zone has taken it, or it is text for a field.
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    onFiles(Array.from(event.dataTransfer?.files ?? []));
  });
  useEffect(() => {
    const accept = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => onDrop(event);
    document.addEventListener('dragover', accept);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', accept);
      document.removeEventListener('drop', drop);
    };
  }, []);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

const megabyte = 1_000_000;

function OnItsWay({ upload, file }: { upload: Upload; file: File }) {
  const t = useTranslations('payouts.create');
  const format = useFormatter();
  const size =
    file.size < megabyte
      ? format.number(Math.max(1, Math.round(file.size / 1000)), { style: 'unit', unit: 'kilobyte' })
      : format.number(file.size / megabyte, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (
    <div className={classes.way}>
      <ProgressLine
        title={t('sending', { name: file.name })}
        note={t('sent', { percent: format.number(upload.part, { style: 'percent' }), size })}
        part={upload.part}
      />
      <Button onClick={upload.cancel}>{t('cancel')}</Button>
    </div>
  );
}
