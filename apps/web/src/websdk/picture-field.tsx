/**
 * One picture: taken, chosen from the device, or a generated sample. It is shown and stays on the device; the sandbox's provider gets no
 * pictures.
 */

import { Button } from '@calmly/ui/button.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconCamera, IconFileTypePdf } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from './texts.ts';
import classes from './websdk.module.css';

export type Picture = File | 'sample';

interface PictureFieldProps {
  label: string;
  picture: Picture | undefined;
  /** A sample drawing for testers without a picture. */
  sample: ReactNode;
  /** Which camera a phone opens. */
  camera?: 'user' | 'environment';
  error?: string | undefined;
  onChange: (picture: Picture) => void;
}

const types = ['image/jpeg', 'image/png', 'application/pdf'];
const mostBytes = 10 * 1024 * 1024;

export function PictureField({ label, picture, sample, camera, error, onChange }: PictureFieldProps) {
  const { picture: text } = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const other = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const fault = refusal ?? error;
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!types.includes(file.type)) return setRefusal(text.wrongType);
    if (file.size > mostBytes) return setRefusal(text.tooLarge);
    setRefusal(undefined);
    onChange(file);
  };
  const name = picture instanceof File ? picture.name : text.sampleName;
  return (
    <Grid
      role="group"
      gap={4}
      items="center"
      className={classes.picture}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-error`}
      data-invalid={fault ? '' : undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={types.join(',')}
        capture={camera ?? 'environment'}
        aria-label={label}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <div className={classes.shown}>
        {picture === undefined ? (
          <IconCamera aria-hidden="true" />
        ) : (
          <Preview picture={picture} sample={sample} />
        )}
      </div>
      <Text id={`${id}-label`} weight="label" above={8}>
        {label}
      </Text>
      <Text size={13} tone="soft" wrap="anywhere" className={classes.chosen} role="status">
        {picture === undefined ? text.formats : `${text.chosen} ${name}`}
      </Text>
      <Inline wrap gap={8} justify="center" above={12}>
        <Button ref={other} size="s" onClick={() => input.current?.click()}>
          {picture === undefined ? text.take : text.again}
        </Button>
        {picture === undefined && (
          <Button
            size="s"
            variant="quiet"
            onClick={() => {
              onChange('sample');
              // This button disappears.
              other.current?.focus();
            }}
          >
            {text.sample}
          </Button>
        )}
      </Inline>
      <Text id={`${id}-error`} size={13} tone="red" className={classes.fault} aria-live="polite">
        {fault}
      </Text>
    </Grid>
  );
}

function Preview({ picture, sample }: { picture: Picture; sample: ReactNode }) {
  const [address, setAddress] = useState<string>();
  const isImage = picture instanceof File && picture.type.startsWith('image/');
  useEffect(() => {
    if (!(picture instanceof File) || !isImage) return undefined;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture, isImage]);
  if (picture === 'sample') return sample;
  if (!isImage) return <IconFileTypePdf aria-hidden="true" />;
  return address && <img className={classes.photo} src={address} alt="" />;
}
