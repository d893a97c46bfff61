/** Loads the screens behind the sign-in (`screens/index.ts`) when a session exists or is about to. */
export const loadScreens = () => import('../screens/index.ts');
