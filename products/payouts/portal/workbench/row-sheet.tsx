/** One row on a phone: its cells as fields, each with its errors and suggestions. */
import type { PayoutField } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { useState, useSyncExternalStore } from 'react';
import type { Cells } from '../grid/history.ts';
import type { RowStore } from '../grid/row-store.ts';
import { useCount } from '../words.tsx';
import classes from './row-sheet.module.css';

interface RowSheetProps {
  position: number;
  columns: readonly PayoutField[];
  store: RowStore;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

export function RowSheet({ position, columns, store, onNext, onClose }: RowSheetProps) {
  const t = useTranslations('payouts.sheet');
  const panel = useTranslations('payouts.panel');
  const words = useTranslations('payoutWords.field');
  const count = useCount();
  const row = useSyncExternalStore(store.subscribe, () => store.row(position));
  const [typed, setTyped] = useState<Cells>({});
  const save = (cells: Cells) => {
    const changed = Object.entries(cells).filter(
      ([field, text]) => (row?.cells[field as PayoutField] ?? '') !== text,
    );
    if (changed.length > 0) store.change({ changed: [{ position, cells: Object.fromEntries(changed) }] });
    setTyped({});
  };
  const hasTyped = Object.keys(typed).length > 0;
  return (
    <SideDrawer
      title={t('title', { row: count(position) })}
      onClose={() => {
        save(typed);
        onClose();
      }}
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => {
              store.change({ removed: [position] });
              onClose();
            }}
          >
            {t('remove')}
          </Button>
          {hasTyped ? (
            <Button variant="accent" onClick={() => save(typed)}>
              {t('save')}
            </Button>
          ) : (
            onNext && (
              <Button variant="accent" onClick={onNext}>
                {t('nextError')}
              </Button>
            )
          )}
        </>
      }
    >
      <Grid gap={16}>
        {columns.map((field) => {
          const isTyped = typed[field] !== undefined;
          const fault = isTyped ? undefined : row?.faults.find((one) => one.field === field);
          const warning = isTyped ? undefined : row?.warnings.find((one) => one.field === field);
          return (
            <Grid key={field} gap={8} items="start" className={classes.sheetField}>
              <TextField
                size="m"
                label={words(field)}
                value={typed[field] ?? row?.cells[field] ?? ''}
                error={fault?.message}
                help={fault ? undefined : warning?.message}
                autoComplete="off"
                onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [field]: value })}
              />
              {(fault ?? warning)?.suggestions.map((text) => (
                <Button key={text} size="s" onClick={() => save({ ...typed, [field]: text })}>
                  {panel('use', { value: text })}
                </Button>
              ))}
            </Grid>
          );
        })}
      </Grid>
    </SideDrawer>
  );
}
