/** A person's or owner's share of a company, in percent with at most two decimals. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import classes from '../companies.module.css';

interface ShareFieldProps {
  value: string;
  error: string | undefined;
  onChange: (share: string) => void;
}

export function ShareField({ value, error, onChange }: ShareFieldProps) {
  const t = useTranslations('companies.owners');
  return (
    <TextField
      name="shareBasisPoints"
      label={t('shareLabel')}
      value={value}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      right={<span className={classes.percent}>%</span>}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
