/** Search and command palette: finds what the person may see, and goes to screens and actions. Only its button is loaded with the shell. */
export { searchEntry } from './search-entry.tsx';
