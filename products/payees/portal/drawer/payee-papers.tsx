/** Documents about a payee: upload two kinds, and download them again. A person without the right to see documents gets a notice. */
import { addPayeeDocument, type DocumentKind, documentTypes, listPayeeDocuments } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { saveDocumentMutation } from '@calmly/portal-kit/shared/files/save-document.ts';
import { useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { IconDownload, IconFile, IconPhoto } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../beneficiaries.module.css';
import { handInPaper, payeeDocumentsQuery } from '../queries.ts';

export function PayeePapers({ id, isFixed }: { id: string; isFixed: boolean }) {
  const mayAdd = useRight(addPayeeDocument).reason === undefined && !isFixed;
  const { reason } = useRight(listPayeeDocuments);
  return (
    <>
      {reason === undefined ? (
        <PaperList id={id} />
      ) : (
        <Text size={13} tone="soft">
          {reason}
        </Text>
      )}
      {mayAdd && <HandIn id={id} />}
    </>
  );
}

function PaperList({ id }: { id: string }) {
  const t = useTranslations('beneficiaries');
  const format = useFormatter();
  const papers = useInfiniteQuery(payeeDocumentsQuery(id));
  const saving = useMutation(saveDocumentMutation);
  if (papers.isError) return <ErrorState error={papers.error} onRetry={() => void papers.refetch()} />;
  if (!papers.data) return <ListShape />;
  if (papers.data.length === 0)
    return (
      <Text size={13} tone="soft">
        {t('noPapers')}
      </Text>
    );
  return (
    <>
      <ul className={classes.papers}>
        {papers.data.map((paper) => (
          <li key={paper.id}>
            {paper.mediaType === 'application/pdf' ? (
              <IconFile aria-hidden="true" />
            ) : (
              <IconPhoto aria-hidden="true" />
            )}
            <Stack as="span" shrink grow className={classes.paper}>
              <span>{paper.fileName}</span>
              <Text as="span" size={13} tone="soft">
                {t(`paper.${paper.kind}`)} ·{' '}
                {format.dateTime(new Date(paper.createdAt), {
                  day: 'numeric',
                  month: 'short',
                  year: 'numeric',
                })}
              </Text>
            </Stack>
            <Button
              variant="quiet"
              icon={<IconDownload aria-hidden="true" />}
              aria-label={t('savePaper', { name: paper.fileName })}
              busy={saving.isPending && saving.variables === paper.id}
              onClick={() => saving.mutate(paper.id)}
            />
          </li>
        ))}
      </ul>
      <ProblemNotice error={saving.error} />
      {papers.hasNextPage && (
        <Button block busy={papers.isFetchingNextPage} onClick={() => void papers.fetchNextPage()}>
          {t('morePapers')}
        </Button>
      )}
    </>
  );
}

function HandIn({ id }: { id: string }) {
  const t = useTranslations('beneficiaries');
  const client = useQueryClient();
  const [kind, setKind] = useState<DocumentKind>('PRINCIPAL');
  // Uploaded files are in the list: only pending and refused ones are shown here.
  const uploads = useUploads(
    [],
    () => void client.invalidateQueries({ queryKey: payeeDocumentsQuery(id).queryKey }),
    handInPaper(id, kind),
  );
  return (
    <Stack gap={16} above={16}>
      <Segments
        block
        size="s"
        label={t('paperKind')}
        value={kind}
        options={[
          { value: 'PRINCIPAL', label: t('paper.PRINCIPAL') },
          { value: 'SECONDARY', label: t('paper.SECONDARY') },
        ]}
        onChange={setKind}
      />
      <UploadArea
        label={t('addPaper')}
        hint={t(`paperHint.${kind}`)}
        accept={documentTypes}
        files={uploads.shown}
        onFiles={uploads.add}
        onRemove={uploads.remove}
        removeLabel={(name) => t('dropPaper', { name })}
      />
    </Stack>
  );
}
