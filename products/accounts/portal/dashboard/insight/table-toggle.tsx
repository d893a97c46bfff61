/** The figures of a chart as a table, behind a button under it. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { type ReactNode, useState } from 'react';
import classes from './insight.module.css';

interface TableToggleProps {
  caption: string;
  /** The first column names the row; the others are figures. */
  headings: readonly string[];
  rows: ReadonlyArray<{ readonly key: string; readonly cells: readonly ReactNode[] }>;
}

export function TableToggle({ caption, headings, rows }: TableToggleProps) {
  const t = useTranslations('insight');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.behind}>
      <Button variant="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'hideTable' : 'showTable')}
      </Button>
      {isOpen && <ChartTable caption={caption} headings={headings} rows={rows} />}
    </div>
  );
}

export function ChartTable({ caption, headings, rows }: TableToggleProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={classes.scroll} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {figures.map((figure, index) => (
                <td key={headings[index + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
