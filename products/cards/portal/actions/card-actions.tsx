/** The actions on a card: the three most common as buttons, the rest in a menu. Dialogs are loaded when they open. */
import { type CardDetails, issueCard } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useAskAbout } from '@calmly/portal-kit/shared/ask-about.tsx';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import {
  IconArrowBackUp,
  IconDots,
  IconEye,
  IconEyeOff,
  IconLock,
  IconLockOpen,
  IconPassword,
  IconPencil,
  IconReplace,
  IconWallet,
  IconX,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { canReplace, canReveal, canTopUp, hasMoneyLeft, isOpen } from '../card-state.ts';
import type { RevealControl } from '../face/use-reveal.ts';
import { blockMutation } from '../queries.ts';
import classes from './actions.module.css';

const MoveDialog = onDemand(async () => (await import('./move-dialog.tsx')).MoveDialog);
const ChangeDialog = onDemand(async () => (await import('./change-dialog.tsx')).ChangeDialog);
const PinDialog = onDemand(async () => (await import('./pin-dialog.tsx')).PinDialog);
const ShownPin = onDemand(async () => (await import('./shown-pin.tsx')).ShownPin);
const KeptDialog = onDemand(async () => (await import('./kept-dialog.tsx')).KeptDialog);
const ReplaceDialog = onDemand(async () => (await import('./replace-dialog.tsx')).ReplaceDialog);
const CloseDialog = onDemand(async () => (await import('./close-dialog.tsx')).CloseDialog);
const ActivateDialog = onDemand(async () => (await import('./activate-dialog.tsx')).ActivateDialog);

type Asked = 'topUp' | 'withdraw' | 'change' | 'setPin' | 'showPin' | 'replace' | 'close' | 'activate';

interface CardActionsProps {
  card: CardDetails;
  reveal: RevealControl;
  onGone: (replacedBy?: string) => void;
}

export function CardActions({ card, reveal, onGone }: CardActionsProps) {
  const t = useTranslations('cards.actions');
  const { held } = useRight(issueCard);
  const ask = useAskAbout({ kind: 'card', id: card.id });
  const [asked, setAsked] = useState<Asked>();
  const done = () => setAsked(undefined);
  const { status, isMine } = card;
  const menu = menuOf(card, held);
  return (
    <Inline wrap gap={8} className={classes.actions}>
      {canReveal(card) && (
        <Button
          size="s"
          icon={reveal.isShown ? <IconEyeOff aria-hidden="true" /> : <IconEye aria-hidden="true" />}
          busy={reveal.busy}
          onClick={reveal.flip}
        >
          {t(reveal.isShown ? 'hide' : 'show')}
        </Button>
      )}
      {status === 'ORDERED' && isMine && (
        <NeedsRight endpoint={issueCard} label={t('activate')} size="s">
          <Button size="s" variant="solid" onClick={() => setAsked('activate')}>
            {t('activate')}
          </Button>
        </NeedsRight>
      )}
      {status === 'EXPIRED' && canReplace(card) && (
        <NeedsRight endpoint={issueCard} label={t('renew')} size="s">
          <Button size="s" icon={<IconReplace aria-hidden="true" />} onClick={() => setAsked('replace')}>
            {t('renew')}
          </Button>
        </NeedsRight>
      )}
      {canTopUp(card) && (
        <NeedsRight endpoint={issueCard} label={t('topUp')} size="s">
          <Button size="s" icon={<IconWallet aria-hidden="true" />} onClick={() => setAsked('topUp')}>
            {t('topUp')}
          </Button>
        </NeedsRight>
      )}
      <Block card={card} />
      <Menu
        size="s"
        label={t('more')}
        icon={<IconDots aria-hidden="true" />}
        actions={[
          ...menu.map((key) => ({ text: t(key), icon: icons[key], onChoose: () => setAsked(key) })),
          ask,
        ]}
      />
      {(asked === 'topUp' || asked === 'withdraw') && <MoveDialog card={card} kind={asked} onClose={done} />}
      {asked === 'change' && <ChangeDialog card={card} onClose={done} />}
      {asked === 'setPin' && !card.numberAtProcessor && <PinDialog card={card} onClose={done} />}
      {asked === 'setPin' && card.numberAtProcessor && <KeptDialog kind={card.kind} onClose={done} />}
      {asked === 'showPin' && <ShownPin card={card} onClose={done} />}
      {asked === 'activate' && <ActivateDialog card={card} onClose={done} />}
      {asked === 'replace' && (
        <ReplaceDialog
          card={card}
          onClose={done}
          onReplaced={(id) => {
            done();
            onGone(id);
          }}
        />
      )}
      {asked === 'close' && (
        <CloseDialog
          card={card}
          onClose={done}
          onClosed={() => {
            done();
            onGone();
          }}
        />
      )}
    </Inline>
  );
}

type MenuKey = 'withdraw' | 'change' | 'setPin' | 'showPin' | 'replace' | 'close';

const icons: Readonly<Record<MenuKey, ReactNode>> = {
  withdraw: <IconArrowBackUp aria-hidden="true" />,
  change: <IconPencil aria-hidden="true" />,
  setPin: <IconPassword aria-hidden="true" />,
  showPin: <IconEye aria-hidden="true" />,
  replace: <IconReplace aria-hidden="true" />,
  close: <IconX aria-hidden="true" />,
};

/** The items of the menu; `mayChange`: the person has the right to manage cards. */
function menuOf(card: CardDetails, mayChange: boolean): MenuKey[] {
  const { status, hasPin } = card;
  const own: MenuKey[] = canReveal(card) ? (hasPin ? ['showPin', 'setPin'] : ['setPin']) : [];
  if (!mayChange) return own;
  if (!isOpen(card)) return hasMoneyLeft(card) ? ['withdraw'] : [];
  return [
    'withdraw',
    ...own,
    'change',
    ...(status !== 'EXPIRED' && canReplace(card) ? (['replace'] as const) : []),
    'close',
  ];
}

/** Blocking takes one click, because it may be urgent; unblocking asks for a code. */
function Block({ card }: { card: CardDetails }) {
  const t = useTranslations('cards.actions');
  const { status } = card;
  const blocking = useMutation({
    ...blockMutation(card.id),
    onSuccess: (_answer, block) =>
      showSnackbar(
        t(block ? 'blocked' : 'unblocked', { name: card.name }),
        block ? { label: t('undoBlock'), onPress: () => blocking.mutate(false) } : undefined,
      ),
    onError: showFailure,
  });
  if (status !== 'ACTIVE' && status !== 'BLOCKED' && status !== 'ORDERED') return null;
  const isBlocked = status === 'BLOCKED';
  const label = t(isBlocked ? 'unblock' : 'block');
  return (
    <NeedsRight endpoint={issueCard} label={label} size="s">
      <Button
        size="s"
        icon={isBlocked ? <IconLockOpen aria-hidden="true" /> : <IconLock aria-hidden="true" />}
        busy={blocking.isPending}
        onClick={() => blocking.mutate(!isBlocked)}
      >
        {label}
      </Button>
    </NeedsRight>
  );
}
