/** Ten codes, shown only once: to print, save or copy. The dialog closes only after the user confirms that they are stored. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { IconDownload, IconKey, IconPrinter } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './factors.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useTranslations('factors');
  const id = useId();
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  return (
    <Dialog
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onCancel={() => {
        if (kept) onDone();
      }}
    >
      <div className={`${classes.form} ${classes.sheet}`}>
        <div>
          <div className={dialog.icon}>
            <IconKey aria-hidden="true" />
          </div>
          <h2 id={`${id}-title`} className={dialog.title}>
            {t('codesTitle')}
          </h2>
          <p id={`${id}-text`} className={dialog.text}>
            {t('codesText')}
          </p>
        </div>
        <ol className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Inline wrap gap={8} className={classes.keep}>
          <Button
            size="s"
            variant="quiet"
            icon={<IconDownload aria-hidden="true" />}
            onClick={() => saveText(`${t('codesFile')}\n\n${text}\n`, 'calmly-recovery-codes.txt')}
          >
            {t('codesSave')}
          </Button>
          <Button
            size="s"
            variant="quiet"
            icon={<IconPrinter aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('codesPrint')}
          </Button>
          <CopyButton value={text} what={t('recovery')}>
            {t('codesCopy')}
          </CopyButton>
        </Inline>
        <CheckboxField
          label={t('codesKept')}
          checked={kept}
          onChange={(event) => setKept(event.target.checked)}
        />
        <Button size="l" block variant="accent" disabled={!kept} onClick={onDone}>
          {t('codesDone')}
        </Button>
      </div>
    </Dialog>
  );
}

function saveText(text: string, name: string) {
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
}
