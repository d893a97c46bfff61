/** The way to the screens behind the sign-in (`screens/index.ts`), which are loaded when a session is there or about to be. */
export const loadScreens = () => import('../screens/index.ts');
