/** Notices on this device, by Web Push: asking the browser for them, and what became of it. */

import type { Shapes } from './api';

export type Keys = Omit<Shapes['AskPush'], 'language'>;
/** The browser cannot; its owner does not want to; its push service does not answer. */
export type NoPush = 'unable' | 'denied' | 'failed';

const registration = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? ((await navigator.serviceWorker.getRegistration()) ?? null)
    : null;

/** This device's address for notices, if it has one. */
export const endpointHere = async (): Promise<string | null> =>
  (await (await registration())?.pushManager.getSubscription())?.endpoint ?? null;

/** How the server names a device to its owner. */
export async function markOf(endpoint: string): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function askForPush(serverKey: string): Promise<Keys | NoPush> {
  const installed = await registration();
  if (!installed) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const asked = { userVisibleOnly: true, applicationServerKey: serverKey };
  try {
    const made = await installed.pushManager.subscribe(asked).catch(async (error: unknown) => {
      const old = await installed.pushManager.getSubscription(); // made for another key of the server's
      if (!old) throw error;
      await old.unsubscribe();
      return installed.pushManager.subscribe(asked);
    });
    const { endpoint, keys } = made.toJSON();
    return { endpoint: endpoint!, p256dh: keys!.p256dh, auth: keys!.auth };
  } catch {
    return Notification.permission === 'denied' ? 'denied' : 'failed';
  }
}
