/**
 * The reference: at most 140 characters, counted. For SEPA, characters that the network cannot carry are shown at once, with a
 * replacement to accept.
 */
import { checkSepaText, transliterate } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import classes from '../create.module.css';

/** Remittance information of one payment (ISO 20022 Max140Text). */
export const referenceLimit = 140;

interface ReferenceFieldProps {
  value: string;
  /** Whether the text goes through SEPA, which takes Latin letters only. */
  sepa: boolean;
  help: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onLeave: () => void;
}

export function ReferenceField({ value, sepa, help, error, onChange, onLeave }: ReferenceFieldProps) {
  const t = useTranslations('payments.create');
  const readable =
    sepa && !checkSepaText(value).ok ? transliterate(value).slice(0, referenceLimit) : undefined;
  return (
    <div className={classes.reference}>
      <TextField
        label={t('reference')}
        name="reference"
        autoComplete="off"
        maxLength={referenceLimit}
        value={value}
        help={help}
        count={
          <>
            <span aria-hidden="true">
              {value.length} / {referenceLimit}
            </span>
            <span className="visually-hidden">
              {t('counter', { used: String(value.length), limit: String(referenceLimit) })}
            </span>
          </>
        }
        error={error}
        // Pasted no-break spaces and tabs look like spaces, and SEPA carries none of them.
        onChange={(event) => onChange(event.target.value.replaceAll(/\s/g, ' '))}
        onBlur={onLeave}
      />
      {readable && (
        <div className={classes.readable}>
          <div>
            <p className={classes.note}>{t('willRead')}</p>
            <p className={classes.readableText}>{readable}</p>
          </div>
          {/* The field keeps focus: leaving it would move this button away from under the pointer. */}
          <Button
            size="s"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChange(readable)}
          >
            {t('useThis')}
          </Button>
        </div>
      )}
    </div>
  );
}
