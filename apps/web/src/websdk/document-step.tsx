/** Step 1: the document's country, its type, and its pictures. */
import { type IdentityDocumentType, identityDocumentTypes } from '@calmly/contract';
import { countries, countryName } from '@calmly/domain';
import { useLocaleControl } from '@calmly/texts/index.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { RadioRow, SelectField } from '@calmly/ui/fields/field.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { useState } from 'react';
import type { Draft } from './draft.ts';
import { PictureField } from './picture-field.tsx';
import { SampleDocument } from './samples.tsx';
import { StepForm } from './step-form.tsx';
import { useText } from './texts.ts';
import classes from './websdk.module.css';

interface DocumentStepProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  onNext: () => void;
}

const hasBack = (type: IdentityDocumentType) => type !== 'PASSPORT';

export function DocumentStep({ draft, onChange, onNext }: DocumentStepProps) {
  const { document: text } = useText();
  const { locale } = useLocaleControl();
  const [asked, setAsked] = useState(false);
  const { country, documentType, front, back } = draft;
  const names = countries
    .map(({ code }) => ({ code, name: countryName(code, locale) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
  const complete = front !== undefined && (back !== undefined || !hasBack(documentType));
  return (
    <StepForm title={text.title} onSubmit={() => (complete ? onNext() : setAsked(true))}>
      <SelectField
        label={text.country}
        name="country"
        value={country}
        left={<Flag country={country} />}
        onChange={(event) => onChange({ country: event.target.value })}
      >
        {names.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Grid as="fieldset" gap={8} className={classes.choices}>
        <legend>{text.kind}</legend>
        {identityDocumentTypes.map((type) => (
          <RadioRow
            key={type}
            name="document"
            value={type}
            title={text.kinds[type]}
            text={text.sides[type]}
            checked={documentType === type}
            onChange={() => onChange({ documentType: type, front: undefined, back: undefined })}
          />
        ))}
      </Grid>
      <PictureField
        key={`${documentType} front`}
        label={text.fronts[documentType]}
        picture={front}
        sample={<SampleDocument />}
        error={asked && !front ? text.missing : undefined}
        onChange={(picture) => onChange({ front: picture })}
      />
      {hasBack(documentType) && (
        <PictureField
          key={`${documentType} back`}
          label={text.backs[documentType]}
          picture={back}
          sample={<SampleDocument back />}
          error={asked && !back ? text.missing : undefined}
          onChange={(picture) => onChange({ back: picture })}
        />
      )}
    </StepForm>
  );
}
