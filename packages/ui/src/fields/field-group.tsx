/** Several controls that form one answer (a date, a phone number): one label above, one help text and one error under them all. */
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import classes from './field.module.css';

interface FieldGroupProps {
  label: string;
  optional?: boolean;
  help?: ReactNode;
  /** A complete sentence. The controls are marked by their own `aria-invalid`, except radio buttons, for which ARIA does not allow it. */
  error?: string | undefined;
  children: ReactNode;
}

export function FieldGroup({ label, optional, help, error, children }: FieldGroupProps) {
  const t = useTranslations('ui');
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <fieldset
      className={classes.field}
      aria-describedby={described || undefined}
      data-faulty={error ? '' : undefined}
    >
      <legend className={classes.legend}>
        {label} {optional && <span className={classes.optional}>{t('optional')}</span>}
      </legend>
      {children}
      {help && (
        <div id={`${id}-help`} className={classes.foot}>
          {help}
        </div>
      )}
      <div id={`${id}-error`} aria-live="polite" hidden={!error}>
        {error && (
          <span className={classes.error}>
            <IconAlertCircle aria-hidden="true" />
            {error}
          </span>
        )}
      </div>
    </fieldset>
  );
}
