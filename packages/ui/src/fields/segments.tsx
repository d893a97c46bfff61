/** A few alternatives side by side, one of them selected (1 month, 3 months, Year). */
import { useId } from 'react';
import classes from '../surface.module.css';

interface SegmentsProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  size?: 's' | 'm';
  block?: boolean;
}

export function Segments<V extends string>({
  label,
  value,
  options,
  onChange,
  size = 'm',
  block,
}: SegmentsProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes.segments}
      data-size={size}
      data-block={block || undefined}
    >
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
