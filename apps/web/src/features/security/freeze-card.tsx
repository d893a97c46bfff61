/** Shutting everybody out at once, after one question that says what it means. */
import { IconSnowflake } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import { freezeMutation } from './queries.ts';
import classes from './security.module.css';

export function FreezeCard() {
  const t = useTranslations('security');
  const problemText = useProblemText();
  const freezing = useMutation(freezeMutation);
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const ask = (
    <Button
      variant="danger"
      icon={<IconSnowflake aria-hidden="true" />}
      onClick={() => {
        freezing.reset();
        setAsked(true);
      }}
    >
      {t('freeze')}
    </Button>
  );
  return (
    <Card title={t('freezeHead')} aside={ask}>
      <p className={classes.about}>{t('freezeText')}</p>
      {asked && (
        <ConfirmDialog
          icon={<IconSnowflake aria-hidden="true" />}
          title={t('freezeTitle')}
          text={
            <>
              {t('freezeConfirm')}
              {freezing.isError && <Notice tone="refusal">{problemText(freezing.error)}</Notice>}
            </>
          }
          onCancel={close}
          actions={
            <>
              <Button size="l" onClick={close}>
                {t('freezeNot')}
              </Button>
              <Button size="l" variant="danger" busy={freezing.isPending} onClick={() => freezing.mutate()}>
                {t('freezeNow')}
              </Button>
            </>
          }
        />
      )}
    </Card>
  );
}
