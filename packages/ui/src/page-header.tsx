/**
 * The title of a screen is in the shell's top bar, its primary action beside the content (below 600 px in the top bar). A screen sets
 * both with `<PageHeader title=… />`; the shell offers the slots. It also sets the document's title, by the specification's template '%s
 * - More payments, less stress'.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';

/** Elements of the shell into which a screen may draw; null until the shell is there. */
export interface ShellPlaces {
  readonly title: HTMLElement | null;
  /** Under 600 only: the one button that fits beside the title. */
  readonly action: HTMLElement | null;
  /** From 1264: the column at the right where a drawer docks. */
  readonly drawer: HTMLElement | null;
}

export const ShellPlacesContext = createContext<ShellPlaces>({ title: null, action: null, drawer: null });

interface PageHeaderProps {
  readonly title: string;
  /** The title is what a client named something: browsers do not translate it. */
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

/** The document's title alone, for pages without a shell. */
export function DocumentTitle({ title }: { title: string }) {
  const t = useTranslations('shell');
  return <title>{`${title} - ${t('tagline')}`}</title>;
}
