/** What a draft is called where it has no name yet. */

import { m } from '../lib/words';
import type { Draft } from './drafts';

export const draftName = ({ id, name }: Draft): string => name.trim() || m.box_draft({ n: id });
