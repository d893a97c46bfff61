/** The list as a file: exactly what the filters show, as a spreadsheet or as CSV. Says beforehand if it cannot hold everything. */
import { paymentsExportMax } from '@calmly/contract';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentFilters } from '../model/filters.ts';
import classes from './list-menus.module.css';
import { exportMutation, sumsQuery } from './queries.ts';

const formats = [
  { format: 'xlsx', Icon: IconFileSpreadsheet },
  { format: 'csv', Icon: IconFileTypeCsv },
] as const;

export function ExportMenu({ filters, compact }: { filters: PaymentFilters; compact: boolean }) {
  const t = useTranslations('paymentsList.export');
  const { locale } = useLocaleControl();
  const sums = useQuery(sumsQuery(filters)).data;
  const [open, setOpen] = useState(false);
  const download = useMutation({ ...exportMutation, onError: () => setOpen(true) });
  const start = (format: 'csv' | 'xlsx') => {
    setOpen(false);
    download.mutate({ filters, format, locale });
  };
  return (
    <Popover
      align="end"
      open={open}
      onClose={() => setOpen(false)}
      opener={
        <Button
          icon={<IconDownload aria-hidden="true" />}
          aria-expanded={open}
          aria-label={compact ? t('open') : undefined}
          busy={download.isPending}
          onClick={() => {
            download.reset();
            setOpen(!open);
          }}
        >
          {compact ? undefined : t(download.isPending ? 'busy' : 'open')}
        </Button>
      }
    >
      {download.isError && (
        <div className={classes.failed}>
          <Notice tone="refusal">{t('failed')}</Notice>
        </div>
      )}
      <ul className={classes.menu}>
        {formats.map(({ format, Icon }) => (
          <li key={format}>
            <button type="button" onClick={() => start(format)}>
              <Icon aria-hidden="true" />
              <span>{t(format)}</span>
            </button>
          </li>
        ))}
        <li className={classes.note}>
          {sums?.CountedFrom ? t('bounded', { max: paymentsExportMax }) : t('exactly')}
        </li>
      </ul>
    </Popover>
  );
}
