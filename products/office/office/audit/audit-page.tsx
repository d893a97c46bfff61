/** The audit, filtered by person, client and the beginning of the action; a record opens with all its details. */
import type { AuditRow } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Fact, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Text } from '@calmly/ui/layout/text.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { PlainCell } from '@calmly/ui/lists/table-cells.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { peopleQuery } from '../people/queries.ts';
import { useSession } from '../session/state.ts';
import { Failed } from '../shared/failed.tsx';
import { focusRow, useKeys } from '../shared/keys.ts';
import { useMomentText } from '../shared/moment.ts';
import { ScreenTitle } from '../shared/title.tsx';
import classes from './audit.module.css';
import { type AuditFilters, auditQuery } from './queries.ts';
import { isAction, isId, summaryOf, valueText } from './record-text.ts';

export function AuditPage({ filters }: { filters: AuditFilters }) {
  const t = useTranslations('office.audit');
  const navigate = useNavigate();
  const { roles } = useSession().person;
  const seesAll = roles.includes('SUPER') || roles.includes('HISTORY');
  const query = useInfiniteQuery(auditQuery(filters));
  const [open, setOpen] = useState<string>();
  /** How often the filters were cleared: their fields then start anew. */
  const [cleared, setCleared] = useState(0);
  const columns = useColumns();
  const rows = query.data?.pages.flatMap((page) => page.items);
  const place = rows?.findIndex(({ id }) => id === open) ?? -1;
  const shown = rows?.[place];
  const goTo = (step: 1 | -1) => {
    const next = shown && rows?.[place + step];
    return next && (() => setOpen(next.id));
  };
  useKeys({
    j: shown ? goTo(1) : () => focusRow(1),
    k: shown ? goTo(-1) : () => focusRow(-1),
  });
  useDrawerKeys(rows, shown?.id, () => setOpen(undefined));
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <ScreenTitle title={t('title')} />
      <div className={classes.page}>
        {seesAll ? <Filters key={cleared} filters={filters} /> : <Notice tone="info">{t('own')}</Notice>}
        {query.error && !rows ? (
          <Failed error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
        ) : (
          <DataTable
            label={t('list')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            selectedId={open}
            onOpen={({ id }) => setOpen(id)}
            empty={
              isFiltered ? (
                <NoMatches
                  title={t('noMatches')}
                  onClear={() => {
                    setCleared((times) => times + 1);
                    void navigate({ to: '.', search: {} });
                  }}
                />
              ) : (
                <EmptyState drawing={<Drawing name="text" />} title={t('empty')} text={t('emptyText')} />
              )
            }
            onShowMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            loadingMore={query.isFetchingNextPage}
          />
        )}
      </div>
      {shown && (
        <SideDrawer
          title={t('record')}
          onClose={() => setOpen(undefined)}
          onPrevious={goTo(-1)}
          onNext={goTo(1)}
        >
          <Record row={shown} />
        </SideDrawer>
      )}
    </>
  );
}

function Filters({ filters }: { filters: AuditFilters }) {
  const t = useTranslations('office.audit');
  const navigate = useNavigate();
  const people = useQuery(peopleQuery());
  const [client, setClient] = useState(filters.client ?? '');
  const [action, setAction] = useState(filters.action ?? '');
  const choose = (chosen: AuditFilters) => {
    const all = Object.entries({ ...filters, ...chosen }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(all), replace: true });
  };
  const isWrong = client !== '' && !isId(client);
  return (
    <search className={classes.filters} aria-label={t('filters')}>
      <SelectField
        size="m"
        label={t('person')}
        value={filters.person ?? ''}
        onChange={({ target }) => choose({ person: target.value })}
      >
        <option value="">{t('anyone')}</option>
        {people.data?.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        size="m"
        label={t('actionBegins')}
        placeholder="staff."
        value={action}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        error={action && !isAction(action) ? t('actionInvalid') : undefined}
        onChange={({ currentTarget: { value } }) => {
          const typed = value.trim().toLowerCase();
          setAction(typed);
          if (typed === '' || isAction(typed)) choose({ action: typed });
        }}
      />
      <TextField
        size="m"
        label={t('client')}
        value={client}
        maxLength={36}
        autoComplete="off"
        spellCheck={false}
        error={isWrong && client.length === 36 ? t('clientInvalid') : undefined}
        onChange={({ currentTarget: { value } }) => {
          const typed = value.trim();
          setClient(typed);
          if (typed === '' || isId(typed)) choose({ client: typed });
        }}
      />
    </search>
  );
}

function useColumns(): readonly Column<AuditRow>[] {
  const t = useTranslations('office.audit');
  const moment = useMomentText();
  const words = { yes: t('yes'), no: t('no') };
  return [
    {
      key: 'at',
      header: t('at'),
      width: '180px',
      cell: ({ at }) => (
        <Text as="span" figures>
          {moment(at)}
        </Text>
      ),
    },
    {
      key: 'who',
      header: t('who'),
      width: 'minmax(0, 2fr)',
      cell: ({ staff, actor }) => <PlainCell>{staff?.name ?? actor ?? t('system')}</PlainCell>,
    },
    {
      key: 'action',
      header: t('action'),
      width: 'minmax(0, 2fr)',
      cell: ({ action }) => <code className={classes.code}>{action}</code>,
    },
    {
      key: 'details',
      header: t('details'),
      width: 'minmax(0, 4fr)',
      wide: true,
      cell: ({ client, details }) => (
        <PlainCell>{[client?.name, summaryOf(details, words)].filter(Boolean).join(' · ')}</PlainCell>
      ),
    },
  ];
}

function Record({ row }: { row: AuditRow }) {
  const t = useTranslations('office.audit');
  const moment = useMomentText();
  const words = { yes: t('yes'), no: t('no') };
  const details = Object.entries(row.details);
  return (
    <>
      <SheetSection title={t('record')} titleHidden>
        <dl>
          <Fact name={t('action')}>
            <code>{row.action}</code>
          </Fact>
          <Fact name={t('at')}>{moment(row.at)}</Fact>
          <Fact name={t('who')}>{row.staff?.name ?? row.actor ?? t('system')}</Fact>
          <Fact name={t('client')}>{row.client && `${row.client.name}, ${row.client.id}`}</Fact>
          <Fact name={t('id')}>{row.id}</Fact>
        </dl>
      </SheetSection>
      {details.length > 0 && (
        <SheetSection title={t('details')}>
          <dl>
            {details.map(([name, value]) => (
              <Fact key={name} name={name}>
                {valueText(value, words)}
              </Fact>
            ))}
          </dl>
        </SheetSection>
      )}
    </>
  );
}
