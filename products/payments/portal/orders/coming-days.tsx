/** The future days of one series: each can be skipped, get another amount, or be restored. */
import { type Occurrence, type StandingOrderDetails, skipRun } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { OccurrenceDialog } from './occurrence-dialog.tsx';
import classes from './orders.module.css';
import { actMutation } from './queries.ts';
import { useDay } from './use-day.ts';

const shownFirst = 5;

export function ComingDays({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders');
  const act = useMutation(actMutation(order.id));
  const [all, setAll] = useState(false);
  const [changing, setChanging] = useState<Occurrence>();
  const { held } = useRight(skipRun);
  const days = all ? order.coming : order.coming.slice(0, shownFirst);
  const single = (occurrence: Occurrence) => {
    const { dueOn } = occurrence;
    return (
      <DayMenu
        occurrence={occurrence}
        busy={act.isPending && dayOf(act.variables) === dueOn}
        onChange={() => setChanging(occurrence)}
        onAct={(kind) => act.mutate({ kind, dueOn })}
      />
    );
  };
  return (
    <SheetSection title={t('next')}>
      <ProblemNotice error={act.error} />
      <ul className={classes.dates}>
        {days.map((occurrence) => (
          <li key={occurrence.dueOn}>
            <DayLine occurrence={occurrence} currency={order.currency} />
            {held && order.frequency !== 'ONCE' && single(occurrence)}
          </li>
        ))}
      </ul>
      {order.coming.length > days.length && (
        <Button size="s" variant="quiet" onClick={() => setAll(true)}>
          {t('single.more')}
        </Button>
      )}
      {changing && (
        <OccurrenceDialog order={order} occurrence={changing} onClose={() => setChanging(undefined)} />
      )}
    </SheetSection>
  );
}

const dayOf = (action: { kind: string } | undefined) =>
  action && 'dueOn' in action ? action.dueOn : undefined;

function DayLine({ occurrence, currency }: { occurrence: Occurrence; currency: string }) {
  const t = useTranslations('orders.single');
  const day = useDay();
  const { dueOn, state, amount } = occurrence;
  return (
    <span className={classes.who}>
      <span data-skipped={state === 'SKIPPED' || undefined}>{day(dueOn)}</span>
      {state !== 'PLANNED' && (
        <Text as="span" size={13} tone="soft" block>
          {state === 'SKIPPED' ? (
            t('skipped')
          ) : (
            <>
              {t('changed')} <Amount value={amount} currency={currency} />
            </>
          )}
        </Text>
      )}
    </span>
  );
}

interface DayMenuProps {
  occurrence: Occurrence;
  busy: boolean;
  onChange: () => void;
  onAct: (kind: 'skip' | 'restore') => void;
}

function DayMenu({ occurrence: { dueOn, state }, busy, onChange, onAct }: DayMenuProps) {
  const t = useTranslations('orders.single');
  const day = useDay();
  return (
    <Menu
      size="s"
      variant="quiet"
      icon={<IconDots aria-hidden="true" />}
      label={t('menu', { day: day(dueOn) })}
      busy={busy}
      actions={[
        ...(state === 'SKIPPED'
          ? []
          : [
              { text: t('change'), onChoose: onChange },
              { text: t('skip'), onChoose: () => onAct('skip') },
            ]),
        ...(state === 'PLANNED' ? [] : [{ text: t('restore'), onChoose: () => onAct('restore') }]),
      ]}
    />
  );
}
