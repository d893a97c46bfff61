/** The title of a screen: in the document, and on the page or in the shell's bar. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { ShellPlacesContext } from '@calmly/ui/page-header.tsx';
import { useContext } from 'react';
import { createPortal } from 'react-dom';

export function DocumentTitle({ title }: { title: string }) {
  const t = useTranslations('office.shell');
  return <title>{`${title} · ${t('name')}`}</title>;
}

/** Of a screen in the shell. */
export function ScreenTitle({ title }: { title: string }) {
  const { title: place } = useContext(ShellPlacesContext);
  return (
    <>
      <DocumentTitle title={title} />
      {place && createPortal(<h1>{title}</h1>, place)}
    </>
  );
}
