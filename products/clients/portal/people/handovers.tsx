/** A handover of the administrator role: the recipient accepts with a code or declines, the giver can withdraw it. */
import type { Handover } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconCrown } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { endOfferMutation, handoversQuery, peopleQuery, takeOverMutation } from './queries.ts';

export function Handovers() {
  const offers = useQuery(handoversQuery).data ?? [];
  const people = useInfiniteQuery(peopleQuery).data;
  const own = people?.find(({ current }) => current)?.id;
  if (offers.length === 0 || own === undefined) return null;
  return offers.map((offer) => <Offer key={offer.id} offer={offer} own={own} />);
}

function Offer({ offer: { id, from, to }, own }: { offer: Handover; own: string }) {
  const t = useTranslations('people');
  const { rights } = useClient();
  const taking = useMutation(takeOverMutation);
  const ending = useMutation(endOfferMutation);
  const isMine = to.id === own;
  const mayEnd = isMine || from.id === own || rights.is_boss;
  const onError = showFailure;
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<IconCrown aria-hidden="true" />}
          title={
            isMine ? t('offerToYou', { name: from.name }) : t('offerFrom', { name: to.name, from: from.name })
          }
          actions={
            <>
              {mayEnd && (
                <Button
                  busy={ending.isPending}
                  onClick={() =>
                    ending.mutate(id, { onSuccess: () => showSnackbar(t('offerEnded')), onError })
                  }
                >
                  {t(isMine ? 'decline' : 'takeBack')}
                </Button>
              )}
              {isMine && (
                <Button
                  variant="accent"
                  busy={taking.isPending}
                  onClick={() => taking.mutate(id, { onSuccess: () => showSnackbar(t('tookOver')), onError })}
                >
                  {t('takeOver')}
                </Button>
              )}
            </>
          }
        >
          <p>{isMine ? t('offerToYouText', { name: from.name }) : t('offerFromText')}</p>
        </Row>
      </Rows>
    </Card>
  );
}
