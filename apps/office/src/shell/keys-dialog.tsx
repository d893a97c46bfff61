/** The keys of the office. */

import { KeyHint } from '@calmly/products/office/office/shared/key-hint.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import classes from './keys-dialog.module.css';
import { placesOf } from './places.ts';

const ofLists = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['h', 'hold'],
  ['n', 'take'],
] as const;

const goTo = {
  work: 'goWork',
  inbox: 'goInbox',
  proposals: 'goProposals',
  people: 'goPeople',
  audit: 'goAudit',
} as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('office');
  return (
    <Dialog labelledBy="keys-title" isMessage onCancel={onClose}>
      <h2 id="keys-title" className={dialog.title}>
        {t('shell.keys')}
      </h2>
      <Text tone="soft" above={8}>
        {t('shell.keysNote')}
      </Text>
      <dl className={classes.keys}>
        {placesOf().map(({ name, key }) => (
          <div key={name}>
            <dt>
              <Key name="g" /> {t('keys.andThen')} <Key name={key} />
            </dt>
            <dd>{t(`keys.${goTo[name]}`)}</dd>
          </div>
        ))}
        {ofLists.map(([key, word]) => (
          <div key={key}>
            <dt>
              <Key name={key} />
            </dt>
            <dd>{t(`keys.${word}`)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <Key name="?" />
          </dt>
          <dd>{t('keys.help')}</dd>
        </div>
      </dl>
      <div className={dialog.actions}>
        <Button size="l" data-autofocus onClick={onClose}>
          {t('shell.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Also for screen readers: here the key is what is said. */
function Key({ name }: { name: string }) {
  return (
    <>
      <KeyHint of={name} />
      <span className="visually-hidden">{name}</span>
    </>
  );
}
