/** Labels and the watch list, for the pages of other features. */
export { PersonalToolbar } from './toolbar.tsx';
