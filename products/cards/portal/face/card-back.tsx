/** The back of a card: number, expiry and security code, each with a copy button, and the remaining time. */
import type { CardDesign } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { clearClipboardIn } from './clear-clipboard.ts';
import classes from './plastic.module.css';
import type { Revealed } from './use-reveal.ts';

interface CardBackProps {
  design: CardDesign;
  details: Revealed;
  /** Seconds. */
  left: number;
  onHide: () => void;
}

export function CardBack({ design, details, left, onHide }: CardBackProps) {
  const t = useTranslations('cards.reveal');
  const { number, expiry, securityCode } = details;
  const copy = (value: string, what: string) => (
    <CopyButton
      value={value}
      what={what}
      onCopied={() => {
        clearClipboardIn(left);
        showSnackbar(t('copied', { what }));
      }}
    />
  );
  return (
    <section className={classes.plastic} data-design={design} translate="no" aria-label={t('label')}>
      <span className={classes.strip} />
      <div className={classes.back}>
        <Secret name={t('number')} isNumber copy={copy(number, t('number'))}>
          {number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}
        </Secret>
        <div className={classes.small}>
          <Secret name={t('expiry')} copy={copy(expiry, t('expiry'))}>
            {expiry}
          </Secret>
          <Secret name={t('code')} copy={copy(securityCode, t('code'))}>
            {securityCode}
          </Secret>
        </div>
      </div>
      <Inline gap={4} align="center" className={classes.time}>
        <span role="timer" aria-live="off">
          {t('left', { seconds: String(left) })}
        </span>
        <Button
          variant="quiet"
          size="s"
          icon={<IconEyeOff aria-hidden="true" />}
          aria-label={t('hide')}
          onClick={onHide}
        />
      </Inline>
    </section>
  );
}

interface SecretProps {
  name: string;
  isNumber?: boolean;
  copy: ReactNode;
  children: ReactNode;
}

function Secret({ name, isNumber, copy, children }: SecretProps) {
  return (
    <div className={classes.secret} data-number={isNumber || undefined}>
      <p>
        <span>{name}</span>
        <strong>{children}</strong>
      </p>
      {copy}
    </div>
  );
}
