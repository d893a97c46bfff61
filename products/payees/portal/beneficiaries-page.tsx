/**
 * The list of payees, newest first, with the open one in the drawer: `/beneficiaries` and `/beneficiaries/{id}` are the same screen.
 * Search, currency and country are in the URL.
 */
import { createBeneficiary } from '@calmly/contract';
import { countries, countryName, fiatCurrencies } from '@calmly/domain';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { SearchField } from '@calmly/ui/fields/search-field.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { DataTable } from '@calmly/ui/lists/data-table.tsx';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { SearchChoices } from '@calmly/ui/lists/filter-panels.tsx';
import { choiceFilter } from '@calmly/ui/lists/filters.tsx';
import { ListPage } from '@calmly/ui/lists/list-page.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import classes from './beneficiaries.module.css';
import { beneficiariesQuery } from './queries.ts';
import { useColumns } from './use-columns.tsx';

export interface BeneficiariesSearch {
  readonly search?: string | undefined;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
}

const noFilters: BeneficiariesSearch = { search: undefined, currency: undefined, country: undefined };

const loadDrawer = () => import('./drawer/beneficiary-drawer.tsx');
const BeneficiaryDrawer = onDemand(async () => (await loadDrawer()).BeneficiaryDrawer);

interface BeneficiariesPageProps {
  filters: BeneficiariesSearch;
  openId?: string | undefined;
}

export function BeneficiariesPage({ filters, openId }: BeneficiariesPageProps) {
  const t = useTranslations('beneficiaries');
  const navigate = useNavigate();
  const list = useInfiniteQuery(beneficiariesQuery(filters));
  const rows = list.data;
  const countryNames = useCountryNames();
  const filtered = Boolean(filters.search || filters.currency || filters.country);

  const changeSearch = useSearchChange();
  const filter = (change: BeneficiariesSearch) => changeSearch((now) => ({ ...now, ...change }));
  // Opening adds a history entry, so that back closes it; stepping to the next and closing do not.
  const open = (id: string | undefined) =>
    void navigate({
      ...(id ? { to: '/beneficiaries/$id', params: { id } } : { to: '/beneficiaries' }),
      search: (now) => now,
      replace: openId !== undefined,
      resetScroll: false,
    });
  useDrawerKeys(rows, openId, () => open(undefined));
  const at = rows?.findIndex((row) => row.id === openId) ?? -1;

  return (
    <ListPage>
      <FilterBar
        label={t('filters')}
        search={
          <SearchField
            label={t('search')}
            text={filters.search ?? ''}
            onChange={(search) => filter({ search })}
          />
        }
        narrow={openId !== undefined}
        filters={[
          choiceFilter({
            key: 'currency',
            name: t('currency'),
            value: filters.currency,
            choices: fiatCurrencies.map(({ code }) => ({ value: code, text: code })),
            chosen: fiatCurrencies.find(({ code }) => code === filters.currency)?.code,
            onChoose: (currency) => filter({ currency }),
          }),
          {
            key: 'country',
            name: t('country'),
            value:
              filters.country && (countryNames.find(({ code }) => code === filters.country)?.name ?? '…'),
            panel: (done) => (
              <SearchChoices
                label={t('findCountry')}
                none={t('noCountry')}
                choices={countryNames.map(({ code, name }) => ({ value: code, text: name }))}
                chosen={filters.country}
                onChoose={(country) => {
                  filter({ country });
                  done();
                }}
              />
            ),
            onClear: () => filter({ country: undefined }),
          },
        ]}
        onClearAll={() => filter({ currency: undefined, country: undefined })}
      >
        <div className={classes.notOnPhone}>
          <NeedsRight endpoint={createBeneficiary} label={t('add')} align="end">
            <ButtonLink to="/beneficiaries/add" variant="accent" icon={<IconPlus aria-hidden="true" />}>
              {t('add')}
            </ButtonLink>
          </NeedsRight>
        </div>
      </FilterBar>
      <DataTable
        onReach={() => void loadDrawer()}
        label={t('title')}
        columns={useColumns(rows)}
        rows={rows}
        rowId={(row) => row.id}
        selectedId={openId}
        onOpen={(row) => open(row.id)}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          filtered ? <NoMatches title={t('noMatchTitle')} onClear={() => filter(noFilters)} /> : <NobodyYet />
        }
        onShowMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        loadingMore={list.isFetchingNextPage}
        footnote={rows && t('shown', { count: rows.length })}
      />
      {openId && (
        <BeneficiaryDrawer
          id={openId}
          onClose={() => open(undefined)}
          onPrevious={at > 0 ? () => open(rows?.[at - 1]?.id) : undefined}
          onNext={rows && at >= 0 && at < rows.length - 1 ? () => open(rows[at + 1]?.id) : undefined}
        />
      )}
    </ListPage>
  );
}

function NobodyYet() {
  const t = useTranslations('beneficiaries');
  return <EmptyState drawing={<Drawing name="people" />} title={t('emptyTitle')} text={t('emptyText')} />;
}

/** All countries, also those that the bank does not serve, by their names in the reader's language, sorted. */
function useCountryNames(): ReadonlyArray<{ readonly code: string; readonly name: string }> {
  const { locale } = useLocaleControl();
  return useMemo(
    () =>
      countries
        .map(({ code }) => ({ code, name: countryName(code, locale) }))
        .sort((a, b) => a.name.localeCompare(b.name, locale)),
    [locale],
  );
}
