/**
 * The drawer on the right, 480 px wide. From 1264 px it docks next to the list, which stays usable; from 600 to 1263 px it covers the
 * page with a scrim and traps the focus; below 600 px it fills the screen. The URL decides whether it is open: rendered means open,
 * `onClose` changes the URL. Up and down step through the list.
 */
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useContext, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { Inline } from '../layout/boxes.tsx';
import { breakpoints, useMedia } from '../media.ts';
import { ShellPlacesContext } from '../page-header.tsx';
import { DrawerMemory } from './drawer-memory.ts';
import classes from './side-drawer.module.css';

const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }));

interface SideDrawerProps {
  title: string;
  onClose: () => void;
  /** Undefined at the ends of the list; both left out if there is no list. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Actions fixed at the foot. */
  footer?: ReactNode;
  children: ReactNode;
}

export function SideDrawer(props: SideDrawerProps) {
  const wide = useMedia(breakpoints.wide);
  const places = useContext(ShellPlacesContext);
  const [memory] = useState(() => new Map<string, unknown>());
  return (
    <DrawerMemory value={memory}>
      {wide && places.drawer ? (
        createPortal(<DockedDrawer {...props} />, places.drawer)
      ) : (
        <OverlayDrawer {...props} />
      )}
    </DrawerMemory>
  );
}

function DockedDrawer(props: SideDrawerProps) {
  const titleId = useId();
  const element = useRef<HTMLElement>(null);
  // Moves keyboard and screen reader to the new content; Escape is handled by `useDrawerKeys`.
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus({ preventScroll: true });
    // Returns the focus to the opener, unless it went elsewhere; in a list to a row: `useDrawerKeys`.
    return () => {
      if (!(before instanceof HTMLElement) || document.activeElement !== document.body) return;
      before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside
      ref={element}
      tabIndex={-1}
      className={`${classes.panel} ${classes.docked}`}
      aria-labelledby={titleId}
    >
      <DrawerParts {...props} titleId={titleId} />
    </aside>
  );
}

function OverlayDrawer(props: SideDrawerProps) {
  const titleId = useId();
  return (
    <Suspense>
      <Modal
        className={`${classes.panel} ${classes.overlay}`}
        labelledBy={titleId}
        focus="panel"
        closesOnScrim
        onClose={props.onClose}
      >
        <DrawerParts {...props} titleId={titleId} />
      </Modal>
    </Suspense>
  );
}

function DrawerParts(props: SideDrawerProps & { titleId: string }) {
  const t = useTranslations('ui');
  const walks = 'onPrevious' in props || 'onNext' in props;
  return (
    <>
      <Inline gap={8} align="center" className={classes.head}>
        <h2 id={props.titleId}>{props.title}</h2>
        {walks && (
          <>
            <Button
              variant="quiet"
              icon={<IconChevronUp aria-hidden="true" />}
              aria-label={t('previous')}
              disabled={!props.onPrevious}
              onClick={props.onPrevious}
            />
            <Button
              variant="quiet"
              icon={<IconChevronDown aria-hidden="true" />}
              aria-label={t('next')}
              disabled={!props.onNext}
              onClick={props.onNext}
            />
          </>
        )}
        <Button
          variant="quiet"
          icon={<IconX aria-hidden="true" />}
          aria-label={t('close')}
          onClick={props.onClose}
        />
      </Inline>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.body} tabIndex={0} aria-labelledby={props.titleId}>
        {props.children}
      </section>
      {props.footer && <div className={classes.foot}>{props.footer}</div>}
    </>
  );
}
