/**
 * Form fields: label above, 48-px box, help below, the error beside an icon and read out. `FieldFrame` carries any control; `TextField`,
 * `SelectField` and `CheckboxField` are the common ones. `error` is a complete sentence.
 */
import { IconAlertCircle } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import classes from './field.module.css';
import { Select } from './select.tsx';

/** A placeholder for text fields without one: CSS detects an empty field by its visible placeholder (button.module.css). */
export const noPlaceholder = ' ';

export interface FrameProps {
  label: ReactNode;
  /** The label is for screen readers only; the control explains itself. */
  labelHidden?: boolean | undefined;
  help?: ReactNode;
  error?: ReactNode;
  /** At the right of the label: a link such as 'Forgot it?'. */
  aside?: ReactNode;
  /** At the right of the help: a count such as `27 / 140`. */
  count?: ReactNode;
  optional?: boolean | undefined;
}

interface Wiring {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Label, help and error around any control; `children` gets the attributes that connect them. */
export function FieldFrame(props: FrameProps & { children: (wiring: Wiring) => ReactNode }) {
  const t = useTranslations('ui');
  const id = useId();
  const described = [props.error && `${id}-error`, props.help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <div className={props.labelHidden ? 'visually-hidden' : classes.head}>
        <label className={classes.label} htmlFor={id}>
          {props.label} {props.optional && <span className={classes.optional}>{t('optional')}</span>}
        </label>
        {props.aside}
      </div>
      {props.children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(props.error ? { 'aria-invalid': true as const } : {}),
      })}
      {(props.help || props.count) && (
        <div className={classes.foot}>
          <span id={`${id}-help`}>{props.help}</span>
          {props.count && <span>{props.count}</span>}
        </div>
      )}
      <div id={`${id}-error`} aria-live="polite" hidden={!props.error}>
        {props.error && (
          <span className={classes.error}>
            <IconAlertCircle aria-hidden="true" />
            {props.error}
          </span>
        )}
      </div>
    </div>
  );
}

type Sides = { left?: ReactNode; right?: ReactNode; size?: 'm' | 'l' };

function frameOf({ label, labelHidden, help, error, aside, count, optional }: FrameProps): FrameProps {
  return { label, labelHidden, help, error, aside, count, optional };
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & FrameProps & Sides;

export function TextField(props: TextFieldProps) {
  const {
    label,
    labelHidden,
    help,
    error,
    aside,
    count,
    optional,
    left,
    right,
    size = 'l',
    ...input
  } = props;
  return (
    <FieldFrame {...frameOf(props)}>
      {(wiring) => (
        <div
          className={classes.box}
          data-size={size}
          {...state(error ?? input['aria-invalid'], input.disabled)}
        >
          {left}
          <input placeholder={noPlaceholder} {...input} {...wiring} className={classes.input} />
          {right}
        </div>
      )}
    </FieldFrame>
  );
}

type LongTextFieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> &
  FrameProps & { value: string; onChange: (value: string) => void };

/**
 * A text field that grows over several lines of the screen. The bank gets one line, and Enter submits; with `multiline` line breaks are kept,
 * and Ctrl or ⌘ with Enter submits.
 */
export function LongTextField({ multiline = false, ...props }: LongTextFieldProps & { multiline?: boolean }) {
  const { label, labelHidden, help, error, aside, count, optional, onChange, ...area } = props;
  return (
    <FieldFrame {...frameOf(props)}>
      {(wiring) => (
        <div className={classes.box} {...state(error, area.disabled)}>
          <textarea
            rows={2}
            placeholder={noPlaceholder}
            {...area}
            {...wiring}
            className={classes.input}
            data-multiline={multiline || undefined}
            onChange={({ currentTarget: { value } }) =>
              onChange(multiline ? value : value.replaceAll(/\s*\n\s*/g, ' '))
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              if (multiline && !event.ctrlKey && !event.metaKey) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}

type SelectFieldProps = Omit<ComponentProps<'select'>, 'size'> &
  Omit<FrameProps, 'count'> &
  Omit<Sides, 'right'>;

/** A choice of a few words; children are `<option>`s. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelHidden, help, error, aside, optional, left, size = 'l', ...select } = props;
  return (
    <FieldFrame {...frameOf(props)}>
      {(wiring) => (
        <Select
          {...select}
          {...wiring}
          left={left}
          className={classes.box}
          look={{ 'data-size': size, ...state(error ?? select['aria-invalid'], select.disabled) }}
        />
      )}
    </FieldFrame>
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  /** The label is for screen readers only; then `className` sets the size of the clickable surface. */
  labelHidden?: boolean;
};

export function CheckboxField({ label, labelHidden, className, ...input }: CheckboxProps) {
  return (
    <label className={className ?? classes.choice}>
      <input {...input} type="checkbox" className={classes.checkbox} />
      <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}

type RadioRowProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode;
  text?: ReactNode;
  /** At the right: usually an `<Amount>`. */
  end?: ReactNode;
};

/** A choice with a price, full width. Put several with the same `name` in one `<fieldset>`. */
export function RadioRow({ title, text, end, ...input }: RadioRowProps) {
  return (
    <label className={classes.radio}>
      <input {...input} type="radio" />
      <span>
        <span className={classes.radioTitle}>{title}</span>
        {text && <span className={classes.radioText}>{text}</span>}
      </span>
      {end}
    </label>
  );
}

function state(error: ReactNode, disabled: boolean | undefined) {
  return { 'data-invalid': error ? '' : undefined, 'data-disabled': disabled ? '' : undefined };
}
