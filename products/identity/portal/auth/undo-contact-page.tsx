/**
 * `/undo-contact-change?token=…`: the link sent to the old email when email or phone were changed. It needs a click, because programs that scan
 * emails open links and must not undo the owner's change.
 */

import { useRefusal } from '@calmly/portal-kit/shared/form/faults.ts';
import { useLinkToken } from '@calmly/portal-kit/shared/navigation/use-link-token.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { DeadLink, Done, Outcome } from './outcome.tsx';
import { isDeadLink, undoContactMutation } from './queries.ts';

export function UndoContactPage() {
  const t = useTranslations('access');
  const search = useSearch({ from: '/entry/returning/undo-contact-change' });
  const token = useLinkToken('/undo-contact-change', search.token);
  const undoing = useMutation(undoContactMutation);
  const { message } = useRefusal(undoing.error);
  const title = <DocumentTitle title={t('undoTitle')} />;
  if (token === '' || isDeadLink(undoing.error))
    return (
      <>
        {title}
        <DeadLink
          text={t('undoDeadText')}
          action={
            <ButtonLink to="/login" size="l">
              {t('toSignIn')}
            </ButtonLink>
          }
        />
      </>
    );
  if (undoing.isSuccess)
    return (
      <>
        {title}
        <Done
          title={t('undoneTitle')}
          text={t('undoneText')}
          action={
            <ButtonLink to="/forgot-password" variant="accent" size="l">
              {t('undoneAction')}
            </ButtonLink>
          }
        />
      </>
    );
  return (
    <>
      {title}
      <Outcome
        icon={<IconShieldExclamation aria-hidden="true" />}
        title={t('undoTitle')}
        text={t('undoText')}
        action={
          <Button
            variant="accent"
            size="l"
            busy={undoing.isPending}
            onClick={() => undoing.mutate({ token })}
          >
            {t('undo')}
          </Button>
        }
      />
      {message && <Notice tone="refusal">{message}</Notice>}
    </>
  );
}
