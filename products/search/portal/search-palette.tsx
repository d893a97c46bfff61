/**
 * The palette: recent choices, screens and actions at once; the server's results when typing pauses. Results of an earlier text are never shown with
 * a later one, so that Enter does not open the wrong payee.
 */
import { searchTextMax } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import type { Offers } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { Palette } from '@calmly/ui/layers/palette.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSwitch } from '../../clients/portal/profiles/index.ts';
import type { ChoiceGroup } from './choice.ts';
import { readTyped } from './match.ts';
import { blockMutation, searchQuery } from './queries.ts';
import { keepRecent } from './recent.ts';
import classes from './search-palette.module.css';
import { useIsActive } from './use-active.ts';
import { useFound } from './use-found.tsx';
import { useOwn } from './use-own.tsx';

const pauseMs = 150;

export function SearchPalette({ offers, onClose }: { offers: Offers; onClose: () => void }) {
  const t = useTranslations('search');
  const format = useFormatter();
  const problemText = useProblemText();
  const navigate = useNavigate();
  const change = useSwitch();
  const block = useMutation({
    ...blockMutation((name) => showSnackbar(t('blocked', { name }))),
    onError: showFailure,
  });
  const [typed, setTyped] = useState('');
  const { text, pays } = readTyped(typed);
  const asked = usePaused(text);
  const isActive = useIsActive();
  const found = useQuery({ ...searchQuery(asked), enabled: isActive && asked !== '' });
  const isCurrent = asked === text;
  const busy = isActive && text !== '' && (!isCurrent || found.isFetching);
  const data = text !== '' && isCurrent ? (found.data ?? []) : [];
  const own = useOwn(typed.trim(), offers);
  const foundGroups = useFound(data, { text, pays });
  const groups: readonly ChoiceGroup[] = [...own, ...foundGroups].filter(({ options }) => options.length > 0);
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);

  const choose = (key: string) => {
    const choice = groups.flatMap(({ options }) => options).find((each) => each.key === key);
    if (!choice) return;
    if (choice.recent) keepRecent(choice.recent);
    if (choice.to.kind === 'profile')
      return choice.to.id === undefined ? undefined : change[choice.to.way](choice.to.id);
    onClose();
    if (choice.to.kind === 'link') return void navigate(choice.to.link);
    const { id, name } = choice.to;
    return block.mutate({ id, name });
  };

  if (change.isUnderWay) return <LoadingDialog />;
  const older = data.find(({ kind }) => kind === 'payment')?.lookedBackTo;
  return (
    <Palette
      label={t('label')}
      placeholder={t('placeholder')}
      closeLabel={t('close')}
      keys={t.rich('keys', { key: (name) => <kbd key={String(name)}>{name}</kbd> })}
      text={typed}
      maxLength={searchTextMax}
      groups={groups}
      busy={busy}
      status={typed.trim() === '' || busy ? '' : t('count', { count })}
      note={
        found.isError && isCurrent && text !== '' ? (
          <p role="alert">{t('failed', { reason: problemText(found.error) })}</p>
        ) : typed.trim() !== '' && !busy && count === 0 ? (
          <div className={classes.none}>
            <p>{t('none', { text: typed.trim() })}</p>
            <p>{t('noneHelp')}</p>
          </div>
        ) : older ? (
          <p>
            {t('older', {
              day: format.dateTime(new Date(older), { day: 'numeric', month: 'long', year: 'numeric' }),
            })}
          </p>
        ) : (
          busy && count === 0 && <p>{t('searching')}</p>
        )
      }
      onType={setTyped}
      onChoose={choose}
      onClose={onClose}
    />
  );
}

/** The text after typing has paused; an emptied field applies at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
