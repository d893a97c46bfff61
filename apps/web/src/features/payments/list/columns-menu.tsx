/** Which columns the list shows besides who, status and amount; kept for the person. */
import { type PaymentColumn, paymentColumnNames } from '@calmly/contract';
import { IconColumns3 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/fields/field.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import classes from './list-menus.module.css';
import { columnsMutation } from './queries.ts';

export function ColumnsMenu({ columns }: { columns: readonly PaymentColumn[] }) {
  const t = useTranslations('paymentsList.columns');
  const [open, setOpen] = useState(false);
  const save = useMutation(columnsMutation);
  const toggle = (column: PaymentColumn) =>
    save.mutate(paymentColumnNames.filter((each) => columns.includes(each) !== (each === column)));
  return (
    <Popover
      align="end"
      open={open}
      onClose={() => setOpen(false)}
      opener={
        <Button
          icon={<IconColumns3 aria-hidden="true" />}
          aria-label={t('open')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      }
    >
      <fieldset className={classes.columns} aria-label={t('open')}>
        <p aria-hidden="true">{t('open')}</p>
        {paymentColumnNames.map((column) => (
          <CheckboxField
            key={column}
            label={t(column)}
            checked={columns.includes(column)}
            onChange={() => toggle(column)}
          />
        ))}
      </fieldset>
    </Popover>
  );
}
