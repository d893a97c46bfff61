/** Templates to fill in the form with one click. Renders nothing if there are none. */
import { type KeptForm, listKeptForms } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from '../orders.module.css';
import { keptFormsQuery } from './kept-queries.ts';

const shown = 6;

export function TemplatePicks({ onChoose }: { onChoose: (template: KeptForm) => void }) {
  const t = useTranslations('orders.template');
  const { held } = useRight(listKeptForms);
  const kept = useQuery({ ...keptFormsQuery, enabled: held }).data ?? [];
  const templates = kept.filter(({ kind, payee }) => kind === 'TEMPLATE' && !payee?.deleted).slice(0, shown);
  if (templates.length === 0) return null;
  return (
    <Inline as="fieldset" wrap gap={8} align="center" className={classes.picks} aria-label={t('picks')}>
      <span aria-hidden="true">{t('picks')}</span>
      {templates.map((template) => (
        <Button
          key={template.id}
          size="s"
          icon={<IconBookmark aria-hidden="true" />}
          onClick={() => onChoose(template)}
        >
          {template.name}
        </Button>
      ))}
    </Inline>
  );
}
