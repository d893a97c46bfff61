/** Selects the member of a company who gets the card; the name on it follows. */
import { nameOnCardLength } from '@calmly/contract';
import { nameWords } from '@calmly/domain';
import type { Form } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { useQuery } from '@tanstack/react-query';
import { holdersQuery } from '../queries.ts';
import classes from './create.module.css';
import type { CardDraft } from './draft.ts';

export function HolderField({ form }: { form: Form<CardDraft> }) {
  const t = useTranslations('cardOrder.form');
  const members = useQuery(holdersQuery).data ?? [];
  const { values, faults, change } = form;
  const chosen = members.find(({ id, current }) => (values.holderId ? id === values.holderId : current));
  return (
    <Picker
      label={t('holder')}
      name="holderId"
      placeholder={t('holder')}
      compact
      options={members.map(({ id, name, current }) => ({
        key: id,
        content: (
          <Inline as="span" gap={12} align="center" className={classes.holder}>
            <Avatar name={name} />
            <span>{current ? t('you', { name }) : name}</span>
          </Inline>
        ),
      }))}
      chosen={chosen?.id}
      onChoose={(id) => {
        const next = members.find((member) => member.id === id);
        change({ holderId: id, ...(next && { nameOnCard: embossed(next.name) }) });
      }}
      error={faults.holderId}
    />
  );
}

/** A person's name in the letters of a card. */
const embossed = (name: string): string =>
  nameWords(name).join(' ').slice(0, nameOnCardLength).trim().toUpperCase();
