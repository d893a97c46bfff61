/** What each filter asks: days, one of a list, several statuses, a range of amounts. Every answer goes to the URL at once. */
import { type Account, type PaymentScheme, paymentSchemes } from '@calmly/contract';
import { currencies } from '@calmly/domain';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { readAmount } from '../../../session/amount-input.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import {
  chosenStatuses,
  type PaymentFilters,
  periods,
  type StatusChoice,
  statusChoices,
  toggleStatus,
} from '../model/filters.ts';
import { beneficiariesQuery } from '../queries.ts';
import classes from './list.module.css';

export interface PanelProps {
  filters: PaymentFilters;
  accounts: readonly Account[];
  /** Takes over an answer; `done` when nothing more is to be asked. */
  onChange: (patch: PaymentFilters, done: boolean) => void;
}

interface Choice {
  readonly key: string;
  readonly text: string;
  readonly chosen: boolean;
  readonly choose: () => void;
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  return (
    <ul className={classes.choices}>
      {choices.map(({ key, text, chosen, choose }) => (
        <li key={key}>
          <button type="button" aria-pressed={chosen} onClick={choose}>
            {text}
            {chosen && <IconCheck aria-hidden="true" />}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function DatePanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('payments.filters');
  const [from, setFrom] = useState(filters.from ?? '');
  const [to, setTo] = useState(filters.to ?? '');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [first, last] = from && to && from > to ? [to, from] : [from, to];
    onChange({ period: undefined, from: first || undefined, to: last || undefined }, true);
  };
  return (
    <>
      <Choices
        choices={periods.map((period) => ({
          key: period,
          text: t(`periods.${period}`),
          chosen: filters.period === period,
          choose: () => onChange({ period, from: undefined, to: undefined }, true),
        }))}
      />
      <form className={classes.range} onSubmit={apply}>
        <TextField
          size="m"
          type="date"
          label={t('from')}
          value={from}
          onChange={(e) => setFrom(e.target.value)}
        />
        <TextField size="m" type="date" label={t('to')} value={to} onChange={(e) => setTo(e.target.value)} />
        <Button type="submit" variant="solid" disabled={!from && !to}>
          {t('apply')}
        </Button>
      </form>
    </>
  );
}

export function AccountPanel({ filters, accounts, onChange }: PanelProps) {
  return (
    <Choices
      choices={accounts.map(({ id, name, currency }) => ({
        key: id,
        text: `${name}, ${currency}`,
        chosen: filters.account === id,
        choose: () => onChange({ account: filters.account === id ? undefined : id }, true),
      }))}
    />
  );
}

export function StatusPanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('payments.filters');
  const chosen = chosenStatuses(filters.status);
  return (
    <div className={classes.checks}>
      {(Object.keys(statusChoices) as StatusChoice[]).map((choice) => (
        <CheckboxField
          key={choice}
          label={t(`statuses.${choice}`)}
          checked={chosen.includes(choice)}
          onChange={() => onChange({ status: toggleStatus(filters.status, choice) }, false)}
        />
      ))}
    </div>
  );
}

export function WayPanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('payments.ways');
  const chosen = filters.scheme ?? [];
  const toggle = (scheme: PaymentScheme) => {
    const next = paymentSchemes.filter((each) => chosen.includes(each) !== (each === scheme));
    onChange({ scheme: next.length > 0 ? next : undefined }, false);
  };
  return (
    <div className={classes.checks}>
      {paymentSchemes.map((scheme) => (
        <CheckboxField
          key={scheme}
          label={t(scheme)}
          checked={chosen.includes(scheme)}
          onChange={() => toggle(scheme)}
        />
      ))}
    </div>
  );
}

export function PayeePanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('paymentsList.filters');
  const [search, setSearch] = useState('');
  const found = useQuery(beneficiariesQuery(search)).data;
  return (
    <>
      <div className={classes.panelSearch}>
        <SearchField label={t('findPayee')} text={search} onChange={(text) => setSearch(text ?? '')} />
      </div>
      {found?.length === 0 && <p className={classes.none}>{t('noPayee')}</p>}
      <Choices
        choices={(found ?? []).map(({ id, name }) => ({
          key: id,
          text: name,
          chosen: filters.payee === id,
          choose: () => onChange({ payee: filters.payee === id ? undefined : id }, true),
        }))}
      />
    </>
  );
}

export function DirectionPanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('payments.filters');
  return (
    <Choices
      choices={(['DEBIT', 'CREDIT'] as const).map((direction) => ({
        key: direction,
        text: t(direction),
        chosen: filters.direction === direction,
        choose: () => onChange({ direction: filters.direction === direction ? undefined : direction }, true),
      }))}
    />
  );
}

export function CurrencyPanel({ filters, accounts, onChange }: PanelProps) {
  const held = [...new Set(accounts.map(({ currency }) => currency))];
  const listed = held.length > 0 ? held : Object.keys(currencies);
  return (
    <Choices
      choices={listed.map((currency) => ({
        key: currency,
        text: currency,
        chosen: filters.currency === currency,
        choose: () => onChange({ currency: filters.currency === currency ? undefined : currency }, true),
      }))}
    />
  );
}

export function AmountPanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('payments');
  const [min, setMin] = useState(filters.min ?? '');
  const [max, setMax] = useState(filters.max ?? '');
  const [wrong, setWrong] = useState<'min' | 'max'>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const least = plain(min);
    const most = plain(max);
    if (least === null || most === null) return setWrong(least === null ? 'min' : 'max');
    onChange({ min: least, max: most }, true);
  };
  const error = (side: 'min' | 'max') => wrong === side && t('create.problems.invalid');
  return (
    <form className={classes.range} onSubmit={apply} noValidate>
      <TextField
        size="m"
        inputMode="decimal"
        label={t('filters.atLeast')}
        value={min}
        error={error('min')}
        onChange={(e) => setMin(e.target.value)}
      />
      <TextField
        size="m"
        inputMode="decimal"
        label={t('filters.atMost')}
        value={max}
        error={error('max')}
        onChange={(e) => setMax(e.target.value)}
      />
      <Button type="submit" variant="solid">
        {t('filters.apply')}
      </Button>
    </form>
  );
}

/** A typed bound as a plain decimal: undefined when empty, null when it is no amount. Bounds span currencies: two decimals. */
function plain(text: string): string | undefined | null {
  const amount = readAmount(text, 'EUR');
  if (amount.ok) return `${amount.minor / 100n}.${String(amount.minor % 100n).padStart(2, '0')}`;
  if (amount.code === 'required') return undefined;
  return amount.code === 'amount_zero' ? undefined : null;
}
