/** The actions on one account: an administrator may rename and close it, everyone may ask about it. If it cannot be closed, the reason is shown before anything is sent. */
import { type Account, accountNameLength, renameAccount } from '@calmly/contract';
import { formatIban, isZeroDecimal } from '@calmly/domain';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useAskAbout } from '@calmly/portal-kit/shared/ask-about.tsx';
import { RenameDialog } from '@calmly/portal-kit/shared/form/rename-dialog.tsx';
import { useNavigateUnlessLeft } from '@calmly/portal-kit/shared/navigation/navigate-unless-left.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { ConfirmDialog, MessageDialog } from '@calmly/ui/layers/dialog.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconDots, IconLock, IconPencil, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DependingOrders, dependingQuery } from '../../../payments/portal/orders/index.ts';
import { closeMutation, renameMutation } from './queries.ts';

interface AccountActionsProps {
  account: Account;
  /** Whether it is the client's only open account. */
  last: boolean;
}

export function AccountActions({ account, last }: AccountActionsProps) {
  const isCompany = useClient().role === 'LEGAL';
  const t = useTranslations('accounts');
  const { held } = useRight(renameAccount);
  const ask = useAskAbout({ kind: 'account', id: account.id });
  const links = useTranslations('helpLinks');
  const [asked, setAsked] = useState<'rename' | 'close'>();
  const done = () => setAsked(undefined);
  return (
    <>
      {held && (
        <Button icon={<IconPencil aria-hidden="true" />} onClick={() => setAsked('rename')}>
          {t('rename')}
        </Button>
      )}
      <Menu
        icon={<IconDots aria-hidden="true" />}
        label={links('menu')}
        actions={[
          ask,
          ...(held
            ? [
                {
                  text: t('close'),
                  icon: <IconX aria-hidden="true" />,
                  onChoose: () => setAsked('close'),
                },
              ]
            : []),
        ]}
      />
      {asked === 'rename' && (
        <RenameDialog
          title={t('renameTitle')}
          label={t('name')}
          help={t(`nameHelp.${isCompany ? 'LEGAL' : 'NATURAL'}`)}
          maxLength={accountNameLength}
          required={t('nameRequired')}
          confirm={t('save')}
          name={account.name}
          mutation={renameMutation(account.id)}
          onDone={done}
        />
      )}
      {asked === 'close' && <CloseDialog account={account} last={last} onDone={done} />}
    </>
  );
}

function CloseDialog({ account, last, onDone }: AccountActionsProps & { onDone: () => void }) {
  const t = useTranslations();
  const navigate = useNavigateUnlessLeft();
  const { name, currency } = account;
  const closing = useMutation(
    closeMutation(account.id, () => {
      showSnackbar(t('accounts.closed', { name }));
      onDone();
      void navigate({ to: '/requisites', search: {} });
    }),
  );
  const orders = useQuery(dependingQuery({ accountId: account.id }));
  const stopping = orders.data ?? [];
  const empty = isZeroDecimal(account.booked);
  const reserved = !isZeroDecimal(account.reserved);
  if (!empty || reserved || last) {
    const why = reserved
      ? t('accounts.reserved', { amount: amountText(account.reserved, currency) })
      : empty
        ? t('accounts.last')
        : t('accounts.notEmpty', { amount: amountText(account.booked, currency) });
    return (
      <MessageDialog
        icon={<IconLock aria-hidden="true" />}
        title={t('accounts.cannotCloseTitle', { name })}
        text={why}
        onCancel={onDone}
        actions={
          <>
            <Button size="l" onClick={onDone}>
              {t('accounts.understood')}
            </Button>
            {!empty && !reserved && !last && (
              <ButtonLink
                to="/payments/create/{-$direction}"
                params={{ direction: 'outgoing' }}
                search={{ account: account.id }}
                size="l"
                variant="accent"
              >
                {t('accounts.move')}
              </ButtonLink>
            )}
          </>
        }
      />
    );
  }
  return (
    <ConfirmDialog
      icon={<IconX aria-hidden="true" />}
      title={t('accounts.closeTitle', { name })}
      text={t('accounts.closeText', { number: formatIban(account.iban ?? account.number) })}
      problem={<ProblemNotice error={closing.error} />}
      onCancel={onDone}
      keep={t('ui.cancel')}
      choice={stopping.length > 0 && <DependingOrders orders={stopping} />}
      confirm={t('accounts.closeConfirm', { count: stopping.length })}
      busy={closing.isPending || orders.isFetching}
      onConfirm={() => closing.mutate(stopping)}
    />
  );
}
