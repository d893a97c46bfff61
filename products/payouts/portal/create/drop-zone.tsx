/** A drop zone for one file, with upload progress. An already used file is uploaded again only if the client confirms it. */

import { ProgressLine } from '@calmly/portal-kit/shared/files/progress-line.tsx';
import { quarterOf } from '@calmly/portal-kit/shared/files/quarters.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { takeLostFocus } from '../payout/part-title.tsx';
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
  const zone = useFocusOnUpload(upload.file !== undefined);
  return (
    <Grid ref={zone} gap={8}>
      {upload.file ? (
        <OnItsWay upload={upload} file={upload.file} />
      ) : (
        <UploadArea
          large
          label={hasPointer ? t('drop') : t('choose')}
          hint={t('formats')}
          accept={accepted}
          error={upload.refusal}
          onFiles={upload.send}
        />
      )}
      {upload.paidBefore && <AlreadyPaid paidBefore={upload.paidBefore} />}
    </Grid>
  );
}

/** The field is replaced by the upload, and returns when there is a message; keyboard users keep the focus there. */
function useFocusOnUpload(isSending: boolean) {
  const zone = useRef<HTMLDivElement>(null);
  const seen = useRef(isSending);
  useEffect(() => {
    if (seen.current === isSending) return;
    seen.current = isSending;
    const part = (selector: string) => zone.current?.querySelector<HTMLElement>(selector);
    takeLostFocus(part('[tabindex="-1"]') ?? part('input'));
  }, [isSending]);
  return zone;
}

function AlreadyPaid({ paidBefore: { text, payoutId, send } }: { paidBefore: PaidBefore }) {
  const t = useTranslations('payouts.create');
  const [isMeant, setMeant] = useState(false);
  return (
    <section aria-label={text} tabIndex={-1}>
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
    </section>
  );
}

/** A file dropped beside the zone is accepted too; otherwise the browser would open it in place of the page. */
function useDropAnywhere(onFiles: (files: readonly File[]) => void) {
  const onDrop = useEffectEvent((event: DragEvent) => {
    // The zone has already handled it, or it is text for a field.
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
  const title = t('sending', { name: file.name });
  const sentOf = (part: number) => t('sent', { percent: format.number(part, { style: 'percent' }), size });
  return (
    <section className={classes.way} aria-label={title} tabIndex={-1}>
      <ProgressLine title={title} note={sentOf(upload.part)} part={upload.part} />
      <p className="visually-hidden" role="status">
        {sentOf(quarterOf(upload.part))}
      </p>
      <Button onClick={upload.cancel}>{t('cancel')}</Button>
    </section>
  );
}
