/** Filters as chips with counts; at most one is selected. */
import { IconX } from '@tabler/icons-react';
import classes from './chips.module.css';
import { useCount } from './words.tsx';

interface Chip<Key extends string> {
  readonly key: Key;
  readonly text: string;
  readonly count: number;
}

interface ChipsProps<Key extends string> {
  label: string;
  chips: readonly Chip<Key>[];
  chosen: Key | undefined;
  /** Undefined when the selected chip is released. */
  onChoose: (key: Key | undefined) => void;
  /** The kind of items counted. */
  tone?: 'fault' | 'warning';
}

export function Chips<Key extends string>({ label, chips, chosen, onChoose, tone }: ChipsProps<Key>) {
  const count = useCount();
  return (
    <fieldset className={classes.chips} data-tone={tone}>
      <legend className="visually-hidden">{label}</legend>
      {chips.map((chip) => {
        const isChosen = chip.key === chosen;
        return (
          <button
            key={chip.key}
            type="button"
            className={classes.chip}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : chip.key)}
          >
            {chip.text} <span>{count(chip.count)}</span>
            {isChosen && <IconX aria-hidden="true" />}
          </button>
        );
      })}
    </fieldset>
  );
}
