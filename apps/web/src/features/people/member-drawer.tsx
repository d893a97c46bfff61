/** A colleague: their rights and their end, and what suspends, removes or makes them boss. */
import { isSentForApproval, type Member } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { useFaults } from '../../shared/form/use-faults.ts';
import { useTellSent } from '../../shared/sent-for-approval.ts';
import { Button } from '../../ui/button.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { useDrawerKeys } from '../../ui/use-drawer-keys.ts';
import { endOf, GrantFields } from './grant-fields.tsx';
import { MemberActions } from './member-actions.tsx';
import classes from './people.module.css';
import { changeMutation } from './queries.ts';

interface MemberDrawerProps {
  member: Member;
  /** Nobody else is boss without an end. */
  isLastBoss: boolean;
  onClose: () => void;
}

export function MemberDrawer({ member, isLastBoss, onClose }: MemberDrawerProps) {
  const t = useTranslations('people');
  const format = useFormatter();
  const form = useId();
  const tellSent = useTellSent();
  const { id, name, rights, validUntil } = member;
  const [grant, setGrant] = useState({ rights, lastDay: validUntil?.slice(0, 10) ?? '' });
  const changing = useMutation(changeMutation(id));
  const { fields, message } = useFaults(changing.error);
  useDrawerKeys(undefined, id, onClose);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changing.isPending) return;
    changing.mutate(
      { rights: grant.rights, validUntil: endOf(grant) },
      {
        onSuccess: (answer) => {
          onClose();
          if (isSentForApproval(answer)) tellSent(answer);
          else showSnackbar(t('saved', { name }));
        },
      },
    );
  };
  return (
    <SideDrawer
      title={name}
      onClose={onClose}
      footer={
        <>
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button form={form} type="submit" variant="accent" size="l" busy={changing.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <form id={form} className={classes.form} onSubmit={submit} noValidate>
          <p className={classes.lead}>
            {[
              member.email,
              t('since', { date: format.dateTime(new Date(member.addedAt), { dateStyle: 'long' }) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <GrantFields
            grant={grant}
            phoneConfirmed={member.phoneConfirmed}
            endError={fields.validUntil}
            onChange={(next) => {
              setGrant(next);
              if (changing.isError) changing.reset();
            }}
          />
          {message && <Notice tone="refusal">{message}</Notice>}
        </form>
        <MemberActions member={member} isLastBoss={isLastBoss} onDone={onClose} />
      </div>
    </SideDrawer>
  );
}
