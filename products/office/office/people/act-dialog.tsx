/** An act on a person, with its reason: a proposal that another administrator approves, but for the end of their sessions. */
import { newIdempotencyKey } from '@calmly/contract';
import type { StaffChange, StaffPerson, StaffRole } from '@calmly/contract/staff';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { ReasonField } from '../shared/reason-field.tsx';
import { areSameRoles, type PersonAct } from './acts.ts';
import { endSessions, propose } from './queries.ts';
import { RolesField } from './roles-field.tsx';
import { useProposed } from './use-proposed.ts';

interface ActDialogProps {
  act: PersonAct;
  person: StaffPerson;
  onClose: () => void;
}

/** These take something away. */
const dangerous: ReadonlySet<PersonAct> = new Set(['suspend', 'leave', 'renew_access', 'end_sessions']);

export function ActDialog({ act, person, onClose }: ActDialogProps) {
  const t = useTranslations('office.people');
  const { id, name } = person;
  const onProposed = useProposed();
  const form = useForm({
    start: () => ({ roles: person.roles as readonly StaffRole[], reason: '', key: newIdempotencyKey() }),
    read: ({ roles, reason, key }) => {
      const faults: Faults = {
        ...(reason.trim() === '' && { reason: t('reasonRequired') }),
        ...(act === 'roles' && roles.length === 0 && { roles: t('rolesRequired') }),
        ...(act === 'roles' && areSameRoles(roles, person.roles) && { roles: t('rolesSame') }),
      };
      if (Object.keys(faults).length > 0) return { faults };
      return { body: { key, roles, reason: reason.trim() } };
    },
    mutation: {
      mutationFn: async ({
        key,
        roles,
        reason,
      }: {
        key: string;
        roles: readonly StaffRole[];
        reason: string;
      }) =>
        act === 'end_sessions'
          ? void (await endSessions({ id, reason }))
          : propose({ key, reason, change: changeOf(act, id, roles) }),
    },
    onSent: (proposal) => {
      if (proposal) return onProposed(proposal);
      showSnackbar(t('sessionsEnded', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`titles.${act}`, { name })}
      text={t(`ask.${act}`, { name })}
      confirm={act === 'end_sessions' ? t('do.end_sessions') : t('propose')}
      variant={dangerous.has(act) ? 'danger' : 'accent'}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      {act === 'roles' && (
        <RolesField
          chosen={form.values.roles}
          error={form.faults.roles}
          onChange={(roles) => form.change({ roles })}
        />
      )}
      <ReasonField
        label={t('reason')}
        help={act === 'end_sessions' ? t('reasonAudit') : t('reasonHelp')}
        value={form.values.reason}
        error={form.faults.reason}
        onChange={(reason) => form.change({ reason })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}

function changeOf(
  act: Exclude<PersonAct, 'end_sessions'>,
  personId: string,
  roles: readonly StaffRole[],
): StaffChange {
  return act === 'roles'
    ? { act: 'staff.roles', personId, roles: [...roles] }
    : { act: `staff.${act}`, personId };
}
