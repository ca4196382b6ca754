import { en } from '../src/messages/en.ts';
import { setCatalogue } from '../src/messages/messages.ts';

// The page loads its message catalogue before it renders; tests have the English one from the start.
setCatalogue('en', en);
