/** Labels, watched addresses and notifications, for the pages of other features. */
export { NextBlockButton, PersonalToolbar } from './toolbar.tsx';
