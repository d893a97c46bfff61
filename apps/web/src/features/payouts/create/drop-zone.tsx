/** A place for one file: dropped, or chosen when it is pressed. While the file is on its way it shows how much has left. */
import { IconAlertCircle, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProgressLine } from '../progress-line.tsx';
import type { Upload } from '../upload.ts';
import classes from './create.module.css';

const accepted =
  '.csv,.tsv,.txt,.xlsx,.xml,text/csv,text/plain,text/xml,application/xml,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function DropZone({ upload }: { upload: Upload }) {
  const t = useTranslations('payouts.create');
  const id = useId();
  const [over, setOver] = useState(false);
  if (upload.file) return <OnItsWay upload={upload} file={upload.file} />;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    upload.send(Array.from(event.dataTransfer.files));
  };
  return (
    <div className={classes.zone}>
      <label
        className={classes.drop}
        data-over={over || undefined}
        data-invalid={upload.refusal ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          accept={accepted}
          aria-describedby={`${id}-formats ${id}-refusal`}
          aria-invalid={upload.refusal ? true : undefined}
          onChange={(event) => {
            upload.send(Array.from(event.currentTarget.files ?? []));
            event.currentTarget.value = '';
          }}
        />
        <IconUpload aria-hidden="true" />
        <span className={classes.dropTitle}>{t('drop')}</span>
        <span id={`${id}-formats`} className={classes.hint}>
          {t('formats')}
        </span>
      </label>
      <div id={`${id}-refusal`} aria-live="polite">
        {upload.refusal && (
          <p className={classes.refusal}>
            <IconAlertCircle aria-hidden="true" />
            {upload.refusal}
          </p>
        )}
      </div>
    </div>
  );
}

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
