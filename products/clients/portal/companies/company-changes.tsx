/** The company's change requests and their states: under review, in force, refused with the reason, withdrawn. */
import { type CompanyChange, withdrawCompanyChange } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { MoreRows, Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconCircleCheck, IconCircleX, IconClock, IconRotate2 } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { addressText } from './address-text.ts';
import { companyChangesQuery, withdrawChangeMutation } from './queries.ts';

const icons = {
  WAITING: IconClock,
  APPROVED: IconCircleCheck,
  REJECTED: IconCircleX,
  WITHDRAWN: IconRotate2,
} as const;

export function CompanyChanges() {
  const t = useTranslations('companies.change');
  const query = useInfiniteQuery(companyChangesQuery);
  if (!query.data || query.data.length === 0) return null;
  return (
    <Card flush title={t('history')}>
      <Rows>
        {query.data.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </Rows>
      <MoreRows query={query} />
    </Card>
  );
}

function ChangeRow({ change }: { change: CompanyChange }) {
  const t = useTranslations('companies.change');
  const format = useFormatter();
  const wordsOf = useWords(change);
  const withdrawing = useMutation(withdrawChangeMutation);
  const { id, state, parts, comment, askedBy } = change;
  const Icon = icons[state];
  const date = format.dateTime(new Date(change.decidedAt ?? change.createdAt), { dateStyle: 'long' });
  const withdraw = () =>
    withdrawing.mutate(id, {
      onSuccess: () => showSnackbar(t('withdrawn')),
      onError: showFailure,
    });
  return (
    <Row
      icon={<Icon aria-hidden="true" />}
      title={t(`states.${state}`, { date })}
      actions={
        state === 'WAITING' && (
          <NeedsRight endpoint={withdrawCompanyChange} label={t('withdraw')} size="s" align="end">
            <Button size="s" busy={withdrawing.isPending} onClick={withdraw}>
              {t('withdraw')}
            </Button>
          </NeedsRight>
        )
      }
    >
      {parts.map((part) => (
        <p key={part}>{t('part', { part: t(`parts.${part}`), words: wordsOf(part) })}</p>
      ))}
      <p>{t('askedBy', { name: askedBy })}</p>
      {state === 'REJECTED' && comment && <p>{t('because', { reason: comment })}</p>}
    </Row>
  );
}

/** The requested values of a part, in words. */
function useWords({ facts }: CompanyChange) {
  const forms = useTranslations('companies.legalForms');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  return (part: CompanyChange['parts'][number]): string => {
    switch (part) {
      case 'owners':
        return [
          ...(facts.people ?? []).map(({ firstName, lastName }) => `${firstName} ${lastName}`),
          ...(facts.corporateOwners ?? []).map(({ name }) => name),
        ].join(', ');
      case 'address':
        return facts.address ? addressText(facts.address, locale) : '';
      case 'country':
        return countryName(facts.country ?? '', locale);
      case 'legalForm':
        return facts.legalForm ? forms(facts.legalForm) : '';
      case 'foundedOn':
        return format.dateTime(new Date(`${facts.foundedOn}T12:00:00Z`), {
          dateStyle: 'long',
          timeZone: 'UTC',
        });
      default:
        return facts[part] ?? '';
    }
  };
}
