/** Covers a card that cannot be used, with the reason and since when. */
import type { Card } from '@calmly/contract';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconCalendarX, IconLock, IconPackage, IconX } from '@tabler/icons-react';
import classes from './veil.module.css';

const icons = {
  ORDERED: IconPackage,
  BLOCKED: IconLock,
  LOCKED: IconLock,
  EXPIRED: IconCalendarX,
  CLOSED: IconX,
} as const;

interface VeilProps {
  card: Card;
  title: string;
  text: string | undefined;
}

/** A decorative picture: the card's own label has the same text. */
export function Veil({ card, title, text }: VeilProps) {
  if (card.status === 'ACTIVE') return null;
  const Icon = icons[card.status];
  return (
    <Stack align="center" justify="center" className={classes.veil} aria-hidden="true">
      <span className={classes.icon}>
        <Icon />
      </span>
      <strong>{title}</strong>
      <Text as="span" size={13} tone="soft">
        {text}
      </Text>
    </Stack>
  );
}
