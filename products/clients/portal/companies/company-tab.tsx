/** The current company's facts: register entry, address, directors and owners, documents. */
import { type Company, requestCompanyChange } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { FactLine } from '@calmly/ui/facts/fact-line.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { addressText } from './address-text.ts';
import classes from './companies.module.css';
import { CompanyChanges } from './company-changes.tsx';
import { companyChangesQuery, companyQuery, savePaperMutation } from './queries.ts';
import { percentOf } from './steps/shares.ts';

export function CompanyTab() {
  const client = useClient();
  const { data: company, error, refetch } = useQuery(companyQuery(client.id));
  if (company) return <CompanyFacts company={company} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <FactsShape />;
}

function CompanyFacts({ company }: { company: Company }) {
  const t = useTranslations('companies.tab');
  const forms = useTranslations('companies.legalForms');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const { rights } = useClient();
  const dayOf = (iso: string) =>
    format.dateTime(new Date(`${iso}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' });
  const lines: readonly (readonly [string, string | null])[] = [
    [t('number'), company.registrationNumber],
    [t('country'), countryName(company.country, locale)],
    [t('legalForm'), company.legalForm && forms(company.legalForm)],
    [t('founded'), company.foundedOn && dayOf(company.foundedOn)],
    [t('activity'), company.activity],
    [t('address'), company.address && addressText(company.address, locale)],
  ];
  return (
    <Grid gap={24}>
      <Card flush title={company.name} aside={<AskForChange company={company} />}>
        <dl>
          {lines.map(([label, value]) => (
            <FactLine key={label} name={label} value={value} missing={t('notGiven')} />
          ))}
        </dl>
      </Card>
      {rights.is_boss && <CompanyChanges />}
      <People company={company} />
      {rights.is_boss || rights.can_view_documents ? (
        <Papers company={company} />
      ) : (
        <Notice tone="info">{t('hidden')}</Notice>
      )}
    </Grid>
  );
}

/** Opens a change of facts; hidden while a request is open, whose row shows its state. */
function AskForChange({ company }: { company: Company }) {
  const t = useTranslations('companies.change');
  const { rights } = useClient();
  const changes = useInfiniteQuery({ ...companyChangesQuery, enabled: rights.is_boss });
  if (company.state !== 'ACTIVE' || (rights.is_boss && !changes.data)) return null;
  if (changes.data?.some(({ state }) => state === 'WAITING'))
    return <Badge colour="yellow">{t('waits')}</Badge>;
  return (
    <NeedsRight endpoint={requestCompanyChange} label={t('ask')} size="s" align="end">
      <ButtonLink to="/companies/change" size="s">
        {t('ask')}
      </ButtonLink>
    </NeedsRight>
  );
}

function People({ company }: { company: Company }) {
  const t = useTranslations('companies.tab');
  const roles = useTranslations('companies.owners');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const shareOf = (points: number | null) =>
    points !== null && roles('ownsShare', { share: percentOf(points) });
  return (
    <Card flush title={t('people')}>
      <ul>
        {company.people.map(({ firstName, lastName, isDirector, shareBasisPoints, dateOfBirth, address }) => {
          const name = `${firstName} ${lastName}`;
          const born =
            dateOfBirth !== null &&
            t('born', {
              date: format.dateTime(new Date(dateOfBirth * 1000), { dateStyle: 'long', timeZone: 'UTC' }),
            });
          return (
            <Inline as="li" gap={16} align="center" className={classes.row} key={`${name} ${dateOfBirth}`}>
              <Avatar name={name} />
              <Grid as="span" shrink grow>
                <Text as="span" weight="label" wrap="anywhere">
                  {name}
                </Text>
                <span className={classes.entryNote}>
                  {[isDirector && roles('director'), shareOf(shareBasisPoints)].filter(Boolean).join(', ')}
                </span>
                {address && (
                  <span className={classes.entryNote}>
                    {[born, addressText(address, locale)].filter(Boolean).join(' · ')}
                  </span>
                )}
              </Grid>
            </Inline>
          );
        })}
        {company.corporateOwners.map(({ name, registrationNumber, country, shareBasisPoints }) => (
          <Inline as="li" gap={16} align="center" className={classes.row} key={registrationNumber}>
            <Avatar name={name} country={country} />
            <Grid as="span" shrink grow>
              <Text as="span" weight="label" wrap="anywhere">
                {name}
              </Text>
              <span className={classes.entryNote}>
                {[registrationNumber, shareOf(shareBasisPoints)].filter(Boolean).join(', ')}
              </span>
            </Grid>
          </Inline>
        ))}
      </ul>
    </Card>
  );
}

function Papers({ company: { id, documents } }: { company: Company }) {
  const t = useTranslations('companies.tab');
  const saving = useMutation(savePaperMutation);
  return (
    <Card flush title={t('papers')}>
      {documents.length === 0 && <p className={classes.none}>{t('noPapers')}</p>}
      <ul>
        {documents.map(({ id: documentId, fileName }) => (
          <Inline as="li" gap={16} align="center" className={classes.row} key={documentId}>
            <IconFileText aria-hidden="true" />
            <Grid as="span" shrink grow>
              <Text as="span" weight="label" wrap="anywhere">
                {fileName}
              </Text>
            </Grid>
            <Button
              size="s"
              icon={<IconDownload aria-hidden="true" />}
              aria-label={t('save', { name: fileName })}
              busy={saving.isPending && saving.variables.documentId === documentId}
              onClick={() => saving.mutate({ id, documentId })}
            >
              {t('saveShort')}
            </Button>
          </Inline>
        ))}
      </ul>
      {saving.isError && <Notice tone="refusal">{t('saveFailed')}</Notice>}
    </Card>
  );
}
