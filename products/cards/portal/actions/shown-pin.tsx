/** Shows the PIN after a two-factor code, only for the allowed time and while the tab is visible. */
import type { CardDetails } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MessageDialog } from '@calmly/ui/layers/dialog.tsx';
import { IconPassword } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSecondsLeft } from '../face/use-seconds-left.ts';
import { readPin } from '../queries.ts';
import classes from './actions.module.css';

interface ShownPinProps {
  card: CardDetails;
  onClose: () => void;
}

export function ShownPin({ card, onClose }: ShownPinProps) {
  const t = useTranslations('cards.pin');
  const [shown, setShown] = useState<{ pin: string; seconds: number }>();
  const left = useSecondsLeft(shown?.seconds, onClose);
  const load = useEffectEvent(async (isOpen: () => boolean) => {
    try {
      const answer = await readPin(card.id);
      if (isOpen() && !document.hidden) setShown(answer);
      else onClose();
    } catch (error) {
      showFailure(error);
      onClose();
    }
  });
  const leave = useEffectEvent(() => document.hidden && shown && onClose());
  useEffect(() => {
    let open = true;
    const onHidden = () => leave();
    void load(() => open);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      open = false;
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, []);
  if (!shown) return null;
  return (
    <MessageDialog
      icon={<IconPassword aria-hidden="true" />}
      title={t('shownTitle', { name: card.name })}
      text={t('shownText')}
      choice={
        <p className={classes.pin} aria-label={t('digits', { pin: [...shown.pin].join(' ') })} role="img">
          {[...shown.pin].map((digit, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the digits are their positions
            <span key={at}>{digit}</span>
          ))}
        </p>
      }
      problem={
        <span role="timer" aria-live="off">
          {t('left', { seconds: String(left) })}
        </span>
      }
      actions={
        <Button size="l" data-autofocus onClick={onClose}>
          {t('hide')}
        </Button>
      }
      onCancel={onClose}
    />
  );
}
