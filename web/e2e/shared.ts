/** One browser and one server for all test files, begun before them and ended after them. */

import type { TestProject } from 'vitest/node';
import { launched, nursery, started } from './server';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!process.env.SAMPAN_LONG) console.log('page: some long tests are skipped here: make soak PART=pages runs them');
  const close = await nursery();
  const [browser, server] = await Promise.all([launched(), started('')]);
  project.provide('shared', { browser: browser.wsEndpoint(), address: server.address });
  return async () => {
    await Promise.all([browser.close(), server.kill()]);
    close();
  };
}
