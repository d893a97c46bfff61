/** Codes by SMS and by email, switched on or off. */
import type { Factors } from '@calmly/contract';
import { isFailure } from '@calmly/portal-kit/session/problem-text.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { IconMail, IconMessage } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import classes from './factors.module.css';
import { messageCodesMutation } from './queries.ts';

export function MessageFactors({ factors }: { factors: Factors }) {
  const t = useTranslations('factors');
  const change = useMutation(messageCodesMutation);
  const { email, sms } = factors;
  const now = { email: email.On, sms: sms.On };
  const toggle = (which: 'email' | 'sms') => (
    <Button
      size="s"
      busy={change.isPending && change.variables[which] !== now[which]}
      onClick={() => change.mutate({ ...now, [which]: !now[which] })}
    >
      {t(now[which] ? 'turnOff' : 'turnOn')}
      <span className="visually-hidden">: {t(which)}</span>
    </Button>
  );
  return (
    <>
      {isFailure(change.error) && (
        <div className={classes.problem}>
          <ProblemNotice error={change.error} />
        </div>
      )}
      <Rows>
        <Row
          icon={<IconMessage aria-hidden="true" />}
          title={t('sms')}
          actions={sms.To !== null && toggle('sms')}
        >
          <p>
            {sms.To === null
              ? t('smsNoPhone')
              : sms.On
                ? t('sentTo', { to: sms.To })
                : t('smsOff', { to: sms.To })}
          </p>
        </Row>
        <Row icon={<IconMail aria-hidden="true" />} title={t('email')} actions={toggle('email')}>
          <p>{email.On ? t('sentTo', { to: email.To }) : t('emailOff')}</p>
        </Row>
      </Rows>
    </>
  );
}
