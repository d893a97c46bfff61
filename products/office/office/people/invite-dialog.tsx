/** Proposes that a person joins. */
import { newIdempotencyKey } from '@calmly/contract';
import type { StaffRole } from '@calmly/contract/staff';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { ReasonField } from '../shared/reason-field.tsx';
import { propose } from './queries.ts';
import { RolesField } from './roles-field.tsx';
import { useProposed } from './use-proposed.ts';

export function InviteDialog({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations('office.people');
  const onProposed = useProposed();
  const form = useForm({
    start: () => ({
      name: '',
      email: '',
      roles: [] as readonly StaffRole[],
      reason: '',
      key: newIdempotencyKey(),
    }),
    read: ({ name, email, roles, reason, key }) => {
      const missing = missingTexts(
        { name, email, reason },
        { name: t('nameRequired'), email: t('emailRequired'), reason: t('reasonRequired') },
      );
      const faults = { ...missing, ...(roles.length === 0 && { roles: t('rolesRequired') }) };
      if (Object.keys(faults).length > 0) return { faults };
      const change = {
        act: 'staff.invite' as const,
        name: name.trim(),
        email: email.trim(),
        roles: [...roles],
      };
      return { body: { key, change, reason: reason.trim() } };
    },
    mutation: { mutationFn: propose },
    onSent: onProposed,
  });
  return (
    <FormDialog
      title={t('titles.invite')}
      text={t('ask.invite')}
      confirm={t('propose')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <TextField {...form.text('name')} label={t('name')} maxLength={100} autoComplete="off" />
      <TextField
        {...form.text('email')}
        label={t('email')}
        type="email"
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        error={form.faults.email ?? form.faults['change.email']}
      />
      <RolesField
        chosen={form.values.roles}
        error={form.faults.roles}
        onChange={(roles) => form.change({ roles })}
      />
      <ReasonField
        label={t('reason')}
        help={t('reasonHelp')}
        value={form.values.reason}
        error={form.faults.reason}
        onChange={(reason) => form.change({ reason })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
