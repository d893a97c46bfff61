/**
 * The title of a screen is in the shell's top bar, its primary action next to the content (below 600 px in the top bar). A screen sets
 * both with `<PageHeader title=… />`; the shell provides the slots. It also sets the document's title, by the specification's template '%s
 * - More payments, less stress'.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';

/** Elements of the shell into which a screen may render; null until the shell is mounted. */
export interface ShellPlaces {
  readonly title: HTMLElement | null;
  /** Only below 600 px: the single button that fits next to the title. */
  readonly action: HTMLElement | null;
  /** From 1264 px: the column at the right where a drawer docks. */
  readonly drawer: HTMLElement | null;
}

export const ShellPlacesContext = createContext<ShellPlaces>({ title: null, action: null, drawer: null });

interface PageHeaderProps {
  readonly title: string;
  /** The title is a name chosen by a client, so browsers must not translate it. */
  readonly isName?: boolean;
  readonly phoneAction?: ReactNode;
}

export function PageHeader({ title, isName = false, phoneAction }: PageHeaderProps) {
  const places = useContext(ShellPlacesContext);
  return (
    <>
      <DocumentTitle title={title} />
      {places.title && createPortal(<h1 translate={isName ? 'no' : undefined}>{title}</h1>, places.title)}
      {places.action && phoneAction && createPortal(phoneAction, places.action)}
    </>
  );
}

/** Sets the document's title only, for pages without a shell. */
export function DocumentTitle({ title }: { title: string }) {
  const t = useTranslations('shell');
  return <title>{`${title} - ${t('tagline')}`}</title>;
}
