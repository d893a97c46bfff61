/** A two-line row of a picker's list: an icon, a label, a 13-px line under it, and a value on the right. */
import type { ReactNode } from 'react';
import { Inline, Stack } from '../layout/boxes.tsx';
import { Text } from '../layout/text.tsx';

interface PickerRowProps {
  mark: ReactNode;
  first: ReactNode;
  second: ReactNode;
  end?: ReactNode;
}

export function PickerRow({ mark, first, second, end }: PickerRowProps) {
  return (
    <Inline as="span" gap={12} align="center" shrink>
      {mark}
      <Stack as="span" shrink grow>
        <Text as="span" weight="label" wrap="cut">
          {first}
        </Text>
        <Text as="span" size={13} tone="soft" figures>
          {second}
        </Text>
      </Stack>
      {end}
    </Inline>
  );
}
