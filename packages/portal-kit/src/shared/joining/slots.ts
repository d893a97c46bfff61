/** Elements of the layout into which a registration step may render; null until the layout is there. */
import { createContext } from 'react';

export interface JoiningPlaces {
  /** Next to the logo: the Back button of account creation. */
  readonly back: HTMLElement | null;
}

export const JoiningPlacesContext = createContext<JoiningPlaces>({ back: null });
