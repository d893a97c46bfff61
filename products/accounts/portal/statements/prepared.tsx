/** Files prepared in the background: their progress, and ready ones to save. Renders nothing if there are none. */
import type { PreparedFile } from '@calmly/contract';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { ProgressLine } from '@calmly/portal-kit/shared/files/progress-line.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconDownload, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import classes from './kept.module.css';
import { preparedQuery, removePreparedMutation, savePreparedMutation } from './kept.ts';
import { statementAccountsQuery } from './queries.ts';

export function PreparedFiles() {
  const t = useTranslations('statements.prepared');
  const { data } = useQuery(preparedQuery);
  const saving = useMutation(savePreparedMutation);
  const removing = useMutation(removePreparedMutation);
  if (!data || data.files.length === 0) return null;
  const error = saving.error ?? removing.error;
  return (
    <Card title={t('title')} flush>
      {error && <ProblemNotice error={error} />}
      <ul className={classes.prepared} aria-live="polite">
        {data.files.map((file) => (
          <PreparedRow
            key={file.id}
            file={file}
            saving={saving.isPending && saving.variables === file.id}
            onSave={() => saving.mutate(file.id)}
            onRemove={() => removing.mutate(file.id)}
          />
        ))}
      </ul>
      <Text size={13} tone="soft" className={classes.note}>
        {t('note', { days: data.keptDays })}
      </Text>
    </Card>
  );
}

interface RowProps {
  file: PreparedFile;
  saving: boolean;
  onSave: () => void;
  onRemove: () => void;
}

function PreparedRow({ file, saving, onSave, onRemove }: RowProps) {
  const t = useTranslations('statements.prepared');
  const formats = useTranslations('statements.formats');
  const format = useFormatter();
  const days = useDaysText(file);
  const accounts = useQuery(statementAccountsQuery).data;
  const account = accounts?.find(({ id }) => id === file.accountId);
  const name = file.accountId === null ? t('all') : (account?.name ?? t('account'));
  const title = `${name} · ${formats(file.format)}`;
  const isUnderway = file.state === 'WAITING' || file.state === 'RUNNING';
  const part = file.state === 'RUNNING' ? file.progress / 100 : undefined;
  return (
    <li>
      <Grid gap={4} shrink grow>
        {isUnderway ? (
          <ProgressLine
            title={title}
            note={part === undefined ? t('waiting') : format.number(part, { style: 'percent' })}
            part={part}
          />
        ) : (
          <Text as="span" weight="label" wrap="anywhere">
            {title}
          </Text>
        )}
        <Text as="span" size={13} tone="soft" wrap="anywhere">
          {days}
        </Text>
        {!isUnderway && <Outcome file={file} />}
      </Grid>
      {file.state === 'READY' && (
        <Button
          size="s"
          variant="quiet"
          icon={<IconDownload aria-hidden="true" />}
          aria-label={t('save', { title })}
          busy={saving}
          onClick={onSave}
        />
      )}
      <Button
        size="s"
        variant="quiet"
        icon={isUnderway ? <IconX aria-hidden="true" /> : <IconTrash aria-hidden="true" />}
        aria-label={t(isUnderway ? 'cancel' : 'remove', { title })}
        onClick={onRemove}
      />
    </li>
  );
}

const megabyte = 1_000_000;

/** The outcome, and how long a ready file is kept. */
function Outcome({ file: { state, fault, size, expiresAt } }: { file: PreparedFile }) {
  const t = useTranslations('statements.prepared');
  const format = useFormatter();
  if (state === 'READY' && size !== null && expiresAt !== null) {
    const day = format.dateTime(new Date(expiresAt), { day: 'numeric', month: 'short' });
    const shown =
      size < megabyte
        ? format.number(Math.max(1, Math.round(size / 1000)), { style: 'unit', unit: 'kilobyte' })
        : format.number(size / megabyte, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
    return (
      <Text as="span" size={13} tone="soft" wrap="anywhere">
        {t('ready', { size: shown, day })}
      </Text>
    );
  }
  if (state === 'FAILED' && fault)
    return (
      <Text as="span" size={13} tone="red">
        {t(`faults.${fault}`)}
      </Text>
    );
  return (
    <Text as="span" size={13} tone="soft" wrap="anywhere">
      {t(state === 'EXPIRED' ? 'expired' : 'cancelled')}
    </Text>
  );
}
