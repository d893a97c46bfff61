/** Loads the list of the screens behind the sign-in when a session exists or is about to. */
export const loadScreens = () => import('../screens/index.ts');
