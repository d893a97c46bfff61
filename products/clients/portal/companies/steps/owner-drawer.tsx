/** The drawer of a corporate owner. */

import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import type { OwnerDraft } from '../company-draft.ts';
import { ownerFaults } from '../company-errors.ts';
import { PartDrawer } from './part-drawer.tsx';
import { ShareField } from './share-field.tsx';

interface OwnerDrawerProps {
  owner: OwnerDraft;
  /** Errors found by the step or the bank, by field. */
  faults: Faults;
  onChange: (part: Partial<OwnerDraft>) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function OwnerDrawer({ owner, faults, onChange, onRemove, onClose }: OwnerDrawerProps) {
  const t = useTranslations('companies.owners');
  const facts = useTranslations('companies.facts');
  return (
    <PartDrawer
      title={t('ownerTitle')}
      found={ownerFaults(owner)}
      faults={faults}
      onRemove={onRemove}
      onClose={onClose}
    >
      {(all) => (
        <>
          <TextField
            name="name"
            label={facts('name')}
            value={owner.name}
            error={all.name}
            autoComplete="off"
            maxLength={140}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
          <CountryPicker
            label={facts('country')}
            name="country"
            value={owner.country}
            error={all.country}
            onChange={(country) => onChange({ country })}
          />
          <TextField
            name="registrationNumber"
            label={facts('registrationNumber')}
            value={owner.registrationNumber}
            error={all.registrationNumber}
            autoComplete="off"
            spellCheck={false}
            maxLength={35}
            onChange={({ currentTarget }) => onChange({ registrationNumber: currentTarget.value })}
          />
          <ShareField
            value={owner.share}
            error={all.shareBasisPoints}
            onChange={(share) => onChange({ share })}
          />
        </>
      )}
    </PartDrawer>
  );
}
