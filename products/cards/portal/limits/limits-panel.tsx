/** The controls of a card: limits with their usage, channels, categories and countries. */
import { type CardDetails, changeCardControls } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { SwitchRow } from '@calmly/ui/switch-row.tsx';
import { IconChevronRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { controlsMutation } from '../queries.ts';
import { changed, limitNames, usageOf, usedPercent, type Way, ways } from './controls.ts';
import classes from './limits.module.css';
import { useControlsSaved } from './use-controls-saved.ts';
import { WaitingControls } from './waiting-controls.tsx';

const LimitsDialog = onDemand(async () => (await import('./limits-dialog.tsx')).LimitsDialog);
const CategoriesDialog = onDemand(async () => (await import('./categories-dialog.tsx')).CategoriesDialog);
const CountriesDialog = onDemand(async () => (await import('./countries-dialog.tsx')).CountriesDialog);

const lists = ['categories', 'countries'] as const;
type Asked = 'limits' | (typeof lists)[number];

export function LimitsPanel({ card }: { card: CardDetails }) {
  const t = useTranslations('cards.limits');
  const { held, reason } = useRight(changeCardControls);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <section className={classes.panel} aria-labelledby="card-limits">
      <Inline as="header" gap={16} align="baseline" justify="between" className={classes.head}>
        <h2 id="card-limits">{t('title')}</h2>
        {held && (
          <button type="button" className="link" onClick={() => setAsked('limits')}>
            {t('change')}
          </button>
        )}
      </Inline>
      <WaitingControls card={card} />
      <Limits card={card} />
      <Ways card={card} mayChange={held} />
      {lists.map((list) => (
        <div key={list} className={classes.line}>
          <span>{t(list)}</span>
          {held ? (
            <Inline
              as="button"
              type="button"
              gap={8}
              align="center"
              className={classes.value}
              aria-label={`${t(list)}: ${restricted(card, list, t)}`}
              onClick={() => setAsked(list)}
            >
              {restricted(card, list, t)}
              <IconChevronRight aria-hidden="true" />
            </Inline>
          ) : (
            <Inline as="span" gap={8} align="center" className={classes.value}>
              {restricted(card, list, t)}
            </Inline>
          )}
        </div>
      ))}
      {!held && (
        <Text size={13} tone="soft" className={classes.reason}>
          {reason}
        </Text>
      )}
      {asked === 'limits' && <LimitsDialog card={card} onClose={close} />}
      {asked === 'categories' && <CategoriesDialog card={card} onClose={close} />}
      {asked === 'countries' && <CountriesDialog card={card} onClose={close} />}
    </section>
  );
}

type Words = ReturnType<typeof useTranslations<'cards.limits'>>;

const restricted = ({ controls }: CardDetails, list: (typeof lists)[number], t: Words): string => {
  const { mode, items } = controls[list];
  return t(`restricted.${mode}`, { count: String(items.length) });
};

function Limits({ card }: { card: CardDetails }) {
  const t = useTranslations('cards.limits');
  const { controls, usage, currency } = card;
  const set = limitNames.flatMap((name) => {
    const limit = controls.limits[name];
    return limit === null ? [] : [{ name, limit }];
  });
  if (set.length === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <dl className={classes.limits}>
      {set.map(({ name, limit }) => {
        const used = name === 'perPayment' ? undefined : usage[usageOf[name]];
        const percent = used === undefined ? 0 : usedPercent(used, limit, currency);
        return (
          <div key={name} className={classes.limit} data-full={percent === 100 || undefined}>
            <dt>{t(`names.${name}`)}</dt>
            <dd>
              <span className={classes.text}>
                {t.rich(used === undefined ? 'upTo' : 'of', {
                  used: () => <Amount value={used ?? '0'} currency={currency} />,
                  limit: () => (
                    <Text as="strong" tone="ink" weight="label">
                      <Amount value={limit} currency={currency} />
                    </Text>
                  ),
                })}
              </span>
              {used !== undefined && (
                <span className={classes.bar} aria-hidden="true">
                  <span style={{ width: `${percent}%` }} />
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Ways({ card, mayChange }: { card: CardDetails; mayChange: boolean }) {
  const t = useTranslations('cards.limits');
  const changing = useMutation({ ...controlsMutation(card.id), onError: showFailure });
  const tellSaved = useControlsSaved();
  const [last, setLast] = useState<Way>();
  const sent = changing.isPending ? changing.variables : undefined;
  return (
    <div className={classes.ways}>
      {ways.map((way) => {
        const isOn = sent?.[way] ?? card.controls[way];
        return (
          <SwitchRow
            key={way}
            label={t(`ways.${way}`)}
            state={t(isOn ? 'on' : 'off')}
            checked={isOn}
            busy={changing.isPending && last === way}
            disabled={!mayChange}
            onChange={(on) => {
              setLast(way);
              changing.mutate(changed(card, { [way]: on }), {
                onSuccess: (answer) => tellSaved(answer, true),
              });
            }}
          />
        );
      })}
    </div>
  );
}
