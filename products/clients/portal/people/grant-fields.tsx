/**
 * A person's rights, each with a sentence, and the last day they are valid. Rights implied by another one are ticked and locked; rights
 * that need a phone say so.
 */
import { type Right, type Rights, rightNames, withImplied } from '@calmly/contract';
import { addDays, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { DateField } from '@calmly/ui/dates/date-field.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { useId } from 'react';
import classes from './people.module.css';

/** A grant as typed: the last day is `YYYY-MM-DD` or empty. */
export interface GrantDraft {
  readonly rights: Rights;
  readonly lastDay: string;
}

/** The moment at which access ends: the end of the last day in UTC. */
export const endOf = ({ lastDay }: GrantDraft) => (lastDay === '' ? null : `${lastDay}T23:59:59Z`);

const needPhone: ReadonlySet<Right> = new Set(['is_boss', 'can_request_trans', 'can_approve']);

interface GrantFieldsProps {
  grant: GrantDraft;
  /** False if this person has no confirmed phone. */
  phoneConfirmed: boolean;
  endError?: string | undefined;
  onChange: (grant: GrantDraft) => void;
}

export function GrantFields({ grant, phoneConfirmed, endError, onChange }: GrantFieldsProps) {
  const t = useTranslations();
  const id = useId();
  const { rights, lastDay } = grant;
  const effective = withImplied(rights);
  return (
    <>
      <fieldset className={classes.rights}>
        <legend>{t('people.rights')}</legend>
        {rightNames.map((name) => {
          const isImplied = effective[name] && !rights[name];
          const lacksPhone = !phoneConfirmed && needPhone.has(name) && !rights[name];
          const note = (isImplied && t('people.included')) || (lacksPhone && t('people.noPhone'));
          return (
            <div key={name} className={classes.right} data-locked={isImplied || lacksPhone || undefined}>
              <CheckboxField
                label={t(`rights.${name}.name`)}
                checked={effective[name]}
                disabled={isImplied || lacksPhone}
                aria-describedby={`${id}-${name}`}
                onChange={(event) =>
                  onChange({ ...grant, rights: { ...rights, [name]: event.currentTarget.checked } })
                }
              />
              <p id={`${id}-${name}`}>
                {t(`rights.${name}.text`)} {note && <em>{note}</em>}
              </p>
            </div>
          );
        })}
      </fieldset>
      <DateField
        label={t('people.end')}
        optional
        help={t('people.endHelp')}
        min={addDays(localDay(new Date()), 1)}
        value={lastDay}
        error={endError}
        onChange={(lastDay) => onChange({ ...grant, lastDay })}
      />
    </>
  );
}
