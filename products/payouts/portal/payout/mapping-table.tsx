/** The first rows of the file, with the assigned field above each column. */
import { type PayoutField, type PayoutFile, payoutFields } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { type Columns, letterOf } from './mapping-choice.ts';
import classes from './payout.module.css';

interface MappingTableProps {
  file: PayoutFile;
  columns: Columns;
  onChange: (columns: Columns) => void;
}

export function MappingTable({ file, columns, onChange }: MappingTableProps) {
  const t = useTranslations('payouts.mapping');
  const words = useTranslations('payoutWords.field');
  const nameOf = (index: number) => file.header?.[index] || t('column', { letter: letterOf(index) });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.tableBox} aria-label={t('preview')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((field, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={index} scope="col" aria-label={nameOf(index)}>
                <SelectField
                  size="m"
                  label={
                    <span className={classes.heading} translate="no">
                      {t.rich('fieldOf', {
                        name: nameOf(index),
                        quiet: (words) => <span className="visually-hidden">{words}</span>,
                      })}
                    </span>
                  }
                  value={field ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(
                      columns.map((before, place) =>
                        place === index ? ((value || null) as PayoutField | null) : before,
                      ),
                    )
                  }
                >
                  <option value="">{t('none')}</option>
                  {payoutFields.map((one) => (
                    <option key={one} value={one}>
                      {words(one)}
                    </option>
                  ))}
                </SelectField>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.preview.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity
            <tr key={index}>
              {columns.map((field, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={column} data-unused={field === null ? '' : undefined} translate="no">
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
