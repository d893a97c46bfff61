/** Optional columns of the list, besides counterparty, status and amount; stored for the person. */
import { type PaymentColumn, paymentColumnNames } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { IconColumns3 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './list-menus.module.css';
import { columnsMutation } from './queries.ts';

export function ColumnsMenu({ columns }: { columns: readonly PaymentColumn[] }) {
  const t = useTranslations('paymentsList.columns');
  const [open, setOpen] = useState(false);
  const save = useMutation(columnsMutation);
  // A box that waited for the cache would jump back for a moment.
  const [ticked, setTicked] = useState<readonly PaymentColumn[]>();
  const shown = ticked ?? columns;
  const toggle = (column: PaymentColumn) => {
    const next = paymentColumnNames.filter((each) => shown.includes(each) !== (each === column));
    setTicked(next);
    save.mutate(next, { onSettled: () => setTicked(undefined) });
  };
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
            checked={shown.includes(column)}
            onChange={() => toggle(column)}
          />
        ))}
      </fieldset>
    </Popover>
  );
}
