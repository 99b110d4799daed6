/** Before each file of tests: sentences are English again, whatever the file before has asked for. */

import { overwriteGetLocale } from '../src/paraglide/runtime.js';

overwriteGetLocale(() => 'en');
