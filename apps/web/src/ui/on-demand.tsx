/** Parts of a screen that open when somebody asks for them, dialogs and drawers: their code is loaded by then, not with the screen. */
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
