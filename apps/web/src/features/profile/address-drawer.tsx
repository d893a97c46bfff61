/**
 * The change-address drawer (specification sections 2, 5): Country, City, Address, PostCode, Reason and documents that prove it.
 * Submit works once nothing is missing; a code confirms it; then the bank decides.
 */
import { documentTypes } from '@calmly/contract';
import { checkPostCode } from '@calmly/domain';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useUploads } from '../../shared/files/use-uploads.ts';
import { useFaults } from '../../shared/form/use-faults.ts';
import { CountryPicker } from '../../shared/person/country-picker.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { UploadArea } from '../../ui/upload-area.tsx';
import { useDrawerKeys } from '../../ui/use-drawer-keys.ts';
import {
  type AddressDraft,
  addressDraft,
  changed,
  emptyAddress,
  missingParts,
  type RequiredPart,
} from './address-draft.ts';
import classes from './profile.module.css';
import { requestAddressMutation } from './queries.ts';

export function AddressDrawer({ country, onClose }: { country: string; onClose: () => void }) {
  const t = useTranslations('profile.addressChange');
  const ui = useTranslations('ui');
  const form = useId();
  const [draft, setDraft] = useState(() => addressDraft.read() ?? emptyAddress(country));
  const [left, setLeft] = useState<readonly RequiredPart[]>([]);
  const asking = useMutation(requestAddressMutation);
  useDrawerKeys(undefined, 'address', onClose);

  const update = (next: (before: AddressDraft) => AddressDraft) => {
    setDraft((before) => {
      const after = next(before);
      addressDraft.keep(after);
      return after;
    });
    if (asking.isError) asking.reset();
  };
  const uploads = useUploads(draft.documents, (change) =>
    update((before) => changed(before, { documents: change(before.documents) })),
  );
  const { fields, message } = useFaults(asking.error);
  const missing = missingParts(draft);
  const postCode = checkPostCode(draft.country, draft.postCode);
  const complete = missing.length === 0 && postCode.ok && !uploads.busy && uploads.refusal === undefined;
  /** Said once a field was left empty, and what the bank refused. */
  const errorOf = (part: RequiredPart) =>
    (left.includes(part) && missing.includes(part) ? t(`required.${part}`) : undefined) ??
    (part === 'postCode' && left.includes(part) && !postCode.ok
      ? ui('postCode', { example: postCode.example })
      : undefined) ??
    fields[part === 'documents' ? 'documentIds' : part];
  const leave = (part: RequiredPart) => setLeft((before) => [...before, part]);
  const text = (part: 'town' | 'line' | 'postCode' | 'reason') => ({
    name: part,
    value: draft[part],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      update((before) => changed(before, { [part]: value }));
    },
    ...(part !== 'reason' && { error: errorOf(part), onBlur: () => leave(part) }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asking.isPending || !complete) return;
    const { key, documents, reason, ...address } = draft;
    const body = {
      ...address,
      ...(reason.trim() && { reason }),
      documentIds: documents.map(({ id }) => id),
    };
    asking.mutate(
      { body, key },
      {
        onSuccess: () => {
          addressDraft.forget();
          showSnackbar(t('sent'));
          onClose();
        },
      },
    );
  };
  return (
    <SideDrawer
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            form={form}
            type="submit"
            variant="accent"
            size="l"
            busy={asking.isPending}
            disabled={!complete}
          >
            {t('submit')}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.lead}>{t('text')}</p>
        <CountryPicker
          servedOnly
          label={t('country')}
          name="country"
          value={draft.country}
          error={errorOf('country')}
          onChange={(chosen) => update((before) => changed(before, { country: chosen }))}
        />
        <TextField label={t('town')} autoComplete="address-level2" maxLength={35} {...text('town')} />
        <TextField label={t('line')} autoComplete="street-address" maxLength={70} {...text('line')} />
        <TextField label={t('postCode')} autoComplete="postal-code" maxLength={16} {...text('postCode')} />
        <TextField label={t('reason')} optional maxLength={140} {...text('reason')} />
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
        {message && <Notice tone="refusal">{message}</Notice>}
      </form>
    </SideDrawer>
  );
}
