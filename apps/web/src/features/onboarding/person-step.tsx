/** Step 1: names as in the document, date of birth, citizenship and residence. */
import type { PersonDetails } from '@calmly/contract';
import { isServedCountry } from '@calmly/domain';
import { useTranslations } from '../../i18n/index.tsx';
import { ageAt, birthDraft, birthSeconds, leastAge } from '../../shared/days/birth-date.ts';
import { DayFields } from '../../shared/days/day-fields.tsx';
import { FormFoot } from '../../shared/joining/form-foot.tsx';
import { joiningProgress } from '../../shared/joining/joining-steps.ts';
import { StepFrame } from '../../shared/joining/step-frame.tsx';
import { CountryPicker } from '../../shared/person/country-picker.tsx';
import { TextField } from '../../ui/field.tsx';
import { personDraft } from './drafts.ts';
import classes from './onboarding.module.css';
import { personMutation } from './queries.ts';
import { SavedHint } from './saved-hint.tsx';
import { useStepForm } from './use-step-form.ts';
import type { StepProps } from './with-onboarding.tsx';

export function PersonStep({ onboarding, onNext }: StepProps) {
  const t = useTranslations('onboarding.person');
  const { form, draft, errors, message, busy, change, text } = useStepForm({
    kept: personDraft,
    entered: draftOf(onboarding.person),
    mutation: personMutation,
    onSaved: onNext,
    toBody: ({ day, month, year, ...person }) => {
      const now = new Date();
      const dateOfBirth = birthSeconds({ day, month, year }, now);
      if (dateOfBirth === undefined) return { faults: { day: t('bornInvalid') } };
      if (ageAt(dateOfBirth, now) < leastAge)
        return { faults: { day: t('underAge', { age: String(leastAge) }) } };
      return { body: { ...person, dateOfBirth } };
    },
  });
  const bornError = errors.dateOfBirth ?? errors.day ?? errors.month ?? errors.year;
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="person"
      title={t('title')}
      text={t('text')}
      aside={<SavedHint />}
    >
      <form {...form} className={classes.form}>
        <div className={classes.two}>
          <TextField label={t('firstName')} autoComplete="given-name" {...text('firstName')} />
          <TextField label={t('lastName')} autoComplete="family-name" {...text('lastName')} />
        </div>
        <DayFields label={t('born')} value={draft} error={bornError} autoComplete="bday" onChange={change} />
        <CountryPicker
          label={t('citizenship')}
          name="citizenship"
          value={draft.citizenship}
          error={errors.citizenship}
          // Most people live where they are citizens; whoever does not says so in the next field.
          onChange={(citizenship) =>
            change({
              citizenship,
              ...(draft.residence === '' && isServedCountry(citizenship) && { residence: citizenship }),
            })
          }
        />
        <CountryPicker
          servedOnly
          label={t('residence')}
          name="residence"
          value={draft.residence}
          error={errors.residence}
          onChange={(residence) => change({ residence })}
        />
        <FormFoot message={message} busy={busy} />
      </form>
    </StepFrame>
  );
}

function draftOf(person: PersonDetails | null) {
  if (!person)
    return { firstName: '', lastName: '', day: '', month: '', year: '', citizenship: '', residence: '' };
  const { dateOfBirth, ...rest } = person;
  return { ...rest, ...birthDraft(dateOfBirth) };
}
