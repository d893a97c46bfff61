/** The changes of a proposed policy: the removed sentences, and the new ones. */
import type { Approval, PolicyRules } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import classes from './policy.module.css';
import { type PolicySentence, usePolicySentences } from './policy-words.tsx';

type Rules = NonNullable<Approval['rules']>;

export function PolicyChange({ rules }: { rules: Rules }) {
  const t = useTranslations('approvals.policy.diff');
  const sentencesOf = usePolicySentences(rules.people);
  const before = hasRules(rules.before) ? sentencesOf(rules.before) : [];
  const after = sentencesOf(rules.after);
  const removed = without(before, after);
  const added = without(after, before);
  return (
    <Stack as="section" gap={8} className={classes.change} aria-label={t('title')}>
      {removed.length > 0 && (
        <>
          <h3>{t('removed')}</h3>
          <ul data-tone="removed">
            {removed.map(({ key, words }) => (
              <li key={key}>
                <IconMinus aria-hidden="true" />
                <span>{words}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {added.length > 0 && (
        <>
          <h3>{t('added')}</h3>
          <ul data-tone="added">
            {added.map(({ key, words }) => (
              <li key={key}>
                <IconPlus aria-hidden="true" />
                <span>{words}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Text size={13} tone="soft">
        {t('same')}
      </Text>
    </Stack>
  );
}

const without = (sentences: readonly PolicySentence[], others: readonly PolicySentence[]) =>
  sentences.filter(({ key }) => !others.some((other) => other.key === key));

/** A company without its own rules has none to be removed. */
const hasRules = ({ paymentRules, payeeSteps, cardSteps, peopleSteps, policySteps }: PolicyRules) =>
  [paymentRules, payeeSteps, cardSteps, peopleSteps, policySteps].some(({ length }) => length > 0);
