/** The columns of an export in order: moved up and down, removed, and added at the end. */
import { type ExportColumn, exportColumns } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import classes from '../bookkeeping.module.css';

interface ColumnChoiceProps {
  columns: readonly ExportColumn[];
  onChange: (columns: ExportColumn[]) => void;
}

export function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
  const t = useTranslations('bookkeeping.exports');
  const others = exportColumns.filter((column) => !columns.includes(column));
  const move = (from: number, by: 1 | -1) => {
    const next = [...columns];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(from + by, 0, moved);
    onChange(next);
  };
  return (
    <>
      <ol className={classes.columns}>
        {columns.map((column, at) => {
          const name = t(`column.${column}`);
          return (
            <li key={column}>
              <span>{name}</span>
              <Button
                size="s"
                variant="quiet"
                icon={<IconArrowUp aria-hidden="true" />}
                aria-label={t('moveUp', { name })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <Button
                size="s"
                variant="quiet"
                icon={<IconArrowDown aria-hidden="true" />}
                aria-label={t('moveDown', { name })}
                disabled={at === columns.length - 1}
                onClick={() => move(at, 1)}
              />
              <Button
                size="s"
                variant="quiet"
                icon={<IconX aria-hidden="true" />}
                aria-label={t('remove', { name })}
                onClick={() => onChange(columns.filter((each) => each !== column))}
              />
            </li>
          );
        })}
      </ol>
      {others.length > 0 && (
        <SelectField
          label={t('addColumn')}
          labelHidden
          value=""
          onChange={(event) => onChange([...columns, event.target.value as ExportColumn])}
        >
          <option value="">{t('addColumn')}</option>
          {others.map((column) => (
            <option key={column} value={column}>
              {t(`column.${column}`)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
