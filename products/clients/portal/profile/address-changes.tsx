/** The requests to change an address and their states: waiting since, approved, rejected with the bank's reason. */
import { type AddressChange, withdrawAddressChange } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconClock, IconMapPinCheck, IconMapPinOff, IconMapPinX } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import classes from './profile.module.css';
import { addressChangesQuery, withdrawAddressMutation } from './queries.ts';

const icons = {
  WAITING: IconClock,
  APPROVED: IconMapPinCheck,
  REJECTED: IconMapPinX,
  WITHDRAWN: IconMapPinOff,
} as const;

export function AddressChanges() {
  const t = useTranslations('profile.addressChange');
  const query = useInfiniteQuery(addressChangesQuery);
  if (!query.data || query.data.length === 0) return null;
  return (
    <Card flush title={t('history')}>
      <ul className={classes.requests} aria-live="polite">
        {query.data.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Inline justify="end" className={classes.more}>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('older')}
          </Button>
        </Inline>
      )}
    </Card>
  );
}

function Request({ request }: { request: AddressChange }) {
  const t = useTranslations('profile.addressChange');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const withdrawing = useMutation(withdrawAddressMutation);
  const Icon = icons[request.state];
  const date = format.dateTime(new Date(request.decidedAt ?? request.createdAt), { dateStyle: 'long' });
  const withdraw = () =>
    withdrawing.mutate(request.id, {
      onSuccess: () => showSnackbar(t('withdrawn')),
      onError: showFailure,
    });
  return (
    <li data-state={request.state}>
      <Circle className={classes.requestIcon}>
        <Icon aria-hidden="true" />
      </Circle>
      <Text as="div" wrap="anywhere">
        <p>{`${request.line}, ${request.postCode} ${request.town}, ${countryName(request.country, locale)}`}</p>
        <Text size={13} tone="soft">
          {t(`states.${request.state}`, { date })}
        </Text>
        {request.state === 'REJECTED' && request.comment && (
          <Text size={13} tone="soft">
            {t('because', { reason: request.comment })}
          </Text>
        )}
      </Text>
      {request.state === 'WAITING' && (
        <NeedsRight endpoint={withdrawAddressChange} label={t('withdraw')} size="s" align="end">
          <Button size="s" busy={withdrawing.isPending} onClick={withdraw}>
            {t('withdraw')}
          </Button>
        </NeedsRight>
      )}
    </li>
  );
}
