/** The profile's documents, newest first, filtered by the URL. Pictures can be previewed before they are saved. */
import { type ListedDocument, listDocuments } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useDayHeading } from '@calmly/portal-kit/shared/days/day-heading.ts';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconDownload, IconEye, IconLock } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './documents.module.css';
import { DocumentFilterBar } from './filter-bar.tsx';
import { Preview } from './preview.tsx';
import { documentsQuery, saveMutation } from './queries.ts';
import { KindIcon, SubjectLink } from './subject-link.tsx';
import { useDocumentFilters } from './use-filters.ts';

export function DocumentsPage() {
  const t = useTranslations('documents');
  const { held, reason } = useRight(listDocuments);
  if (held) return <Documents />;
  return <EmptyState icon={<IconLock aria-hidden="true" />} title={t('lockedTitle')} text={reason} />;
}

const isPicture = ({ mediaType }: ListedDocument) => mediaType.startsWith('image/');

function Documents() {
  const t = useTranslations('documents');
  const format = useFormatter();
  const { filters, change, clear } = useDocumentFilters();
  const query = useInfiniteQuery(documentsQuery(filters));
  const saving = useMutation(saveMutation);
  const [shown, setShown] = useState<ListedDocument>();
  const isFiltered = Object.keys(filters).length > 0;
  const dayHeading = useDayHeading();
  const dayOf = ({ createdAt }: ListedDocument) => dayHeading(localDay(new Date(createdAt)));
  const timeOf = (at: string) => format.dateTime(new Date(at), timeOfDay);
  const sizeOf = ({ sizeBytes }: ListedDocument) =>
    format.number(Math.max(1, Math.round(sizeBytes / 1024)), { style: 'unit', unit: 'kilobyte' });

  const columns: Column<ListedDocument>[] = [
    {
      key: 'what',
      header: t('columns.what'),
      width: 'minmax(0, 4fr)',
      phone: 'main',
      cell: (document) => (
        <WhoCell
          avatar={<KindIcon kind={document.kind} />}
          first={
            <Text as="span" wrap="anywhere">
              {document.fileName}
            </Text>
          }
          second={
            <>
              {t(`kinds.${document.kind}`)}
              <span className={classes.onPhone}>
                {[document.about, document.uploadedBy, timeOf(document.createdAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          }
        />
      ),
    },
    {
      key: 'subject',
      header: t('columns.subject'),
      width: 'minmax(0, 2.4fr)',
      cell: (document) => <SubjectLink document={document} />,
    },
    {
      key: 'who',
      header: t('columns.who'),
      width: 'minmax(0, 2fr)',
      wide: true,
      cell: (document) => <TwoLines first={document.uploadedBy ?? ''} second={timeOf(document.createdAt)} />,
    },
    {
      key: 'file',
      header: t('columns.file'),
      width: 'minmax(120px, 1.2fr)',
      align: 'end',
      phone: 'top',
      cell: (document) => (
        <span className={classes.actions}>
          <Text as="span" tone="soft" wrap="never" figures className={classes.size}>
            {sizeOf(document)}
          </Text>
          {isPicture(document) && (
            <Button
              size="s"
              variant="quiet"
              icon={<IconEye aria-hidden="true" />}
              aria-label={t('preview', { name: document.fileName })}
              onClick={() => setShown(document)}
            />
          )}
          <Button
            size="s"
            variant="quiet"
            icon={<IconDownload aria-hidden="true" />}
            aria-label={t('save', { name: document.fileName })}
            busy={saving.isPending && saving.variables === document.id}
            onClick={() => saving.mutate(document.id)}
          />
        </span>
      ),
    },
  ];
  return (
    <Grid gap={16}>
      {saving.error && <ProblemNotice error={saving.error} />}
      <DocumentFilterBar filters={filters} onChange={change} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={query.data}
        rowId={({ id }) => id}
        dayOf={dayOf}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          isFiltered ? (
            <NoMatches title={t('noneTitle')} onClear={clear} />
          ) : (
            <EmptyState drawing={<Drawing name="text" />} title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
        onShowMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        loadingMore={query.isFetchingNextPage}
        skeletonRows={8}
      />
      {shown && <Preview document={shown} onClose={() => setShown(undefined)} />}
    </Grid>
  );
}
