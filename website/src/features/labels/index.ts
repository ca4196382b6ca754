/** Labels, watched addresses and notifications, for the pages of other features. */
export { PersonalToolbar } from './toolbar.tsx';
