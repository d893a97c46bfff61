/**
 * The list of payees, newest first, with the open one in the drawer: `/beneficiaries` and `/beneficiaries/{id}` are the
 * same screen. Search, currency and country are in the address.
 */
import { createBeneficiary } from '@calmly/contract';
import { fiatCurrencies } from '@calmly/domain';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/index.tsx';
import { NeedsRight } from '../../session/needs-right.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useDrawerKeys } from '../../ui/use-drawer-keys.ts';
import classes from './beneficiaries.module.css';
import { BeneficiaryDrawer } from './beneficiary-drawer.tsx';
import { beneficiariesQuery } from './queries.ts';
import { useColumns } from './use-columns.tsx';
import { useCountryNames } from './use-country-names.ts';

export interface BeneficiariesSearch {
  readonly search?: string | undefined;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
}

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
    <>
      <div className={classes.bar}>
        <div className={classes.search}>
          <SearchField
            label={t('search')}
            text={filters.search ?? ''}
            onChange={(search) => filter({ search })}
          />
        </div>
        <div className={classes.currencyFilter}>
          <SelectField
            size="m"
            label={t('currency')}
            labelHidden
            value={filters.currency ?? ''}
            onChange={(event) => filter({ currency: event.currentTarget.value || undefined })}
          >
            <option value="">{t('anyCurrency')}</option>
            {fiatCurrencies.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        </div>
        <div className={classes.currencyFilter}>
          <SelectField
            size="m"
            label={t('country')}
            labelHidden
            value={filters.country ?? ''}
            onChange={(event) => filter({ country: event.currentTarget.value || undefined })}
          >
            <option value="">{t('anyCountry')}</option>
            {countryNames.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <NeedsRight endpoint={createBeneficiary} label={t('add')} align="end">
          <ButtonLink to="/beneficiaries/add" variant="accent" icon={<IconPlus aria-hidden="true" />}>
            {t('add')}
          </ButtonLink>
        </NeedsRight>
      </div>
      <DataTable
        label={t('title')}
        columns={useColumns(rows)}
        rows={rows}
        rowId={(row) => row.id}
        selectedId={openId}
        onOpen={(row) => open(row.id)}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={filtered ? <NobodyMatches /> : <NobodyYet />}
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
    </>
  );
}

function NobodyYet() {
  const t = useTranslations('beneficiaries');
  return <EmptyState icon={<IconUsers aria-hidden="true" />} title={t('emptyTitle')} text={t('emptyText')} />;
}

function NobodyMatches() {
  const t = useTranslations('beneficiaries');
  return (
    <EmptyState
      icon={<IconSearch aria-hidden="true" />}
      title={t('noMatchTitle')}
      text={t('noMatchText')}
      action={
        <ButtonLink to="/beneficiaries" search={{}}>
          {t('clear')}
        </ButtonLink>
      }
    />
  );
}
