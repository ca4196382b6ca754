import { en } from '../src/messages/en.ts';
import { setCatalogue } from '../src/messages/messages.ts';

// The page loads its catalogue before it renders; tests have it from the start.
setCatalogue('en', en);
