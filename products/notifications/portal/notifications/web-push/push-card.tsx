/** Notifications of browsers: this one on or off, its level of detail, the others, and advice if a browser cannot show them. */
import type { PushBrowser } from '@calmly/contract';
import { PlaceIcon, useAgo, usePlaceName } from '@calmly/portal-kit/shared/browsers/place.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Row, Rows, RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import { SwitchRow } from '@calmly/ui/switch-row.tsx';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { support } from './browser.ts';
import classes from './push-card.module.css';
import { browsersQuery, detailsMutation, ownQuery, removeMutation, turnOnMutation } from './queries.ts';

export function PushCard() {
  const t = useTranslations('notifications.push');
  const browsers = useQuery(browsersQuery);
  const can = support();
  const remove = useMutation(removeMutation);
  const others = browsers.data?.browsers.filter(({ current }) => !current) ?? [];
  return (
    <Card title={t('title')} flush>
      <RowsText>{t('text')}</RowsText>
      {browsers.isError && !browsers.data && (
        <ErrorState error={browsers.error} onRetry={() => void browsers.refetch()} />
      )}
      {browsers.isPending && <RowsShape label={t('title')} />}
      {browsers.data && (
        <Grid gap={4} className={classes.own}>
          {can === 'yes' ? (
            <OwnBrowser
              bankKey={browsers.data.publicKey}
              own={browsers.data.browsers.find(({ current }) => current)}
            />
          ) : (
            <Notice tone="info" title={t(can === 'no' ? 'unsupportedTitle' : 'homeScreenTitle')}>
              {t(can === 'no' ? 'unsupportedText' : 'homeScreenText')}
            </Notice>
          )}
        </Grid>
      )}
      {others.length > 0 && (
        <>
          <Text as="h3" size={15} weight="label" className={classes.others}>
            {t('others')}
          </Text>
          <ProblemNotice error={remove.error} />
          <Rows>
            {others.map((browser) => (
              <BrowserRow
                key={browser.id}
                browser={browser}
                busy={remove.isPending && remove.variables.id === browser.id}
                onRemove={() => remove.mutate(browser)}
              />
            ))}
          </Rows>
        </>
      )}
    </Card>
  );
}

/** This browser's switches. It is on if both the bank and the browser say so. */
function OwnBrowser({ bankKey, own }: { bankKey: string; own: PushBrowser | undefined }) {
  const t = useTranslations('notifications.push');
  const state = useQuery(ownQuery);
  const turnOn = useMutation(turnOnMutation);
  const turnOff = useMutation(removeMutation);
  const details = useMutation(detailsMutation);
  const isDenied = state.data?.permission === 'denied';
  const shown = own && state.data?.endpoint && !isDenied ? own : undefined;
  const word = (on: boolean) => t(on ? 'on' : 'off');
  const busy = turnOn.isPending || turnOff.isPending;
  return (
    <>
      <SwitchRow
        label={t('here')}
        state={word(shown !== undefined)}
        checked={shown !== undefined}
        disabled={!state.data || isDenied}
        busy={busy}
        onChange={(on) => {
          turnOff.reset();
          if (on) turnOn.mutate(bankKey);
          else if (own) turnOff.mutate(own);
        }}
      />
      {isDenied && (
        <Notice tone="warning" title={t('deniedTitle')}>
          {t('deniedText')}
        </Notice>
      )}
      {turnOn.data === false && !isDenied && <Notice tone="info">{t('notAllowed')}</Notice>}
      {turnOn.isError && <TurnOnFailed error={turnOn.error} />}
      <ProblemNotice error={turnOff.error ?? details.error} />
      {shown && (
        <>
          <SwitchRow
            label={t('details')}
            state={word(details.isPending ? details.variables : shown.details)}
            checked={details.isPending ? details.variables : shown.details}
            busy={details.isPending}
            onChange={(on) => details.mutate(on)}
          />
          <Text size={13} tone="soft" className={classes.hint}>
            {t('detailsText')}
          </Text>
        </>
      )}
    </>
  );
}

/** The browser's push service refused (a `DOMException`), or the bank did. */
function TurnOnFailed({ error }: { error: Error }) {
  const t = useTranslations('notifications.push');
  return error instanceof DOMException ? (
    <Notice tone="error" title={t('failedTitle')}>
      {t('failedText')}
    </Notice>
  ) : (
    <ProblemNotice error={error} />
  );
}

function BrowserRow({
  browser,
  busy,
  onRemove,
}: {
  browser: PushBrowser;
  busy: boolean;
  onRemove: () => void;
}) {
  const t = useTranslations('notifications.push');
  const name = usePlaceName()(browser);
  const ago = useAgo()(browser.lastUsedAt);
  const facts = [ago ? t('lastUsed', { when: ago }) : t('lastUsedNow'), browser.details && t('withDetails')];
  return (
    <Row
      icon={<PlaceIcon system={browser.system} />}
      title={name}
      actions={
        <Button
          size="s"
          variant="quiet"
          icon={<IconTrash aria-hidden="true" />}
          aria-label={t('remove', { name })}
          busy={busy}
          onClick={onRemove}
        />
      }
    >
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </Row>
  );
}
