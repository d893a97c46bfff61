/** Loads the lists of the screens behind the sign-in (`screens/index.ts` and those of the products, one file of the build) when a session exists or is about to. */
export const loadScreens = () => import('../screens/index.ts');
