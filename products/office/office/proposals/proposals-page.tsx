/** Proposals, acts that need two people: those that wait and those that are over, with the open one beside them. */
import type { Proposal } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { MoreRows } from '@calmly/ui/lists/rows.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { TabLinks } from '@calmly/ui/tab-links.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSession } from '../session/state.ts';
import { Failed } from '../shared/failed.tsx';
import { focusRow, useKeys } from '../shared/keys.ts';
import { List, ListRow, ListShape, NothingOpen, Split } from '../shared/list.tsx';
import { useAgeText } from '../shared/moment.ts';
import { ScreenTitle } from '../shared/title.tsx';
import { stateColours, useActName } from './names.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import classes from './proposals.module.css';
import { type ProposalsView, proposalsQuery } from './queries.ts';

interface ProposalsPageProps {
  view: ProposalsView;
  /** The id of the open one. */
  open: string | undefined;
}

export function ProposalsPage({ view, open }: ProposalsPageProps) {
  const t = useTranslations('office.proposals');
  useKeys({ j: () => focusRow(1), k: () => focusRow(-1) });
  return (
    <>
      <ScreenTitle title={t('title')} />
      <Split
        list={
          <>
            <div className={classes.tabs}>
              <TabLinks label={t('views')} open={view}>
                {(['waiting', 'over'] as const).map((each) => (
                  <Link
                    key={each}
                    to="/proposals"
                    search={each === 'over' ? { view: each } : {}}
                    aria-current={each === view ? 'page' : undefined}
                  >
                    {t(each)}
                  </Link>
                ))}
              </TabLinks>
            </div>
            <Proposals key={view} view={view} open={open} />
          </>
        }
      >
        {open ? (
          <ProposalPanel key={open} id={open} />
        ) : (
          <NothingOpen title={t('choose')} text={t('chooseText')} />
        )}
      </Split>
    </>
  );
}

function Proposals({ view, open }: ProposalsPageProps) {
  const t = useTranslations('office.proposals');
  const navigate = useNavigate();
  const query = useInfiniteQuery(proposalsQuery(view));
  if (query.error && !query.data)
    return <Failed error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />;
  const items = query.data?.pages.flatMap((page) => page.items);
  if (!items) return <ListShape />;
  if (items.length === 0)
    return (
      <EmptyState
        drawing={<Drawing name="list" />}
        title={t(view === 'waiting' ? 'emptyWaiting' : 'emptyOver')}
        text={t(view === 'waiting' ? 'emptyWaitingText' : 'emptyOverText')}
      />
    );
  return (
    <>
      <List label={t('list')}>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            isOpen={item.id === open}
            onOpen={() =>
              void navigate({
                to: '.',
                search: { ...(view === 'over' && { view }), item: item.id },
                resetScroll: false,
              })
            }
          />
        ))}
      </List>
      <MoreRows query={query} />
    </>
  );
}

interface RowProps {
  item: Proposal;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ item, isOpen, onOpen }: RowProps) {
  const t = useTranslations('office.proposals');
  const actName = useActName();
  const age = useAgeText();
  const { person } = useSession();
  const isMine = item.maker.id === person.id;
  return (
    <ListRow
      title={`${actName(item.act)}: ${item.subject}`}
      note={[isMine ? t('yours') : t('by', { name: item.maker.name }), age(item.createdAt)].join(' · ')}
      isOpen={isOpen}
      isOver={item.state !== 'WAITING'}
      onOpen={onOpen}
      end={
        item.mayCheck ? (
          <Badge colour="yellow">{t('needsYou')}</Badge>
        ) : (
          <Badge colour={item.state === 'WAITING' ? 'grey' : stateColours[item.state]}>
            {t(`states.${item.state}`)}
          </Badge>
        )
      }
    />
  );
}
