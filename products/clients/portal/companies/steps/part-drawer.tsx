/** The drawer of a director or owner. Errors appear when the user closes it as complete. */

import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { type ReactNode, useState } from 'react';
import type { FaultKey } from '../company-errors.ts';

interface PartDrawerProps {
  title: string;
  /** The errors of the current values. */
  found: Partial<Record<string, FaultKey>>;
  /** Errors found by the step or the bank, by field. */
  faults: Faults;
  onRemove: () => void;
  onClose: () => void;
  /** Renders the fields with their error messages. */
  children: (faults: Faults) => ReactNode;
}

export function PartDrawer({ title, found, faults, onRemove, onClose, children }: PartDrawerProps) {
  const t = useTranslations('companies.owners');
  const f = useTranslations('companies.faults');
  const [judged, setJudged] = useState(false);
  const own = judged
    ? Object.fromEntries(Object.entries(found).flatMap(([field, key]) => (key ? [[field, f(key)]] : [])))
    : {};
  return (
    <SideDrawer
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button size="l" variant="danger" onClick={onRemove}>
            {t('remove')}
          </Button>
          <Button
            size="l"
            variant="accent"
            onClick={() => (Object.keys(found).length === 0 ? onClose() : setJudged(true))}
          >
            {t('done')}
          </Button>
        </>
      }
    >
      <Grid gap={24}>{children({ ...faults, ...own })}</Grid>
    </SideDrawer>
  );
}
