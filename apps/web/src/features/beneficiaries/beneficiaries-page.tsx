/**
 * The list of payees, newest first, with the open one in the drawer: `/beneficiaries` and `/beneficiaries/{id}` are the
 * same screen. Search, currency and country are in the address.
 */
import { type Beneficiary, createBeneficiary } from '@calmly/contract';
import { fiatCurrencies, shortIban } from '@calmly/domain';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { NeedsRight } from '../../session/needs-right.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Choices, SearchChoices } from '../../ui/filter-panels.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { NoMatches } from '../../ui/no-matches.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { WhoCell } from '../../ui/table-cells.tsx';
import { useDrawerKeys } from '../../ui/use-drawer-keys.ts';
import classes from './beneficiaries.module.css';
import { BeneficiaryDrawer } from './beneficiary-drawer.tsx';
import { beneficiariesQuery } from './queries.ts';
import { useCountryNames } from './use-country-names.ts';

export interface BeneficiariesSearch {
  readonly search?: string | undefined;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
}

const noFilters: BeneficiariesSearch = { search: undefined, currency: undefined, country: undefined };

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

  const filter = (change: BeneficiariesSearch) =>
    void navigate({
      to: '/beneficiaries',
      search: { ...filters, ...change },
      replace: true,
      resetScroll: false,
    });
  // Opening is a step that back takes away; walking on and closing are not steps of their own.
  const open = (id: string | undefined) =>
    void navigate({
      ...(id ? { to: '/beneficiaries/$id', params: { id } } : { to: '/beneficiaries' }),
      search: filters,
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
          {
            key: 'currency',
            name: t('currency'),
            value: filters.currency,
            panel: (done) => (
              <Choices
                choices={fiatCurrencies.map(({ code }) => ({ value: code, text: code }))}
                chosen={fiatCurrencies.find(({ code }) => code === filters.currency)?.code}
                onChoose={(currency) => {
                  filter({ currency });
                  done();
                }}
              />
            ),
            onClear: () => filter({ currency: undefined }),
          },
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
        label={t('title')}
        columns={useColumns()}
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

function useColumns(): Column<Beneficiary>[] {
  const t = useTranslations('beneficiaries');
  const format = useFormatter();
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 1fr)',
      phone: 'main',
      cell: (row) => (
        <WhoCell
          avatar={<Avatar name={row.name} country={row.bankDetails[0]?.bankCountry ?? row.country} />}
          first={row.name}
          second={
            row.readiness.length > 0
              ? t('toMend')
              : [
                  t(row.legalStatus === 'INDIVIDUAL' ? 'person' : 'company'),
                  row.currency,
                  ...(row.direction === 'INCOMING' ? [t('directions.INCOMING')] : []),
                ].join(' · ')
          }
        />
      ),
    },
    {
      key: 'account',
      header: t('account'),
      width: '176px',
      phone: 'top',
      cell: (row) => {
        const [main] = row.bankDetails;
        return (
          <span className={classes.number}>
            {main ? shortIban(main.iban ?? main.accountNumber ?? '') : ''}
          </span>
        );
      },
    },
    {
      key: 'added',
      header: t('added'),
      width: '120px',
      align: 'end',
      wide: true,
      cell: (row) => (
        <span className={classes.muted}>
          {format.dateTime(new Date(row.createdAt), { day: 'numeric', month: 'short', year: 'numeric' })}
        </span>
      ),
    },
  ];
}

function NobodyYet() {
  const t = useTranslations('beneficiaries');
  return <EmptyState drawing="people" title={t('emptyTitle')} text={t('emptyText')} />;
}
