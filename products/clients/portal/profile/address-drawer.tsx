/**
 * The change-address drawer (specification sections 2, 5): Country, City, Address, PostCode, Reason and documents that prove it. Submit is enabled
 * once nothing is missing; a code confirms the request; then the bank decides.
 */
import { documentTypes } from '@calmly/contract';
import { checkPostCode } from '@calmly/domain';
import { useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useId, useState } from 'react';
import { addressDraft, emptyAddress, missingParts, type RequiredPart, readAddress } from './address-draft.ts';
import { requestAddressMutation } from './queries.ts';

export function AddressDrawer({ country, onClose }: { country: string; onClose: () => void }) {
  const t = useTranslations('profile.addressChange');
  const ui = useTranslations('ui');
  const formId = useId();
  const [left, setLeft] = useState<readonly RequiredPart[]>([]);
  useDrawerKeys(undefined, 'address', onClose);

  const form = useForm({
    start: () => emptyAddress(country),
    kept: addressDraft,
    read: readAddress,
    mutation: requestAddressMutation,
    onSent: () => {
      showSnackbar(t('sent'));
      onClose();
    },
  });
  const { values } = form;
  const uploads = useUploads(values.documents, (change) =>
    form.change(({ documents }) => ({ documents: change(documents) })),
  );
  const missing = missingParts(values);
  const postCode = checkPostCode(values.country, values.postCode);
  const complete = missing.length === 0 && postCode.ok && !uploads.busy && uploads.refusal === undefined;
  /** Missing values are reported when the field is left, refused ones at once. */
  const errorOf = (part: RequiredPart) => {
    if (left.includes(part) && missing.includes(part)) return t(`required.${part}`);
    if (part === 'postCode' && left.includes(part) && !postCode.ok)
      return ui('postCode', { example: postCode.example });
    return form.faults[part === 'documents' ? 'documentIds' : part];
  };
  const leave = (part: RequiredPart) => setLeft((before) => [...before, part]);
  const text = (part: 'town' | 'line' | 'postCode') => ({
    ...form.text(part),
    error: errorOf(part),
    onBlur: () => leave(part),
  });

  return (
    <SideDrawer
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button form={formId} type="submit" variant="accent" size="l" busy={form.busy} disabled={!complete}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <Stack as="form" {...form.props} id={formId} gap={24}>
        <Text tone="soft">{t('text')}</Text>
        <CountryPicker
          servedOnly
          label={t('country')}
          name="country"
          value={values.country}
          error={errorOf('country')}
          onChange={(chosen) => form.change({ country: chosen })}
        />
        <TextField label={t('town')} autoComplete="address-level2" maxLength={35} {...text('town')} />
        <TextField label={t('line')} autoComplete="street-address" maxLength={70} {...text('line')} />
        <TextField label={t('postCode')} autoComplete="postal-code" maxLength={16} {...text('postCode')} />
        <TextField label={t('reason')} optional maxLength={140} {...form.text('reason')} />
        <UploadArea
          label={t('upload')}
          hint={t('uploadHint')}
          error={uploads.refusal ?? errorOf('documents')}
          accept={documentTypes}
          files={uploads.shown}
          onFiles={uploads.add}
          onRemove={(key) => {
            uploads.remove(key);
            leave('documents');
          }}
          removeLabel={(name) => t('remove', { name })}
        />
        <FormMessage form={form} />
      </Stack>
    </SideDrawer>
  );
}
