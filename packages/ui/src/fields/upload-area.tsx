/**
 * A drop zone for files, 160 pixels high (specification section 9) or `large`, that opens the file chooser when clicked; the files are listed under
 * it:
 * uploading, uploaded, or refused with the reason. Independent of the upload's target.
 */
import { IconAlertCircle, IconFile, IconPhoto, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { Button, Spinner } from '../button.tsx';
import { Grid } from '../layout/boxes.tsx';
import { Text } from '../layout/text.tsx';
import classes from './upload-area.module.css';

export interface ShownFile {
  readonly key: string;
  readonly name: string;
  /** Size or progress. */
  readonly note: string;
  readonly state: 'sending' | 'done' | 'refused';
}

interface UploadAreaProps {
  label: string;
  hint: string;
  /** The sentence under it when something is missing. */
  error?: string | undefined;
  /** Media types of the chooser. */
  accept: readonly string[];
  onFiles: (files: readonly File[]) => void;
  large?: boolean;
  /** Lower, for use next to other content. */
  compact?: boolean;
}

interface FilesProps {
  files: readonly ShownFile[];
  onRemove: (key: string) => void;
  removeLabel: (name: string) => string;
}

/** Without `files`, it accepts a single file and has no list. */
export function UploadArea(props: UploadAreaProps & (FilesProps | { files?: undefined })) {
  const id = useId();
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    props.onFiles(Array.from(event.dataTransfer.files));
  };
  return (
    <Grid gap={8}>
      <label
        className={classes.area}
        data-large={props.large || undefined}
        data-compact={props.compact || undefined}
        data-over={over || undefined}
        data-invalid={props.error ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          multiple={props.files !== undefined}
          accept={props.accept.join(',')}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={props.error ? true : undefined}
          onChange={(event) => {
            props.onFiles(Array.from(event.currentTarget.files ?? []));
            // Allows choosing the same file again after it was removed.
            event.currentTarget.value = '';
          }}
        />
        <IconUpload aria-hidden="true" />
        <span className={classes.label}>{props.label}</span>
        <Text as="span" id={`${id}-hint`} size={13} tone="soft" className={classes.hint}>
          {props.hint}
        </Text>
      </label>
      <div id={`${id}-error`} aria-live="polite" hidden={!props.error} className={classes.error}>
        {props.error && (
          <>
            <IconAlertCircle aria-hidden="true" />
            {props.error}
          </>
        )}
      </div>
      {props.files && <Files {...props} />}
    </Grid>
  );
}

function Files({ files, onRemove, removeLabel }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.key} data-state={file.state}>
          <FileIcon file={file} />
          <Grid as="span">
            <Text as="span" wrap="cut">
              {file.name}
            </Text>
            <span className={classes.note} role={file.state === 'refused' ? 'alert' : undefined}>
              {file.note}
            </span>
          </Grid>
          <Button
            variant="quiet"
            size="s"
            icon={<IconX aria-hidden="true" />}
            aria-label={removeLabel(file.name)}
            onClick={() => onRemove(file.key)}
          />
        </li>
      ))}
    </ul>
  );
}

function FileIcon({ file }: { file: ShownFile }) {
  if (file.state === 'sending') return <Spinner />;
  if (file.state === 'refused') return <IconAlertCircle aria-hidden="true" />;
  return file.name.endsWith('.pdf') ? <IconFile aria-hidden="true" /> : <IconPhoto aria-hidden="true" />;
}
