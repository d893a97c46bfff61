/**
 * Chooses one of several things that are more than a word each: an account with its balance, a payee with its IBAN, a country
 * with its flag. The box shows the choice; pressing it opens the list under it, with a search field where the list can be
 * long. Keyboard: arrows, Home, End, Enter, Escape; the active row is told to screen readers (WAI-ARIA combobox with a
 * listbox popup).
 */
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FieldFrame } from './field.tsx';
import classes from './picker.module.css';
import { Popover } from './popover.tsx';

export interface PickerOption {
  readonly key: string;
  readonly content: ReactNode;
  /** Listed, with the reason in its content, but not to be chosen. */
  readonly disabled?: boolean;
}

interface PickerProps {
  label: string;
  /** The label is read out only; what is beside it says enough. */
  labelHidden?: boolean;
  /** Marks the field for moving focus to it. */
  name: string;
  options: readonly PickerOption[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  placeholder: string;
  error?: string | undefined;
  /** Marked as wrong without a sentence of its own. */
  invalid?: boolean;
  help?: ReactNode;
  /** Makes the list searchable; the caller filters. */
  search?: { readonly text: string; readonly placeholder: string; readonly onChange: (text: string) => void };
  /** Said when there are no options. */
  none?: string;
  /** Under the list: links for what is not in it. */
  footer?: ReactNode;
  /** One line each instead of two: the box as high as a text field, at most 220 pixels of list. */
  compact?: boolean;
  /** What the box shows when it has less room than a row of the list. */
  short?: ReactNode;
}

export function Picker(props: PickerProps) {
  const { label, name, options, chosen, placeholder, error, help, search, none, footer, compact, short } =
    props;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const keys = useRef<HTMLElement>(null);
  const listed = options.find((option) => option.key === chosen);
  // While the list is searched, the choice may not be on it; the box still shows it.
  const [kept, setKept] = useState(listed);
  if (listed && listed.key !== kept?.key) setKept(listed);
  const current = listed ?? (kept?.key === chosen ? kept : undefined);
  const activeKey = options[Math.min(active, options.length - 1)]?.key;
  const optionId = (key: string) => `${list}-${key}`;

  useEffect(() => {
    if (open) keys.current?.focus();
  }, [open]);
  useEffect(() => {
    if (open && activeKey)
      document.getElementById(`${list}-${activeKey}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, activeKey, list]);

  const show = () => {
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.key === chosen),
      ),
    );
    setOpen(true);
  };
  /** Also without a choice: the next time the list opens whole. */
  const close = () => {
    setOpen(false);
    if (search?.text) search.onChange('');
  };
  const choose = (key: string) => {
    if (options.find((option) => option.key === key)?.disabled) return;
    props.onChoose(key);
    setOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      ...(!search && { Home: 0, End: last }),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (activeKey !== undefined) choose(activeKey);
    }
  };

  const wiring = {
    onKeyDown,
    'aria-controls': list,
    ...(activeKey !== undefined && { 'aria-activedescendant': optionId(activeKey) }),
  };
  return (
    <FieldFrame label={label} help={help} error={error} {...(props.labelHidden && { labelHidden: true })}>
      {(field) => (
        <Popover
          open={open}
          onClose={close}
          align={short === undefined ? 'fill' : 'start'}
          opener={
            <button
              {...field}
              ref={opener}
              type="button"
              name={name}
              className={classes.box}
              data-invalid={error || props.invalid ? '' : undefined}
              data-empty={current ? undefined : ''}
              data-compact={compact ? '' : undefined}
              aria-haspopup="listbox"
              aria-expanded={open}
              onClick={() => (open ? close() : show())}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
                event.preventDefault();
                show();
              }}
            >
              <span className={classes.content}>{short ?? current?.content ?? placeholder}</span>
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        >
          {search && (
            <div className={classes.search}>
              <IconSearch aria-hidden="true" />
              <input
                {...wiring}
                ref={(element) => {
                  keys.current = element;
                }}
                role="combobox"
                aria-expanded="true"
                aria-autocomplete="list"
                aria-label={search.placeholder}
                placeholder={search.placeholder}
                value={search.text}
                onChange={(event) => {
                  setActive(0);
                  search.onChange(event.target.value);
                }}
              />
            </div>
          )}
          <div
            {...(search ? {} : wiring)}
            ref={(element) => {
              if (!search) keys.current = element;
            }}
            id={list}
            role="listbox"
            tabIndex={search ? undefined : -1}
            aria-label={label}
            className={classes.list}
            data-compact={compact ? '' : undefined}
          >
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard where focus is, at the field
              <div
                key={option.key}
                id={optionId(option.key)}
                role="option"
                tabIndex={-1}
                aria-selected={option.key === chosen}
                aria-disabled={option.disabled || undefined}
                className={classes.option}
                data-active={option.key === activeKey ? '' : undefined}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(option.key)}
              >
                {option.content}
              </div>
            ))}
          </div>
          {options.length === 0 && none && <p className={classes.none}>{none}</p>}
          {footer && <div className={classes.footer}>{footer}</div>}
        </Popover>
      )}
    </FieldFrame>
  );
}
