/** The official statements of a month: every version, newest first, each saved in its original form. */
import type { OfficialStatement } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import classes from './kept.module.css';
import { officialMutation } from './kept.ts';

export function OfficialVersions({ statements }: { statements: readonly OfficialStatement[] }) {
  const t = useTranslations('statements.official');
  const saving = useMutation(officialMutation);
  const isOnly = statements.length === 1;
  return (
    <div className={classes.official}>
      <ul aria-label={t('label')}>
        {statements.map((statement) => (
          <li key={statement.id}>
            <Grid gap={4} items="start" shrink>
              <Badge colour={statement.isReplaced ? 'grey' : 'green'}>
                {t(nameOf(statement, isOnly), {
                  number: statement.number,
                  version: String(statement.version),
                })}
              </Badge>
              <Made statement={statement} />
            </Grid>
            <Button
              size="s"
              variant="quiet"
              icon={<IconDownload aria-hidden="true" />}
              aria-label={t('save', { number: statement.number, version: String(statement.version) })}
              busy={saving.isPending && saving.variables === statement.id}
              onClick={() => saving.mutate(statement.id)}
            />
          </li>
        ))}
      </ul>
      {saving.error && <ProblemNotice error={saving.error} />}
    </div>
  );
}

/** The version is named if there are several. */
function nameOf({ isReplaced }: OfficialStatement, isOnly: boolean) {
  if (isReplaced) return 'replaced';
  return isOnly ? 'number' : 'version';
}

/** When it was made, and the reason for a further version. */
function Made({ statement: { madeAt, cause, reason } }: { statement: OfficialStatement }) {
  const t = useTranslations('statements.official');
  const format = useFormatter();
  const day = format.dateTime(new Date(madeAt), { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <Text as="span" size={13} tone="soft" wrap="anywhere">
      {t('made', { day })}
      {cause === 'ENTRIES' && ` · ${t('lateEntries')}`}
      {cause === 'CORRECTION' && (
        <>
          {' · '}
          <span translate="no">{reason}</span>
        </>
      )}
    </Text>
  );
}
