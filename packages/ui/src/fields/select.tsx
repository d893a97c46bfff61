/**
 * A choice of a few words. The box is a button; its list, with keyboard and type-ahead, is Base UI's and is loaded on first use.
 * Underneath is a visually hidden native `<select>`: forms read it, browsers autofill it, and `onChange` is its event.
 */
import { useMergedRef } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './select.module.css';

const load = () => import('./select-panel.tsx');
const SelectPanel = lazy(async () => ({ default: (await load()).SelectPanel }));

export interface SelectProps extends ComponentProps<'select'> {
  /** The box, chevron included. */
  className?: string | undefined;
  /** Before the text. */
  left?: ReactNode;
  /** Replaces the chosen option's text. */
  shown?: ReactNode;
  /** Attributes of the box. */
  look?: Readonly<Record<`data-${string}`, string | undefined>>;
}

interface Opened {
  readonly options: readonly { value: string; text: string; disabled: boolean }[];
  readonly value: string;
  /** The letter that opened the list, the first of the searched word. */
  readonly letter: string | undefined;
}

export function Select({ className, left, shown, look, children, ref, ...native }: SelectProps) {
  const { id, disabled, 'aria-label': label, 'aria-describedby': describedBy, ...rest } = native;
  const list = useId();
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const both = useMergedRef(select, ref);
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<Opened>();
  // The element itself knows the chosen option.
  const read = () => setText(select.current?.selectedOptions[0]?.text ?? '');
  useLayoutEffect(read);

  const open = (letter?: string) => {
    if (!select.current || disabled) return;
    const options = [...select.current.options].map(({ value, text, disabled }) => ({
      value,
      text,
      disabled,
    }));
    setOpened({
      options: options.filter((option) => option.text !== ''),
      value: select.current.value,
      letter,
    });
  };
  const choose = (value: string) => {
    if (!select.current || select.current.value === value) return;
    select.current.value = value;
    select.current.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && event.key !== ' ';
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isLetter && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(isLetter ? event.key : undefined);
  };
  return (
    <span ref={box} className={`${classes.box} ${className ?? ''}`} {...look}>
      {left}
      <button
        ref={button}
        id={id}
        type="button"
        role="combobox"
        className={classes.button}
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={opened !== undefined}
        aria-controls={opened && list}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={native['aria-invalid']}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onBlur={() => {
          if (!opened) select.current?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
        }}
        onClick={() => (opened ? setOpened(undefined) : open())}
        onKeyDown={onKeyDown}
      >
        {shown ?? text}
      </button>
      <select
        {...rest}
        ref={both}
        className="visually-hidden"
        disabled={disabled}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          read();
          native.onChange?.(event);
        }}
        onFocus={() => button.current?.focus()}
      >
        {children}
      </select>
      <IconChevronDown className={classes.chevron} aria-hidden="true" />
      {opened && (
        <Suspense>
          <SelectPanel
            {...opened}
            id={list}
            anchor={box}
            opener={button}
            onChoose={choose}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </span>
  );
}
