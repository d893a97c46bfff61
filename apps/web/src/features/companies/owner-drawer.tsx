/** An owner that is a company itself. */
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { CountryPicker } from '../onboarding/index.ts';
import classes from './companies.module.css';
import { type Faults, ownerFaults } from './company-checks.ts';
import type { OwnerDraft } from './company-draft.ts';
import { ShareField } from './share-field.tsx';

interface OwnerDrawerProps {
  owner: OwnerDraft;
  /** What the step or the bank found wrong, by field. */
  faults: Faults;
  onChange: (part: Partial<OwnerDraft>) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function OwnerDrawer({ owner, faults, onChange, onRemove, onClose }: OwnerDrawerProps) {
  const t = useTranslations('companies.owners');
  const facts = useTranslations('companies.facts');
  const f = useTranslations('companies.faults');
  const [judged, setJudged] = useState(false);
  const found = ownerFaults(owner);
  const own = judged
    ? Object.fromEntries(Object.entries(found).flatMap(([field, key]) => (key ? [[field, f(key)]] : [])))
    : {};
  const all: Faults = { ...faults, ...own };
  return (
    <SideDrawer
      title={t('ownerTitle')}
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
      <div className={classes.drawerForm}>
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
      </div>
    </SideDrawer>
  );
}
