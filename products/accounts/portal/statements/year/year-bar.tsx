/** The choice of year and accounts, and their files. */
import { type StatementAccount, type YearFormat, yearFormats } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { choiceFilter } from '@calmly/ui/lists/filters.tsx';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { yearFileMutation } from './queries.ts';
import { runningYear, useYear } from './use-year.ts';

interface YearBarProps {
  /** Undefined: all. */
  account: string | undefined;
  /** Undefined while loading. */
  firstYear: number | undefined;
  accounts: readonly StatementAccount[] | undefined;
}

export function YearBar({ account, firstYear, accounts = [] }: YearBarProps) {
  const t = useTranslations('statements');
  const { locale } = useLocaleControl();
  const { year, show } = useYear();
  const saving = useMutation(yearFileMutation);
  const running = runningYear();
  const first = Math.min(firstYear ?? running, year);
  const years = Array.from({ length: running - first + 1 }, (_, back) => running - back);
  const nameOf = ({ kind, name, number }: StatementAccount) =>
    `${name} · ${kind === 'ACCOUNT' ? shortIban(number) : number}`;
  const chosen = accounts.find(({ id }) => id === account);
  const save = (format: YearFormat) => saving.mutate({ year, account, format, locale });
  const yearText = (each: number) =>
    each === running ? t('year.running', { year: String(each) }) : String(each);
  return (
    <>
      <FilterBar
        label={t('year.filters')}
        filters={[
          choiceFilter({
            key: 'year',
            name: t('year.year'),
            value: yearText(year),
            choices: years.map((each) => ({ value: String(each), text: yearText(each) })),
            chosen: String(year),
            onChoose: (value) => show({ year: value === undefined ? running : Number(value) }),
          }),
          choiceFilter({
            key: 'account',
            name: t('year.account'),
            value: chosen && nameOf(chosen),
            choices: accounts.map((each) => ({ value: each.id, text: nameOf(each) })),
            chosen: account,
            onChoose: (value) => show({ account: value, currency: undefined }),
          }),
        ]}
        onClearAll={() => show({ year: running, account: undefined, currency: undefined })}
      >
        <Menu
          label={saving.isPending ? t('saving') : t('download')}
          labelShown
          icon={<IconDownload aria-hidden="true" />}
          busy={saving.isPending}
          actions={yearFormats.map((format) => ({
            text: t(`formats.${format}`),
            onChoose: () => save(format),
          }))}
        />
      </FilterBar>
      {saving.error && <ProblemNotice error={saving.error} />}
    </>
  );
}
