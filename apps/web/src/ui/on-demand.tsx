/** Dialogs and drawers whose code is loaded when the user opens them, not with the screen. */
import { type ComponentType, lazy, Suspense } from 'react';

/** The component that `load` brings. Nothing is shown until it is there. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
