/** A company's offer to an invited person, and accepting it with an existing profile. */
import { type InvitationOffer, rightNames } from '@calmly/contract';
import { switchProfile } from '@calmly/portal-kit/session/session.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconMailX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import classes from './people.module.css';
import { acceptMutation, type InvitationKey } from './queries.ts';

export function Offer({
  offer,
}: {
  offer: Pick<InvitationOffer, 'companyName' | 'invitedBy' | 'rights' | 'validUntil'>;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const held = offer.rights.is_boss
    ? (['is_boss'] as const)
    : (['always', ...rightNames.filter((name) => offer.rights[name])] as const);
  return (
    <>
      <div>
        <h1>{t('invitation.heading', { company: offer.companyName })}</h1>
        <Text tone="soft">{t('invitation.text', { name: offer.invitedBy })}</Text>
      </div>
      <Grid as="ul" gap={12} className={classes.may} aria-label={t('invitation.may')}>
        {held.map((name) => (
          <li key={name}>
            <Text as="strong" weight="label" block>
              {t(`rights.${name}.name`)}
            </Text>
            <Text as="span" size={13} tone="soft">
              {t(`rights.${name}.text`)}
            </Text>
          </li>
        ))}
        {offer.validUntil !== null && (
          <li>
            <Text as="strong" weight="label" block>
              {t('invitation.until', {
                date: format.dateTime(new Date(offer.validUntil), { dateStyle: 'long', timeZone: 'UTC' }),
              })}
            </Text>
          </li>
        )}
      </Grid>
    </>
  );
}

/** Shown instead of an offer that no longer exists. */
export function DeadInvitation() {
  const t = useTranslations('invitation');
  return (
    <EmptyState
      level={1}
      icon={<IconMailX aria-hidden="true" />}
      title={t('deadTitle')}
      text={t('deadText')}
      action={
        <ButtonLink to="/" variant="accent" size="l">
          {t('toStart')}
        </ButtonLink>
      }
    />
  );
}

/** The accept button, which then opens the company. */
export function Accept({
  email,
  by,
  onAccepted,
}: {
  email: string;
  by: InvitationKey;
  onAccepted?: () => void;
}) {
  const t = useTranslations('invitation');
  const accepting = useMutation({
    ...acceptMutation,
    onSuccess: async ({ companyId }) => {
      onAccepted?.();
      await switchProfile(companyId);
    },
  });
  return (
    <>
      <ProblemNotice error={accepting.error} />
      <Text tone="soft">{t('acceptText', { email })}</Text>
      <Button
        variant="accent"
        size="l"
        block
        busy={accepting.isPending || accepting.isSuccess}
        onClick={() => accepting.mutate(by)}
      >
        {t('accept')}
      </Button>
    </>
  );
}
