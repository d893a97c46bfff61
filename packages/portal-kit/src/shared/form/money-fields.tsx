/** The fields of a form that moves money: disabled while the outcome of a submit is unknown, with a notice. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { FormMessage } from './form-message.tsx';
import classes from './money-fields.module.css';
import type { MoneyForm } from './use-money-form.ts';

interface MoneyFieldsProps {
  form: Pick<MoneyForm<never>, 'locked' | 'message' | 'error'>;
  /** Position of the refusal: above the fields of a page, below those of a dialog. */
  message?: 'above' | 'below';
  children: ReactNode;
}

/** Also shows the refusal. */
export function MoneyFields({ form, message = 'below', children }: MoneyFieldsProps) {
  return (
    <>
      {message === 'above' && <MoneyMessage form={form} />}
      <fieldset className={classes.fields} disabled={form.locked}>
        {children}
      </fieldset>
      {message === 'below' && <MoneyMessage form={form} />}
    </>
  );
}

export function MoneyMessage({ form }: Pick<MoneyFieldsProps, 'form'>) {
  const t = useTranslations('payments.create');
  if (!form.locked) return <FormMessage form={form} />;
  return (
    <Notice tone="warning" title={t('unknownTitle')}>
      {t('unsettled')}
    </Notice>
  );
}

type MoneyDialogProps = Omit<ComponentProps<typeof FormDialog>, 'busy' | 'onSubmit'> & {
  form: Pick<MoneyForm<never>, 'locked' | 'message' | 'error' | 'busy' | 'submit'>;
};

/** `FormDialog` of such a form. */
export function MoneyDialog({ form, confirm, disabled, children, ...props }: MoneyDialogProps) {
  const t = useTranslations('payments.create');
  return (
    <FormDialog
      {...props}
      confirm={form.locked ? t('checkAgain') : confirm}
      busy={form.busy}
      disabled={!form.locked && disabled === true}
      onSubmit={form.submit}
    >
      <MoneyFields form={form}>{children}</MoneyFields>
    </FormDialog>
  );
}
