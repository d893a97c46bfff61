/** The fields of a company by step, for adding and for changing one, and the Back button beside the logo. */

import { JoiningPlacesContext } from '@calmly/portal-kit/shared/joining/slots.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { AddressFields, faultsAt } from './address-fields.tsx';
import type { DraftStep } from './company-errors.ts';
import { FactsStep } from './steps/facts-step.tsx';
import { OwnersStep } from './steps/owners-step.tsx';
import type { StepProps } from './use-company-form.ts';

export function CompanyStep({ step, papers, ...fields }: StepProps & { step: DraftStep; papers: ReactNode }) {
  const { draft, faults, change } = fields;
  switch (step) {
    case 'company':
      return <FactsStep {...fields} />;
    case 'seat':
      return (
        <AddressFields
          fill
          value={draft.address}
          faults={faultsAt(faults, 'address')}
          onChange={(part) => change((before) => ({ address: { ...before.address, ...part } }))}
        />
      );
    case 'owners':
      return <OwnersStep {...fields} />;
    case 'papers':
      return papers;
  }
}

export function BackPlace({ onBack }: { onBack: () => void }) {
  const t = useTranslations('companies');
  const places = use(JoiningPlacesContext);
  if (!places.back) return null;
  return createPortal(
    <Button icon={<IconArrowLeft aria-hidden="true" />} onClick={onBack}>
      {t('back')}
    </Button>,
    places.back,
  );
}

/** A hint beside the form. */
export function Hint({ title, text }: { title: string; text: string }) {
  return (
    <Card>
      <Text as="h2" size={15}>
        {title}
      </Text>
      <Text tone="soft" above={4}>
        {text}
      </Text>
    </Card>
  );
}
