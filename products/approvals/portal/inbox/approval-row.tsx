/** One approval in the list: requester, subject, time, warnings and amount. A click opens it, the checkbox selects it. */
import { type Approval, type InboxView, isSerious } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useMoment } from '../moment.ts';
import { ApprovalPicture, StateBadge, useApprovalTitle } from './approval-words.tsx';
import classes from './inbox.module.css';
import { useWaitingText } from './waiting-text.ts';

interface ApprovalRowProps {
  approval: Approval;
  view: InboxView;
  isOpen: boolean;
  isChosen: boolean;
  /** Whether it can only be rejected. */
  isOutdated: boolean;
  onChoose: (chosen: boolean) => void;
  onOpen: () => void;
}

export function ApprovalRow({
  approval,
  view,
  isOpen,
  isChosen,
  isOutdated,
  onChoose,
  onOpen,
}: ApprovalRowProps) {
  const t = useTranslations('approvals');
  const momentOf = useMoment();
  const waitingText = useWaitingText();
  const title = useApprovalTitle()(approval);
  const { amount, currency, facts, kind, requestedAt, requestedBy, state, canDecide } = approval;
  const askedBy = t('list.askedBy', {
    note:
      (kind === 'payment'
        ? facts.reference
        : kind === 'card'
          ? facts.holder !== requestedBy.name && t('list.forHolder', { name: facts.holder ?? '' })
          : facts.account?.split(', ').map(shortIban).join(', ')) || 'none',
    name: facts.application
      ? t('list.applicationFor', { application: facts.application, name: requestedBy.name })
      : requestedBy.name,
    when: t('when', momentOf(requestedAt)),
  });
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      {view === 'WAITING' && canDecide && (
        <CheckboxField
          className={classes.choose}
          label={t('list.choose', { title })}
          labelHidden
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      <Grid
        as="button"
        type="button"
        gap={16}
        rowGap={4}
        align="center"
        shrink
        grow
        className={classes.open}
        data-row-control=""
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <ApprovalPicture approval={approval} />
        <Stack as="span" shrink>
          <Text as="span" weight="label" wrap="anywhere">
            {title}
          </Text>
          <Text as="span" size={13} tone="soft" wrap="anywhere">
            {view === 'REQUESTED' ? waitingText(approval) : askedBy}
          </Text>
          {(view === 'CLOSED' || state === 'BLOCKED' || isOutdated || badgesOf(approval).length > 0) && (
            <span className={classes.badges}>
              {(view === 'CLOSED' || state === 'BLOCKED') && <StateBadge state={state} />}
              {isOutdated && <Badge colour="red">{t('list.outdated')}</Badge>}
              {view === 'WAITING' &&
                badgesOf(approval).map((warning) => (
                  <Badge key={warning} colour="yellow">
                    {t(`warnings.${warning}`)}
                  </Badge>
                ))}
            </span>
          )}
        </Stack>
        {amount !== null && currency !== null && (
          <span className={classes.amount}>
            <Amount value={amount} currency={currency} direction="DEBIT" />
          </span>
        )}
      </Grid>
    </li>
  );
}

/** Rows of a payout have many warnings; only serious ones get a badge. */
const badgesOf = ({ kind, warnings }: Approval) =>
  kind === 'payout' ? warnings.filter(isSerious) : warnings;
