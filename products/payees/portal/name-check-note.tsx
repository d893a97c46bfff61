/**
 * The result of the name check, under the IBAN of a form and beside a saved account, in plain words. A close match is offered and
 * accepted with one click.
 */
import type { NameCheck } from '@calmly/contract';
import { checkIban } from '@calmly/domain';
import { useRefusal } from '@calmly/portal-kit/shared/form/faults.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button, Spinner } from '@calmly/ui/button.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './beneficiaries.module.css';
import { nameCheckQuery } from './queries.ts';

const tones = {
  match: { colour: 'green', Icon: IconCircleCheck },
  close_match: { colour: 'amber', Icon: IconUserQuestion },
  no_match: { colour: 'red', Icon: IconAlertTriangle },
  cannot_be_checked: { colour: 'grey', Icon: IconHelpCircle },
  temporarily_unavailable: { colour: 'grey', Icon: IconHelpCircle },
} as const;

interface NameCheckNoteProps {
  /** The name that travels. */
  name: string;
  iban: string;
  /** Takes the name that the account is kept under; absent where the name is not asked. */
  onTake?: (name: string) => void;
}

/** No check runs while the user types. */
const settleMs = 400;

/** Asks once there is a name and a whole IBAN. */
export function NameCheckNote({ name, iban, onTake }: NameCheckNoteProps) {
  const t = useTranslations('beneficiaries');
  const checked = checkIban(iban);
  const current = checked.ok ? checked.iban : '';
  const ready = current !== '' && name !== '';
  const isSettled = useIsSettled(`${name} ${current}`);
  const asked = useQuery({ ...nameCheckQuery(name, current), enabled: ready && isSettled });
  const { fields, message } = useRefusal(asked.error);
  if (!ready) return null;
  // Shown before the check starts too, so that what stands below does not move later, just as it is pressed.
  if (asked.isPending)
    return (
      <p className={classes.check} role="status">
        <Spinner />
        <span>{t('check.asking')}</span>
      </p>
    );
  const complaint = fields.iban ?? message;
  if (complaint)
    return (
      <p className={classes.check} data-colour="red" role="alert">
        <IconAlertTriangle aria-hidden="true" size={16} />
        <span>{complaint}</span>
      </p>
    );
  const { check, sharedWith } = asked.data ?? {};
  return (
    <Stack gap={8} className={classes.checks} role="status">
      {check && (
        <CheckLine check={check}>
          {check.suggestedName !== null && onTake && (
            <Button size="s" onClick={() => onTake(check.suggestedName ?? '')}>
              {t('check.take')}
            </Button>
          )}
          {check.result === 'temporarily_unavailable' && (
            <Button size="s" onClick={() => void asked.refetch()}>
              {t('check.again')}
            </Button>
          )}
        </CheckLine>
      )}
      {sharedWith && sharedWith.length > 0 && (
        <p className={classes.check} data-colour="amber">
          <IconAlertTriangle aria-hidden="true" size={16} />
          <span>{t('check.shared', { names: sharedWith.join(', ') })}</span>
        </p>
      )}
    </Stack>
  );
}

/** Whether a text has stayed the same for a moment. */
function useIsSettled(text: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}

/** One answer; with `dated` also of when it is. */
export function CheckLine({
  check,
  dated,
  children,
}: {
  check: NameCheck;
  dated?: boolean;
  children?: ReactNode;
}) {
  const t = useTranslations('beneficiaries');
  const format = useFormatter();
  const { colour, Icon } = tones[check.result];
  const on = format.dateTime(new Date(check.checkedAt), { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <p className={classes.check} data-colour={colour}>
      <Icon aria-hidden="true" size={16} />
      <span>
        {t(`check.${check.result}`, { name: check.suggestedName ?? '' })}
        {dated && (
          <Text as="span" size={13} tone="soft">
            {' '}
            {t('check.on', { date: on })}
          </Text>
        )}
        {check.result !== 'match' && !dated && (
          <>
            {' '}
            <HelpLink of="nameCheck" />
          </>
        )}
      </span>
      {children}
    </p>
  );
}
