/** A colleague: rights and end date, and the actions suspend, remove, make administrator. */
import { isSentForApproval, type Member } from '@calmly/contract';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useId } from 'react';
import { endOf, GrantFields } from './grant-fields.tsx';
import { MemberActions } from './member-actions.tsx';
import classes from './people.module.css';
import { changeMutation } from './queries.ts';
import { useRightsInWords } from './rights-words.ts';

interface MemberDrawerProps {
  member: Member;
  /** The only administrator without an end date. */
  isLastBoss: boolean;
  onClose: () => void;
}

export function MemberDrawer({ member, isLastBoss, onClose }: MemberDrawerProps) {
  const t = useTranslations('people');
  const format = useFormatter();
  const formId = useId();
  const tellSent = useTellSent();
  const { id, name } = member;
  const inWords = useRightsInWords();
  const { base, restart } = useEditBase(member);
  useDrawerKeys(undefined, id, onClose);
  const form = useForm({
    start: { grant: grantOf(base) },
    read: ({ grant }) => ({
      body: { rights: grant.rights, validUntil: endOf(grant), version: base.version },
    }),
    mutation: changeMutation(id),
    onSent: (answer) => {
      onClose();
      if (isSentForApproval(answer)) tellSent(answer);
      else showSnackbar(t('saved', { name }));
    },
  });
  return (
    <SideDrawer
      title={name}
      onClose={onClose}
      footer={
        <>
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button form={formId} type="submit" variant="accent" size="l" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Stack gap={24} className={classes.form}>
        <Stack as="form" {...form.props} id={formId} gap={24} className={classes.form}>
          <Text tone="soft">
            {[
              member.email,
              t('since', { date: format.dateTime(new Date(member.addedAt), { dateStyle: 'long' }) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <GrantFields
            grant={form.values.grant}
            phoneConfirmed={member.phoneConfirmed}
            endError={form.faults.validUntil}
            onChange={(grant) => form.change({ grant })}
          />
          <FormMessage form={form} />
          <EditConflict
            error={form.error}
            onRestart={() => restart((newest) => form.change({ grant: grantOf(newest) }))}
          >
            {[inWords(member.rights), member.validUntil?.slice(0, 10)].filter(Boolean).join('; ')}
          </EditConflict>
        </Stack>
        <MemberActions member={member} isLastBoss={isLastBoss} onDone={onClose} />
      </Stack>
    </SideDrawer>
  );
}

const grantOf = ({ rights, validUntil }: Member) => ({ rights, lastDay: validUntil?.slice(0, 10) ?? '' });
