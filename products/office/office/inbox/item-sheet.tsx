/** The content of an open item. */
import type { InboxSheet } from '@calmly/contract/staff';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { FileList } from '@calmly/ui/facts/file-list.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconHandGrab, IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../session/state.ts';
import { KeyHint } from '../shared/key-hint.tsx';
import { useKeys } from '../shared/keys.ts';
import { useAgeText, useMomentText } from '../shared/moment.ts';
import { withChanges } from './changes.ts';
import classes from './inbox.module.css';
import { outcomeColours, outcomeNames, useQueueName } from './names.ts';
import { type Decision, readDocument, release, take } from './queries.ts';

interface ItemSheetProps {
  sheet: InboxSheet;
  /** Another reading that was on the screen before. */
  seen: InboxSheet | undefined;
  outcome: Decision | undefined;
  onAsk: (decision: Decision) => void;
  onClaimed: (claimedBy: InboxSheet['claimedBy']) => void;
  onOutdated: () => void;
}

const keyOf = { approve: 'a', reject: 'r', hold: 'h' } as const;
const variantOf = { approve: 'accent', reject: 'danger', hold: 'outline' } as const;
/** Reading order; the coral one is last, at the right. */
const order = ['hold', 'reject', 'approve'] as const;

export function ItemSheet({ sheet, seen, outcome, onAsk, onClaimed, onOutdated }: ItemSheetProps) {
  const t = useTranslations('office');
  const queueName = useQueueName();
  const age = useAgeText();
  const moment = useMomentText();
  const { person } = useSession();
  const isMine = sheet.claimedBy?.id === person.id;
  const acts = outcome || !sheet.isOpen ? [] : order.filter((act) => sheet.acts.includes(act));
  const mayTake = sheet.access === 'decide' && sheet.isOpen && !outcome;
  const claim = useMutation({
    mutationFn: async () => (isMine ? void (await release(sheet)) : (await take(sheet)).claimedBy),
    onSuccess: (claimedBy) => onClaimed(claimedBy ?? null),
    onError: (error) => {
      showFailure(error);
      onOutdated();
    },
  });
  const saving = useMutation({
    mutationFn: async (document: InboxSheet['documents'][number]) =>
      saveFile(await readDocument(sheet, document.id), document.fileName),
    onError: showFailure,
  });
  const act = (decision: Decision) => (acts.includes(decision) ? () => onAsk(decision) : undefined);
  useKeys({
    a: act('approve'),
    r: act('reject'),
    h: act('hold'),
    n: mayTake && !claim.isPending ? () => claim.mutate() : undefined,
  });
  const hasChanged = seen !== undefined && seen.version !== sheet.version;
  return (
    <article className={classes.item}>
      <header className={classes.itemHead}>
        <Inline gap={8} align="center" justify="between">
          <Text size={13} tone="soft">
            {queueName(sheet.queue)}
          </Text>
          {outcome && (
            <Badge colour={outcomeColours[outcome]}>{t(`decisions.${outcomeNames[outcome]}`)}</Badge>
          )}
        </Inline>
        <h2 className={classes.subject}>{sheet.subject}</h2>
        <Inline gap={12} rowGap={4} align="center" justify="between" wrap>
          <Text size={13} tone="soft">
            {t('inbox.since', { time: moment(sheet.since) })} · {t('inbox.waits', { age: age(sheet.since) })}
            {sheet.claimedBy &&
              ` · ${isMine ? t('inbox.takenByYou') : t('inbox.takenBy', { name: sheet.claimedBy.name })}`}
          </Text>
          {mayTake && (
            <Button
              size="s"
              busy={claim.isPending}
              icon={isMine ? <IconHandStop aria-hidden="true" /> : <IconHandGrab aria-hidden="true" />}
              onClick={() => claim.mutate()}
            >
              {isMine ? t('inbox.release') : sheet.claimedBy ? t('inbox.takeOver') : t('inbox.take')}
              <KeyHint of="n" />
            </Button>
          )}
        </Inline>
      </header>
      <Stack gap={24} className={classes.itemBody}>
        {hasChanged && (
          <Notice tone="warning" title={t('inbox.itemChanged')}>
            {t('inbox.itemChangedText')} {t('inbox.notDecided')}
          </Notice>
        )}
        <section aria-label={t('inbox.facts')}>
          <dl>
            {sheet.client && (
              <div className={classes.fact}>
                <dt>{t('inbox.client')}</dt>
                <dd translate="no">{sheet.client.name}</dd>
              </div>
            )}
            <Facts sheet={sheet} seen={hasChanged ? seen : undefined} />
          </dl>
        </section>
        {sheet.documents.length > 0 && (
          <section>
            <h3 className={classes.part}>{t('inbox.documents')}</h3>
            <FileList
              files={sheet.documents}
              label={t('inbox.documents')}
              busyId={saving.isPending ? saving.variables.id : undefined}
              onSave={(id) => {
                const document = sheet.documents.find((one) => one.id === id);
                if (document) saving.mutate(document);
              }}
            />
          </section>
        )}
      </Stack>
      <footer className={classes.itemFoot}>
        {acts.length > 0 ? (
          acts.map((decision) => (
            <Button key={decision} variant={variantOf[decision]} onClick={() => onAsk(decision)}>
              {t(`decisions.${decision}`)}
              <KeyHint of={keyOf[decision]} />
            </Button>
          ))
        ) : (
          <Text size={13} tone="soft">
            {!sheet.isOpen || outcome
              ? t('inbox.over')
              : sheet.access === 'read'
                ? t('inbox.readOnly')
                : t('inbox.noActs')}
          </Text>
        )}
      </footer>
    </article>
  );
}

function Facts({ sheet, seen }: { sheet: InboxSheet; seen: InboxSheet | undefined }) {
  const t = useTranslations('office.inbox');
  return withChanges(sheet.facts, seen?.facts).map(({ label, value, was, isGone }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the facts are their places
    <div key={place} className={classes.fact} data-changed={was !== undefined || isGone ? '' : undefined}>
      <dt>{label}</dt>
      <dd>
        {isGone ? <s>{value}</s> : value}
        {(was !== undefined || isGone) && (
          <span className={classes.was}>
            {isGone ? t('removed') : was === null ? t('wasNone') : t('was', { value: was ?? '' })}
          </span>
        )}
      </dd>
    </div>
  ));
}
