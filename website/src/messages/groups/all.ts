// All groups, for the server.
import './charts/index.ts';
import './details/index.ts';
import './figures/index.ts';
import './miners/index.ts';
import './personal/index.ts';
import './search/index.ts';
import './server/index.ts';
import './verify/index.ts';
