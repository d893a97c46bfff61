/** Shown instead of the list: no payments at all, no matching payments, or none within the searched period. */
import { createPayment } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconHistory, IconPlus } from '@tabler/icons-react';

interface NothingListedProps {
  filtered: boolean;
  /** Older payments were not searched. */
  lookedBackTo: string | undefined;
  onLookFurther: () => void;
  looking: boolean;
  onClear: () => void;
}

export function NothingListed({ filtered, lookedBackTo, ...on }: NothingListedProps) {
  const t = useTranslations('payments');
  const list = useTranslations('paymentsList');
  const format = useFormatter();
  if (lookedBackTo)
    return (
      <EmptyState
        icon={<IconHistory aria-hidden="true" />}
        title={list('nothingSince', {
          date: format.dateTime(new Date(lookedBackTo), { dateStyle: 'long' }),
        })}
        text={list('nothingSinceText')}
        action={
          <Button busy={on.looking} onClick={on.onLookFurther}>
            {list('lookFurther')}
          </Button>
        }
      />
    );
  if (filtered) return <NoMatches title={t('list.nothingTitle')} onClear={on.onClear} />;
  return (
    <EmptyState
      drawing={<Drawing name="list" />}
      title={t('list.emptyTitle')}
      text={t('list.emptyText')}
      help="paymentsEmpty"
      action={
        <NeedsRight endpoint={createPayment} label={t('newPayment')} size="l">
          <ButtonLink
            to="/payments/create/{-$direction}"
            params={{ direction: 'outgoing' }}
            variant="accent"
            size="l"
            icon={<IconPlus aria-hidden="true" />}
          >
            {t('newPayment')}
          </ButtonLink>
        </NeedsRight>
      }
    />
  );
}
