/**
 * A choice between items with more than a word each: an account with its balance, a payee with its IBAN, a country with its flag.
 * The box shows the choice; clicking it opens the list under it, with a search field if the list can be long. The lists are Base UI's, a
 * select or a combobox, and are loaded on first use.
 */
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { FieldFrame } from './field.tsx';
import classes from './picker.module.css';
import type { PickerOption, PickerSearch } from './search-panel.tsx';

const loadList = () => import('./select-panel.tsx');
const loadSearch = () => import('./search-panel.tsx');
const SelectPanel = lazy(async () => ({ default: (await loadList()).SelectPanel }));
const SearchPanel = lazy(async () => ({ default: (await loadSearch()).SearchPanel }));

interface PickerProps {
  label: string;
  /** The label is for screen readers only; the context is clear enough. */
  labelHidden?: boolean;
  /** Identifies the field for moving focus to it. */
  name: string;
  options: readonly PickerOption[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  placeholder: string;
  error?: string | undefined;
  /** Marked as wrong without its own message. */
  invalid?: boolean;
  help?: ReactNode;
  /** Makes the list searchable; the caller filters. */
  search?: PickerSearch;
  /** Shown if there are no options. */
  none?: string;
  /** Under the search list: links for items not in it. */
  footer?: ReactNode;
  /** One line each instead of two: the box as high as a text field, at most 220 pixels of list. */
  compact?: boolean;
  /** A shorter form of the chosen item for the box. */
  short?: ReactNode;
}

export function Picker(props: PickerProps) {
  const { label, name, options, chosen, placeholder, error, search, compact = false, short } = props;
  const [open, setOpen] = useState(false);
  const list = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const listed = options.find((option) => option.key === chosen);
  // While searching, the chosen item may not be in the list; the box still shows it.
  const [kept, setKept] = useState(listed);
  if (listed && listed.key !== kept?.key) setKept(listed);
  const current = listed ?? (kept?.key === chosen ? kept : undefined);

  const load = () => void (search ? loadSearch() : loadList());
  /** Also without a choice, so that the list opens complete next time. */
  const close = () => {
    setOpen(false);
    if (search?.text) search.onChange('');
  };
  const panel = { id: list, anchor: opener, compact, onChoose: props.onChoose, onClose: close };
  return (
    <FieldFrame label={label} help={props.help} error={error} labelHidden={props.labelHidden}>
      {(field) => (
        <>
          <button
            {...field}
            ref={opener}
            type="button"
            role="combobox"
            name={name}
            className={classes.box}
            data-invalid={error || props.invalid ? '' : undefined}
            data-empty={current ? undefined : ''}
            data-compact={compact ? '' : undefined}
            aria-haspopup={search ? 'dialog' : 'listbox'}
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            onPointerEnter={load}
            // Focus set by a screen does not mean that the user wants to open the list, but a key press does.
            onKeyUp={load}
            onClick={() => (open ? close() : setOpen(true))}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              setOpen(true);
            }}
          >
            <span className={classes.content}>{short ?? current?.content ?? placeholder}</span>
            <IconChevronDown aria-hidden="true" />
          </button>
          {open && (
            <Suspense>
              {search ? (
                <SearchPanel
                  {...panel}
                  label={label}
                  options={options}
                  chosen={chosen}
                  search={search}
                  none={props.none}
                  footer={props.footer}
                />
              ) : (
                <SelectPanel
                  {...panel}
                  opener={opener}
                  options={options.map(({ key, ...option }) => ({ value: key, ...option }))}
                  value={chosen}
                />
              )}
            </Suspense>
          )}
        </>
      )}
    </FieldFrame>
  );
}
