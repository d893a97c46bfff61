/**
 * Past and future events of a thing, in order: a mark, the event, its time, and a line about it. A completed step has a quiet check, the
 * current one a dot in the status colour, a future one an empty ring; `colour` and `icon` emphasise a completed one.
 */
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Inline, Stack } from '../layout/boxes.tsx';
import { Text } from '../layout/text.tsx';
import type { BadgeColour } from './status-badge.tsx';
import classes from './timeline.module.css';

export function Timeline({ children }: { children: ReactNode }) {
  return <Stack as="ol">{children}</Stack>;
}

interface TimelineStepProps {
  state: 'done' | 'now' | 'todo';
  colour?: BadgeColour | undefined;
  /** For a completed step; default: a check. */
  icon?: ReactNode;
  name: ReactNode;
  /** RFC 3339, and its displayed form. */
  at?: string | null | undefined;
  time?: string;
  /** Who, why, what happens next. */
  children?: ReactNode;
}

export function TimelineStep({ state, colour, icon, name, at, time, children }: TimelineStepProps) {
  const t = useTranslations('ui');
  return (
    <li
      className={classes.step}
      data-state={state}
      data-colour={colour}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className={classes.mark} aria-hidden="true">
        {state === 'done' && (icon || <IconCheck />)}
      </span>
      <Inline gap={16} align="baseline" justify="between" className={classes.head}>
        <span className={classes.name}>
          {name}
          {state === 'todo' && <span className="visually-hidden">, {t('toCome')}</span>}
        </span>
        {at && <time dateTime={at}>{time}</time>}
      </Inline>
      {children && (
        <Text size={13} tone="soft" wrap="anywhere" className={classes.note}>
          {children}
        </Text>
      )}
    </li>
  );
}
