/** The person's saved exports, each run with one click; above them the one named in an emailed link. */
import { type ExportProfile, listExportProfiles } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconMail,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../bookkeeping.module.css';
import { exportProfilesQuery, runProfileMutation } from '../queries.ts';

const ExportDialog = onDemand(async () => (await import('./export-dialog.tsx')).ExportDialog);

export interface MailedExport {
  readonly export: string;
  /** `YYYY-MM` */
  readonly month: string;
}

export function ExportsCard({ mailed }: { mailed: MailedExport | undefined }) {
  const t = useTranslations('bookkeeping.exports');
  const { held, reason } = useRight(listExportProfiles);
  const list = useQuery({ ...exportProfilesQuery, enabled: held });
  const [edited, setEdited] = useState<ExportProfile | 'new'>();
  // Loaded before the form lists the accounts, because a list that grows under the pointer leads to wrong clicks.
  const accounts = useQuery({ ...allAccountsQuery, enabled: held });
  const profiles = accounts.isPending ? undefined : list.data;
  if (!held)
    return (
      <Card title={t('title')}>
        <Text size={13} tone="soft">
          {reason}
        </Text>
      </Card>
    );
  return (
    <Card
      flush
      title={t('title')}
      aside={
        <Button
          size="s"
          icon={<IconPlus aria-hidden="true" />}
          disabled={!profiles}
          onClick={() => setEdited('new')}
        >
          {t('new')}
        </Button>
      }
    >
      {list.isError && !profiles ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : profiles ? (
        <>
          {mailed && <Mailed {...mailed} profile={profiles.find(({ id }) => id === mailed.export)} />}
          {profiles.length === 0 ? (
            <p className={classes.empty}>{t('empty')}</p>
          ) : (
            <ul className={classes.profiles}>
              {profiles.map((profile) => (
                <ProfileRow key={profile.id} profile={profile} onEdit={() => setEdited(profile)} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <ListShape rows={2} />
      )}
      {edited && (
        <ExportDialog profile={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

/** The export named in the email. */
function Mailed({ month, profile }: MailedExport & { profile: ExportProfile | undefined }) {
  const t = useTranslations('bookkeeping.exports');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const run = useMutation(runProfileMutation);
  if (!profile)
    return (
      <div className={classes.mailed}>
        <Notice tone="warning" title={t('mailedGone')}>
          {t('mailedGoneText')}
        </Notice>
      </div>
    );
  const name = format.dateTime(dayAsDate(`${month}-01`), { month: 'long', year: 'numeric' });
  return (
    <div className={classes.mailed}>
      <Notice tone="success" title={t('mailedReady', { name: profile.name, month: name })}>
        <Button
          variant="accent"
          icon={<IconDownload aria-hidden="true" />}
          busy={run.isPending}
          onClick={() => run.mutate({ id: profile.id, month, locale })}
        >
          {t('mailedDownload')}
        </Button>
      </Notice>
      <ProblemNotice error={run.error} />
    </div>
  );
}

function ProfileRow({ profile, onEdit }: { profile: ExportProfile; onEdit: () => void }) {
  const t = useTranslations('bookkeeping.exports');
  const { locale } = useLocaleControl();
  const run = useMutation(runProfileMutation);
  const { id, name, format, period, columns, accountIds, mailsMonthly } = profile;
  const Icon = format === 'xlsx' ? IconFileSpreadsheet : IconFileTypeCsv;
  const facts = [
    t(`periods.${period}`),
    accountIds.length === 0 ? t('allAccounts') : t('someAccounts', { count: accountIds.length }),
    t('columnCount', { count: columns.length }),
    format.toUpperCase(),
  ];
  return (
    <Inline as="li" gap={16} align="center" className={classes.profile}>
      <Icon aria-hidden="true" />
      <div className={classes.profileText}>
        <Text weight="label" wrap="anywhere">
          {name}
        </Text>
        <Text size={13} tone="soft">
          {facts.join(' · ')}
        </Text>
        {mailsMonthly && (
          <Text size={13} tone="soft" above={4} className={classes.mailNote}>
            <IconMail aria-hidden="true" />
            {t('mailed')}
          </Text>
        )}
        <ProblemNotice error={run.error} />
      </div>
      <Inline wrap gap={8} className={classes.buttons}>
        <Button
          size="s"
          icon={<IconDownload aria-hidden="true" />}
          aria-label={t('downloadName', { name })}
          busy={run.isPending}
          onClick={() => run.mutate({ id, locale })}
        >
          {t('download')}
        </Button>
        <Button
          size="s"
          variant="quiet"
          icon={<IconPencil aria-hidden="true" />}
          aria-label={t('editName', { name })}
          onClick={onEdit}
        />
      </Inline>
    </Inline>
  );
}
