/** The read-only policy: its sentences under their headings. */
import type { Policy } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import classes from './policy.module.css';
import { type PolicySentence, policySections, usePolicySentences } from './policy-words.tsx';

export function PolicyView({ policy }: { policy: Policy }) {
  const t = useTranslations('approvals.policy');
  const sentences = usePolicySentences([...policy.people, ...policy.absent])(policy);
  return policySections.map((section) => (
    <Stack as="section" key={section} gap={8} className={classes.part}>
      <h3>{t(section)}</h3>
      <Sentences of={sentences.filter((sentence) => sentence.section === section)} />
      {section === 'payments' && <OtherCurrencies rules={policy.paymentRules} />}
      {section === 'away' && policy.standIns.length === 0 && (
        <Text size={13} tone="soft">
          {t('noStandIns')}
        </Text>
      )}
    </Stack>
  ));
}

/** Rules about payments are numbered, so that the preview beside them can name the deciding one. */
function Sentences({ of }: { of: readonly PolicySentence[] }) {
  if (of.length === 0) return null;
  const items = of.map(({ key, words }) => <li key={key}>{words}</li>);
  return of[0]?.section === 'payments' ? (
    <ol className={`${classes.sentences} ${classes.numbered}`}>{items}</ol>
  ) : (
    <ul className={classes.sentences}>{items}</ul>
  );
}
