/** The page's service worker: it shows what was kept where there is no network, and notices while no page is open. */

import { later } from './later';
import { below, root } from './root';

const AGAIN = 5000; // ms between two looks whether the server is there

/** Begin with it. A page that was kept makes way for the server's own as soon as that answers: it may be a newer one. */
export function install(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  later(
    () => void navigator.serviceWorker.register(below('/service-worker.js'), { scope: root || '/' }).catch(() => null),
  );
  if (!document.querySelector('meta[name="kept"]')) return;
  const look = async (): Promise<void> => {
    const answer = await fetch(below('/'), { method: 'HEAD', cache: 'no-store' }).catch(() => null); // never answered from here
    if (answer?.ok) location.reload();
  };
  setInterval(() => void look(), AGAIN);
  addEventListener('online', () => void look());
}

/** Have a finished game kept, move by move, for whoever looks at it again without a network. */
export const keepGame = (table: string, moves: number, chair: number | null): void =>
  navigator.serviceWorker?.controller?.postMessage({
    keep: { table, moves, query: chair === null ? '' : `?as=${chair}` },
  });
