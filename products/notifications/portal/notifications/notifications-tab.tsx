/** Notification settings by channel: those about money can be changed, those about security are always on, with the reason. */
import type { NotificationChoice, NotificationChoiceInput } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { usePhoneText } from '@calmly/portal-kit/shared/person/use-phone-text.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconLock } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { startTransition, useOptimistic } from 'react';
import { AlertSettings } from '../../../insight/portal/alerts/index.ts';
import classes from './notifications.module.css';
import { choicesQuery, saveChoiceMutation } from './queries.ts';
import { PushCard } from './web-push/push-card.tsx';
import { browsersQuery } from './web-push/queries.ts';

const ways = ['portal', 'email', 'sms', 'push'] as const;
type Way = (typeof ways)[number];

export function NotificationsTab() {
  const t = useTranslations('notifications');
  const choices = useQuery(choicesQuery);
  const save = useMutation(saveChoiceMutation);
  // A click takes effect at once, and is reversed if the bank refuses it.
  const [shown, show] = useOptimistic(choices.data, withChoice);
  if (choices.isError && !choices.data)
    return <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />;
  if (!shown) return <FactsShape />;
  const choose = (choice: NotificationChoice, way: Way, on: boolean) => {
    const { topic, portal, email, sms, push } = choice;
    const wanted = { topic, portal, email, sms, push, [way]: on };
    startTransition(async () => {
      show(wanted);
      // A refusal is shown above the tables.
      await save.mutateAsync(wanted).catch(() => undefined);
    });
  };
  return (
    <Stack gap={24}>
      <ProblemNotice error={save.error} />
      <Choices
        title={t('money')}
        text={t('moneyText')}
        choices={shown.filter(({ fixed }) => !fixed)}
        onChoose={choose}
      />
      <PushCard />
      <AlertSettings />
      <Choices
        title={t('safety')}
        text={t('safetyText')}
        choices={shown.filter(({ fixed }) => fixed)}
        onChoose={choose}
      />
    </Stack>
  );
}

const withChoice = (
  choices: readonly NotificationChoice[] | undefined,
  wanted: NotificationChoiceInput,
): readonly NotificationChoice[] | undefined =>
  choices?.map((one) => (one.topic === wanted.topic ? { ...one, ...wanted } : one));

interface ChoicesProps {
  title: string;
  text: string;
  choices: readonly NotificationChoice[];
  onChoose: (choice: NotificationChoice, way: Way, on: boolean) => void;
}

/** A table of topics and channels; on a phone the channels are listed under each topic. */
function Choices({ title, text, choices, onChoose }: ChoicesProps) {
  const t = useTranslations('notifications');
  const { email, phone } = useClient();
  const phoneText = usePhoneText(phone ?? '');
  const asks = choices.some(({ smsOffered }) => smsOffered);
  const wayName = useWayName();
  const hasBrowser = useHasBrowser();
  return (
    <Card title={title} flush>
      <p className={classes.lead}>{text}</p>
      <table className={classes.choices}>
        <thead>
          <tr>
            <th scope="col">{t('topic')}</th>
            {ways.map((way) => (
              <th key={way} scope="col">
                {wayName(way)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr key={choice.topic}>
              <th scope="row">{t(`topics.${choice.topic}`)}</th>
              {ways.map((way) => (
                <td key={way}>
                  <WayCell choice={choice} way={way} onChoose={onChoose} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Inline as="p" wrap gap={24} rowGap={0} className={classes.reach}>
        <span>{`${t('email')}: ${email}`}</span>
        {asks && <span>{phone ? `${t('sms')}: ${phoneText}` : t('noPhone')}</span>}
        {hasBrowser === false && <span>{t('push.none')}</span>}
      </Inline>
    </Card>
  );
}

/** The name of a channel: in the column's heading, or beside its box on a phone. */
function useWayName(): (way: Way) => string {
  const t = useTranslations('notifications');
  return (way) => (way === 'push' ? t('push.way') : t(way));
}

/** Whether any of the person's browsers shows notifications; undefined while loading. */
function useHasBrowser(): boolean | undefined {
  const { data } = useQuery(browsersQuery);
  return data && data.browsers.length > 0;
}

function WayCell({
  choice,
  way,
  onChoose,
}: { choice: NotificationChoice; way: Way } & Pick<ChoicesProps, 'onChoose'>) {
  const t = useTranslations('notifications');
  const { phone } = useClient();
  const name = useWayName()(way);
  const hasBrowser = useHasBrowser();
  if (choice.fixed && choice[way])
    return (
      <span className={classes.always}>
        <IconLock aria-hidden="true" />
        <span className={classes.wayName}>{name}</span>
        <span className="visually-hidden">{t('always')}</span>
      </span>
    );
  if (way === 'sms' && !choice.smsOffered)
    return (
      <span className={classes.never}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('notOffered')}</span>
      </span>
    );
  const hasNowhere = way === 'push' && hasBrowser === false;
  return (
    <CheckboxField
      checked={choice[way] && !hasNowhere}
      disabled={(way === 'sms' && !phone) || hasNowhere}
      aria-label={t('way', { topic: t(`topics.${choice.topic}`), way: name })}
      onChange={(event) => onChoose(choice, way, event.currentTarget.checked)}
      label={<span className={classes.wayName}>{name}</span>}
    />
  );
}
