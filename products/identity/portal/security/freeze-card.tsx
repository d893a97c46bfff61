/** Freezes the access at once, after one confirmation that explains it. */

import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconSnowflake } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { freezeMutation } from './queries.ts';
import classes from './security.module.css';

export function FreezeCard() {
  const t = useTranslations('security');
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
      <Text tone="soft" above={8} className={classes.about}>
        {t('freezeText')}
      </Text>
      {asked && (
        <ConfirmDialog
          icon={<IconSnowflake aria-hidden="true" />}
          title={t('freezeTitle')}
          text={t('freezeConfirm')}
          problem={<ProblemNotice error={freezing.error} />}
          onCancel={close}
          keep={t('freezeNot')}
          confirm={t('freezeNow')}
          busy={freezing.isPending}
          onConfirm={() => freezing.mutate()}
        />
      )}
    </Card>
  );
}
