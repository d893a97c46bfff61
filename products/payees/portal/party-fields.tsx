/**
 * A payee's name and address: names as the client writes them, with the Latin spelling that travels shown while typing. The fields that
 * the payment methods of its accounts require are marked.
 */

import { DayFields } from '@calmly/portal-kit/shared/days/day-fields.tsx';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconLanguage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './beneficiaries.module.css';
import {
  type AddressField,
  nameOf,
  type PartyDraft,
  type partyFaults,
  travellingAddress,
  travellingName,
  travelsChanged,
} from './party-draft.ts';

interface PartyProps {
  draft: PartyDraft;
  errors: Faults;
  onChange: (change: Partial<PartyDraft>) => void;
}

type TextName = 'name' | 'firstName' | 'lastName' | 'latinName' | AddressField;

/** What a text field of the party needs. */
const textOf =
  ({ draft, errors, onChange }: PartyProps) =>
  (field: TextName) => ({
    name: field,
    value: draft[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [field]: event.currentTarget.value }),
  });

/** The sentences for the faults of a party; undefined when there are none. */
export function usePartySentences() {
  const t = useTranslations('beneficiaries');
  return (faults: ReturnType<typeof partyFaults>): Faults | undefined =>
    Object.keys(faults).length > 0
      ? Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, t(fault)]))
      : undefined;
}

/** Kind and names. */
export function NameFields(props: PartyProps) {
  const t = useTranslations('beneficiaries');
  const { draft, errors, onChange } = props;
  const text = textOf(props);
  const name = nameOf(draft);
  const asksLatin = travelsChanged(name) || draft.latinName !== '' || errors.latinName;
  return (
    <>
      <Segments
        block
        label={t('who')}
        value={draft.legalStatus}
        options={[
          { value: 'INDIVIDUAL', label: t('person') },
          { value: 'COMPANY', label: t('company') },
        ]}
        onChange={(legalStatus) => onChange({ legalStatus })}
      />
      {draft.legalStatus === 'INDIVIDUAL' ? (
        <div className={classes.two}>
          <TextField label={t('firstName')} {...text('firstName')} />
          <TextField label={t('lastName')} {...text('lastName')} />
        </div>
      ) : (
        <TextField label={t('companyName')} help={t('companyHelp')} {...text('name')} />
      )}
      {asksLatin && (
        <TextField
          label={t('latinName')}
          placeholder={travellingName({ ...draft, latinName: '' })}
          optional
          help={<Travels>{t('travelsAs', { text: travellingName(draft) })}</Travels>}
          spellCheck={false}
          {...text('latinName')}
        />
      )}
    </>
  );
}

/** Country alone: it comes before the account, which depends on it. */
export function PartyCountry({ draft, errors, onChange }: PartyProps) {
  const t = useTranslations('beneficiaries');
  return (
    <CountryPicker
      label={t('country')}
      name="country"
      value={draft.country}
      error={errors.country}
      onChange={(country) => onChange({ country })}
    />
  );
}

/** Street, number, post code, town; of a person the birthday, which some banks ask for. */
export function AddressFields(props: PartyProps & { bySwift: boolean }) {
  const t = useTranslations('beneficiaries');
  const { draft, errors, onChange, bySwift } = props;
  const text = textOf(props);
  const address = travellingAddress(draft);
  const written = [draft.street, draft.buildingNumber, draft.postCode, draft.town].join('');
  return (
    <>
      <Text size={13} tone="soft">
        {t(bySwift ? 'addressNeeded' : 'addressHelp')}
      </Text>
      <div className={classes.wideNarrow}>
        <TextField label={t('street')} {...text('street')} />
        <TextField label={t('building')} {...text('buildingNumber')} />
      </div>
      <div className={classes.narrowWide}>
        <TextField label={t('postCode')} {...text('postCode')} />
        <TextField label={t('town')} {...text('town')} />
      </div>
      {travelsChanged(written) && <Travels>{t('travelsAs', { text: address })}</Travels>}
      {draft.legalStatus === 'INDIVIDUAL' && (
        <DayFields
          label={t('born')}
          optional
          value={draft.born}
          error={errors.dateOfBirth}
          onChange={(born) => onChange({ born: { ...draft.born, ...born } })}
        />
      )}
    </>
  );
}

/** What a bank abroad will read. */
function Travels({ children }: { children: ReactNode }) {
  return (
    <span className={classes.travels} aria-live="polite">
      <IconLanguage aria-hidden="true" size={16} />
      <span>{children}</span>
    </span>
  );
}
