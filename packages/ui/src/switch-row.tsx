/** A setting that is on or off: its label, the word, and the switch. It takes effect at once, unlike a checkbox in a form. */
import type { ReactNode } from 'react';
import { Inline } from './layout/boxes.tsx';
import classes from './switch-row.module.css';

interface SwitchRowProps {
  label: string;
  /** Next to the switch: 'On'. */
  state: ReactNode;
  checked: boolean;
  /** Waiting for the answer. */
  busy?: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function SwitchRow({
  label,
  state,
  checked,
  busy = false,
  disabled = false,
  onChange,
}: SwitchRowProps) {
  return (
    <Inline as="label" gap={12} align="center" className={classes.row}>
      <span>{label}</span>
      <span className={classes.state} aria-hidden="true">
        {state}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-busy={busy || undefined}
        onChange={(event) => {
          if (!busy) onChange(event.currentTarget.checked);
        }}
      />
    </Inline>
  );
}
