/** Controls inside a sentence: as wide as their content, with labels for screen readers. */

import { Button } from '@calmly/ui/button.tsx';
import { Select } from '@calmly/ui/fields/select.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconTrash } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './policy.module.css';

interface InlineSelectProps<V extends string> {
  label: string;
  value: V;
  options: readonly { readonly value: V; readonly text: string }[];
  onChange: (value: V) => void;
}

export function InlineSelect<V extends string>({ label, value, options, onChange }: InlineSelectProps<V>) {
  return (
    <Select
      className={classes.control}
      aria-label={label}
      value={value}
      onChange={(event) => {
        const next = options.find((option) => option.value === event.target.value);
        if (next) onChange(next.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </Select>
  );
}

type InlineInputProps = Omit<ComponentProps<'input'>, 'aria-label'> & { label: string; invalid?: boolean };

export function InlineInput({ label, invalid, ...input }: InlineInputProps) {
  return (
    <span className={classes.control} data-invalid={invalid || undefined}>
      <input {...input} aria-label={label} aria-invalid={invalid || undefined} />
    </span>
  );
}

interface EditRowProps {
  /** The error of the row. */
  fault: string | undefined;
  /** The label of the button that removes the row, and its action. */
  remove?: { label: string; onRemove: () => void };
  children: ReactNode;
}

/** A sentence with its error below. */
export function EditRow({ fault, remove, children }: EditRowProps) {
  return (
    <Grid as="li" gap={8} rowGap={0} align="start" className={classes.editRow}>
      <div className={classes.sentence}>{children}</div>
      {remove && (
        <Button
          variant="quiet"
          icon={<IconTrash aria-hidden="true" />}
          aria-label={remove.label}
          onClick={remove.onRemove}
        />
      )}
      {fault && (
        <Text size={13} tone="red" className={classes.fault} role="alert">
          {fault}
        </Text>
      )}
    </Grid>
  );
}
