/** The open proposal: what changes, why, who proposed it, until when, and the decision. */
import { ApiProblem, newIdempotencyKey } from '@calmly/contract';
import type { Proposal } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Fact, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../session/state.ts';
import { Failed } from '../shared/failed.tsx';
import { useMomentText } from '../shared/moment.ts';
import { ApproveDialog, RejectDialog, WithdrawDialog } from './decision-dialogs.tsx';
import { stateColours, useActName, useValueName, useValueText } from './names.ts';
import classes from './proposals.module.css';
import { proposalQuery } from './queries.ts';

type Asked = { kind: 'approve' | 'reject' | 'withdraw'; proposal: Proposal; intent: string };

/** The person gets an email with a link. */
const invitingActs: ReadonlySet<string> = new Set(['staff.invite', 'staff.renew_access']);

/** Give each proposal its own `key`. */
export function ProposalPanel({ id }: { id: string }) {
  const t = useTranslations('office.proposals');
  const client = useQueryClient();
  const options = proposalQuery(id);
  const query = useQuery(options);
  const [asked, setAsked] = useState<Asked>();
  const proposal = query.data;
  if (!proposal) {
    if (query.error instanceof ApiProblem && query.error.status === 404)
      return <EmptyState icon={<IconFileOff aria-hidden="true" />} title={t('gone')} />;
    if (query.error)
      return <Failed error={query.error} title={t('oneFailed')} onRetry={() => void query.refetch()} />;
    return (
      <div className={classes.body}>
        <SheetShape />
      </div>
    );
  }
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: ['proposals'] });
    void client.invalidateQueries({ queryKey: ['inbox', 'queues'] });
    void client.invalidateQueries({ queryKey: ['people'] });
  };
  const onDecided = (said: string, decided: Proposal) => {
    setAsked(undefined);
    client.setQueryData(options.queryKey, decided);
    showSnackbar(said);
    readAgain();
  };
  const ask = (kind: Asked['kind']) => setAsked({ kind, proposal, intent: newIdempotencyKey() });
  const dialog = asked && {
    ...asked,
    onCancel: () => setAsked(undefined),
    onRefused: readAgain,
  };
  return (
    <>
      <ProposalSheet proposal={proposal} onAsk={ask} />
      {dialog?.kind === 'approve' && (
        <ApproveDialog
          {...dialog}
          onDone={(decided) => {
            const isInvitation = decided.state === 'DONE' && invitingActs.has(decided.act);
            onDecided(t(isInvitation ? 'invited' : 'approved'), decided);
          }}
        />
      )}
      {dialog?.kind === 'reject' && (
        <RejectDialog {...dialog} onDone={(decided) => onDecided(t('rejected'), decided)} />
      )}
      {dialog?.kind === 'withdraw' && (
        <WithdrawDialog {...dialog} onDone={(decided) => onDecided(t('withdrawn'), decided)} />
      )}
    </>
  );
}

interface ProposalSheetProps {
  proposal: Proposal;
  onAsk: (kind: Asked['kind']) => void;
}

function ProposalSheet({ proposal, onAsk }: ProposalSheetProps) {
  const t = useTranslations('office.proposals');
  const actName = useActName();
  const moment = useMomentText();
  const { person } = useSession();
  const { state, subject, act, changes, maker, checker, comment, mayCheck, mayWithdraw } = proposal;
  const isOwn = maker.id === person.id;
  return (
    <article>
      <Stack gap={24} className={classes.body}>
        <Stack as="header" gap={8}>
          <Inline gap={8} align="center" justify="between">
            <Text size={13} tone="soft">
              {actName(act)}
            </Text>
            <Badge colour={stateColours[state]}>{t(`states.${state}`)}</Badge>
          </Inline>
          <h2>{subject}</h2>
        </Stack>
        {changes.length > 0 && <Changes changes={changes} />}
        <section>
          <h3 className={classes.part}>{t('reason')}</h3>
          <Text wrap="anywhere">{proposal.reason}</Text>
        </section>
        <dl>
          <Fact name={t('maker')}>{maker.name}</Fact>
          <Fact name={t('createdAt')}>{moment(proposal.createdAt)}</Fact>
          {state === 'WAITING' && <Fact name={t('until')}>{moment(proposal.until)}</Fact>}
          <Fact name={t('checker')}>{checker?.name}</Fact>
          <Fact name={t('decidedAt')}>{proposal.decidedAt && moment(proposal.decidedAt)}</Fact>
          <Fact name={t('comment')}>{comment}</Fact>
        </dl>
      </Stack>
      {state === 'WAITING' && (mayCheck || mayWithdraw || isOwn) && (
        <footer className={classes.foot}>
          {isOwn && !mayCheck && (
            <Text size={13} tone="soft">
              {t('own')}
            </Text>
          )}
          {mayWithdraw && <Button onClick={() => onAsk('withdraw')}>{t('withdraw')}</Button>}
          {mayCheck && (
            <>
              <Button variant="danger" onClick={() => onAsk('reject')}>
                {t('reject')}
              </Button>
              <Button variant="accent" onClick={() => onAsk('approve')}>
                {t('approve')}
              </Button>
            </>
          )}
        </footer>
      )}
    </article>
  );
}

function Changes({ changes }: Pick<Proposal, 'changes'>) {
  const t = useTranslations('office.proposals');
  const valueName = useValueName();
  const valueText = useValueText();
  return (
    <section>
      <h3 className={classes.part}>{t('changes')}</h3>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{valueName(name)}</th>
              <td>{valueText(name, before)}</td>
              <td>{valueText(name, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
