/** Filters that most lists have. */

import { type Choice, Choices, Days } from './filter-panels.tsx';
import type { Filter } from './filter-sheet.tsx';

interface ChoiceFilter<Value extends string> extends Pick<Filter, 'key' | 'name' | 'value'> {
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value | undefined;
  /** Undefined when the filter is cleared. */
  readonly onChoose: (value: Value | undefined) => void;
}

/** One of several. */
export const choiceFilter = <Value extends string>({
  key,
  name,
  value,
  choices,
  chosen,
  onChoose,
}: ChoiceFilter<Value>): Filter => ({
  key,
  name,
  value,
  panel: (done) => (
    <Choices
      choices={choices}
      chosen={chosen}
      onChoose={(next) => {
        onChoose(next);
        done();
      }}
    />
  ),
  onClear: () => onChoose(undefined),
});

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface DaysFilter extends Pick<Filter, 'name' | 'value'> {
  readonly days: Period;
  readonly onChange: (days: { from: string | undefined; to: string | undefined }) => void;
}

/** The days from and to. */
export const daysFilter = ({ name, value, days, onChange }: DaysFilter): Filter => ({
  key: 'days',
  name,
  value,
  panel: (done) => (
    <Days
      from={days.from}
      to={days.to}
      onApply={(chosen) => {
        onChange(chosen);
        done();
      }}
    />
  ),
  onClear: () => onChange({ from: undefined, to: undefined }),
});
