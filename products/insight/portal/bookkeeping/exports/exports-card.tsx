/** The person's saved exports, each run with one click; above them the one named in an emailed link. */
import { type ExportProfile, listExportProfiles } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
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
        <p className={classes.hint}>{reason}</p>
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
    <li className={classes.profile}>
      <Icon aria-hidden="true" />
      <div className={classes.profileText}>
        <p className={classes.profileName}>{name}</p>
        <p className={classes.hint}>{facts.join(' · ')}</p>
        {mailsMonthly && (
          <p className={classes.mailNote}>
            <IconMail aria-hidden="true" />
            {t('mailed')}
          </p>
        )}
        <ProblemNotice error={run.error} />
      </div>
      <div className={classes.buttons}>
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
      </div>
    </li>
  );
}
