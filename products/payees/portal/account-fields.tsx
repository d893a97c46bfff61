/**
 * The fields of one bank account: currency, country of the bank, the local account format, and a correspondent bank if one is possible.
 * An IBAN is checked as soon as it is complete, and its bank is named under it.
 */
import { checkIban, fiatCurrencies, formatIban, ibanLength, normaliseIban } from '@calmly/domain';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type AccountDraft,
  correspondentFields,
  fieldsOf,
  goesBySwift,
  kindOf,
  optionalFields,
} from './account-kind.ts';
import classes from './beneficiaries.module.css';
import { bankLookupQuery } from './queries.ts';

interface AccountFieldsProps {
  draft: AccountDraft;
  errors: Faults;
  onChange: (change: Partial<AccountDraft>) => void;
  /** Under the IBAN: whose account it is. */
  nameCheck?: ReactNode;
}

const labels = {
  accountNumber: 'accountNumber',
  sortCode: 'sortCode',
  routingNumber: 'routing',
  bic: 'bic',
  bankName: 'bankName',
  correspondentBic: 'correspondentBic',
  correspondentAccount: 'correspondentAccount',
  correspondentBank: 'correspondent',
} as const;
type PlainField = keyof typeof labels;

export function AccountFields({ draft, errors, onChange, nameCheck }: AccountFieldsProps) {
  const t = useTranslations('beneficiaries');
  const kind = kindOf(draft);
  const plain = fieldsOf[kind].filter((field): field is PlainField => field in labels);
  const bank = useFoundBank(kind === 'iban' ? draft.iban : '');
  // A BIC is asked for beside an IBAN only for SWIFT payments to an unknown bank.
  const asked = plain.filter(
    (field) => !(kind === 'iban' && field === 'bic') || bank === 'unknown' || draft.bic !== '' || errors.bic,
  );
  return (
    <>
      <div className={classes.two}>
        <SelectField
          label={t('currency')}
          value={draft.currency}
          error={errors.currency}
          onChange={(event) => onChange({ currency: event.currentTarget.value })}
        >
          {fiatCurrencies.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <CountryPicker
          label={t('bankCountry')}
          name="bankCountry"
          value={draft.bankCountry}
          error={errors.bankCountry}
          onChange={(bankCountry) => onChange({ bankCountry })}
        />
      </div>
      {kind === 'iban' && <IbanField draft={draft} error={errors.iban} bank={bank} onChange={onChange} />}
      {kind === 'iban' && !errors.iban && nameCheck}
      {asked.map((field) => (
        <NumberField key={field} field={field} draft={draft} errors={errors} onChange={onChange} />
      ))}
      {kind === 'uk' && (
        <Text size={13} tone="soft">
          {t('ukHonest')}
        </Text>
      )}
      {goesBySwift(draft) && <Correspondent draft={draft} errors={errors} onChange={onChange} />}
    </>
  );
}

/** A correspondent bank, if the payee named one. */
function Correspondent(props: Omit<AccountFieldsProps, 'nameCheck'>) {
  const t = useTranslations('beneficiaries');
  const ui = useTranslations('ui');
  const { draft, errors } = props;
  const matters = correspondentFields.some((field) => draft[field] !== '' || field in errors);
  return (
    <details className={classes.more} open={matters || undefined}>
      <summary>
        {t('correspondentTitle')} <span>{ui('optional')}</span>
        <IconChevronDown aria-hidden="true" size={20} stroke={1.6} />
      </summary>
      <Text size={13} tone="soft">
        {t('correspondentHelp')}
      </Text>
      {correspondentFields.map((field) => (
        <NumberField key={field} field={field} {...props} />
      ))}
    </details>
  );
}

const words: readonly PlainField[] = ['bic', 'bankName', 'correspondentBic', 'correspondentBank'];

/** A field that is typed as shown on the invoice. */
function NumberField({
  field,
  draft,
  errors,
  onChange,
}: Omit<AccountFieldsProps, 'nameCheck'> & { field: PlainField }) {
  const t = useTranslations('beneficiaries');
  const ofCorrespondent = correspondentFields.some((name) => name === field);
  return (
    <TextField
      label={t(labels[field])}
      value={draft[field]}
      error={errors[field]}
      optional={!ofCorrespondent && (optionalFields.includes(field) || kindOf(draft) === 'iban')}
      help={field === 'bic' ? t('bicHelp') : undefined}
      autoComplete="off"
      spellCheck={false}
      inputMode={words.includes(field) ? 'text' : 'numeric'}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
}

interface IbanFieldProps {
  draft: AccountDraft;
  error: string | undefined;
  bank: FoundBank;
  onChange: (change: Partial<AccountDraft>) => void;
}

function IbanField({ draft, error, bank, onChange }: IbanFieldProps) {
  const t = useTranslations('beneficiaries');
  const local = useIbanComplaint(draft.iban);
  const found = typeof bank === 'object' ? bank : undefined;
  // Grouping is no change by the person: it must not remove what the bank said about the IBAN or another field of the account.
  const tidy = () => {
    const next = { iban: formatIban(draft.iban), ...bankCountryOf(draft) };
    const isTidy = next.iban === draft.iban && (next.bankCountry ?? draft.bankCountry) === draft.bankCountry;
    if (!error && !isTidy) onChange(next);
  };
  return (
    <div>
      <TextField
        label={t('iban')}
        value={draft.iban}
        error={error ?? local}
        help={found || bank === 'unknown' ? undefined : t('ibanHelp')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => onChange({ iban: event.currentTarget.value })}
        onBlur={tidy}
      />
      {!local && (found || bank === 'unknown') && (
        <Inline as="p" gap={8} align="center" above={4} className={classes.found} role="status">
          <IconCircleCheck aria-hidden="true" size={16} />
          {found ? t('bankFound', { bank: found.bankName, bic: found.bic ?? '' }) : t('bankUnknown')}
        </Inline>
      )}
    </div>
  );
}

/** An IBAN says where the bank is, unless the form would then ask for something else than an IBAN. */
function bankCountryOf(draft: AccountDraft): Partial<AccountDraft> {
  const checked = checkIban(draft.iban);
  if (!checked.ok || kindOf({ ...draft, bankCountry: checked.country }) !== 'iban') return {};
  return { bankCountry: checked.country };
}

/** What is wrong with a whole IBAN; nothing while it is still being typed. */
function useIbanComplaint(text: string): string | undefined {
  const t = useTranslations('beneficiaries');
  const compact = normaliseIban(text);
  const expected = ibanLength(compact.slice(0, 2).toUpperCase());
  if (compact.length < 2 || (expected !== undefined && compact.length < expected)) return undefined;
  const checked = checkIban(compact);
  if (checked.ok) return undefined;
  if (checked.code === 'iban_length')
    return t('ibanLength', { expected: checked.expected, actual: String(checked.actual) });
  return t(complaints[checked.code]);
}

const complaints = {
  iban_checksum: 'ibanChecksum',
  iban_country: 'ibanCountry',
  iban_structure: 'ibanStructure',
} as const;

type FoundBank = { readonly bankName: string; readonly bic: string | null } | 'unknown' | undefined;

/** The bank behind a valid IBAN: known, unknown, or not yet asked. */
function useFoundBank(iban: string): FoundBank {
  const checked = checkIban(iban);
  const lookup = useQuery({ ...bankLookupQuery(checked.ok ? checked.iban : ''), enabled: checked.ok });
  if (!checked.ok || !lookup.data) return undefined;
  const { bankName, bic } = lookup.data;
  return bankName ? { bankName, bic } : 'unknown';
}
