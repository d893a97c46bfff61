/** Step 1: names as in the document, date of birth, citizenship and residence. */
import type { PersonDetails } from '@calmly/contract';
import { isServedCountry } from '@calmly/domain';
import { ageAt, birthDraft, birthSeconds, leastAge } from '@calmly/portal-kit/shared/days/birth-date.ts';
import { DayFields } from '@calmly/portal-kit/shared/days/day-fields.tsx';
import { FormFoot } from '@calmly/portal-kit/shared/joining/form-foot.tsx';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { personDraft } from '../drafts.ts';
import classes from '../onboarding.module.css';
import { personMutation } from '../queries.ts';
import { SavedHint } from '../saved-hint.tsx';
import type { StepProps } from '../with-onboarding.tsx';
import { useStepForm } from './use-step-form.ts';

export function PersonStep({ onboarding, onNext }: StepProps) {
  const t = useTranslations('onboarding.person');
  const form = useStepForm({
    kept: personDraft,
    entered: draftOf(onboarding.person),
    mutation: personMutation,
    onSaved: onNext,
    read: ({ day, month, year, ...person }) => {
      const now = new Date();
      const dateOfBirth = birthSeconds({ day, month, year }, now);
      if (dateOfBirth === undefined) return { faults: { day: t('bornInvalid') } };
      if (ageAt(dateOfBirth, now) < leastAge)
        return { faults: { day: t('underAge', { age: String(leastAge) }) } };
      return { body: { ...person, dateOfBirth } };
    },
  });
  const bornError = form.faults.dateOfBirth ?? form.faults.day ?? form.faults.month ?? form.faults.year;
  return (
    <StepFrame
      progress={joiningProgress(onboarding)}
      current="person"
      title={t('title')}
      text={t('text')}
      aside={<SavedHint />}
    >
      <form {...form.props} className={classes.form}>
        <div className={classes.two}>
          <TextField label={t('firstName')} autoComplete="given-name" {...form.text('firstName')} />
          <TextField label={t('lastName')} autoComplete="family-name" {...form.text('lastName')} />
        </div>
        <DayFields
          label={t('born')}
          value={form.values}
          error={bornError}
          autoComplete="bday"
          onChange={form.change}
        />
        <CountryPicker
          label={t('citizenship')}
          name="citizenship"
          value={form.values.citizenship}
          error={form.faults.citizenship}
          // Most people live in their country of citizenship; others change the next field.
          onChange={(citizenship) =>
            form.change({
              citizenship,
              ...(form.values.residence === '' && isServedCountry(citizenship) && { residence: citizenship }),
            })
          }
        />
        <CountryPicker
          servedOnly
          label={t('residence')}
          name="residence"
          value={form.values.residence}
          error={form.faults.residence}
          onChange={(residence) => form.change({ residence })}
        />
        <FormFoot message={form.message} busy={form.busy} />
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
